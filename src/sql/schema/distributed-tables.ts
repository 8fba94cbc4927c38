/** The distribution of the tables that a database has. */
import type { RunStatement } from '../core/database.js'
import { type Distribution, isSameDistribution } from './distribution.js'
import { citusMissing, distributedOtherwise } from './failures.js'
import { type Migration, migrations } from './migrations.js'
import type { SchemaSettings } from './options.js'

/** A row where Citus is installed in this database. */
const citusIsThere = "SELECT 1 FROM pg_extension WHERE extname = 'citus'"

/** The kind of a table, and the number of its partitions. */
const tableKind =
  'SELECT relkind::text, (SELECT count(*)::text FROM pg_inherits WHERE inhparent = pg_class.oid) ' +
  'FROM pg_class WHERE oid = to_regclass($1)'

/** A row where Citus distributes a table. */
const isOfCitus = 'SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass($1)'

/** Returns the distribution of the tables that are there. */
async function storedDistribution(
  { tables: { payments } }: SchemaSettings,
  run: RunStatement,
): Promise<Distribution | null> {
  const [[kind, count] = []] = await run(tableKind, [payments])
  if (kind === 'p') return { kind: 'partitions', partitions: Number(count) }
  if ((await run(citusIsThere)).length === 0 || (await run(isOfCitus, [payments])).length === 0) return null
  return { kind: 'citus', partitions: 0 }
}

/**
 * Returns the settings with the distribution that the tables have, or are to get where there are none yet. Nothing is asked of a
 * database whose tables are up to date, or are made without a distribution.
 *
 * @throws PaymentError `storage_unavailable` where the tables are distributed otherwise, or Citus is not installed
 */
export async function distributedAsStored(
  settings: SchemaSettings,
  pending: readonly Migration[],
  run: RunStatement,
): Promise<SchemaSettings> {
  const { dialect, distribution } = settings
  if (dialect !== 'postgres' || (pending.length === 0 && distribution === null)) return settings
  if (pending[0] === migrations[0]) {
    if (distribution?.kind === 'citus' && (await run(citusIsThere)).length === 0) throw citusMissing()
    return settings
  }
  const stored = await storedDistribution(settings, run)
  if (distribution !== null && !isSameDistribution(distribution, stored)) throw distributedOtherwise(stored)
  return { ...settings, distribution: stored }
}
