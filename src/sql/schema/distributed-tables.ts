/** The distribution of the tables that a database has. */
import type { RunStatement } from '../core/database.js'
import type { Tables } from '../core/tables.js'
import { type Distribution, isSameDistribution } from './distribution.js'
import { citusMissing, distributedOtherwise } from './failures.js'
import { type Migration, migrations } from './migrations.js'
import type { SchemaSettings } from './options.js'

/** A row where Citus is installed in this database. */
const citusIsThere = "SELECT 1 FROM pg_extension WHERE extname = 'citus'"

/** The number of partitions of a table, all of which name it; no row for a table without any. */
const partitionCount =
  "SELECT substring(pg_get_expr(part.relpartbound, part.oid) from 'modulus (\\d+)') FROM pg_inherits " +
  'JOIN pg_class AS part ON part.oid = inhrelid WHERE inhparent = to_regclass($1) LIMIT 1'

/** A row where Citus distributes a table. */
const isOfCitus = 'SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass($1)'

/** Returns true where Citus distributes the tables. */
export async function isDistributedByCitus(
  { payments }: Pick<Tables, 'payments'>,
  run: RunStatement,
): Promise<boolean> {
  return (await run(citusIsThere)).length > 0 && (await run(isOfCitus, [payments])).length > 0
}

/** Returns the distribution of the tables that are there, or that a call has begun to make. */
export async function storedDistribution(
  { tables }: Pick<SchemaSettings, 'tables'>,
  run: RunStatement,
): Promise<Distribution | null> {
  const [[partitions] = []] = await run(partitionCount, [tables.payments])
  if (partitions !== undefined) return { kind: 'partitions', partitions: Number(partitions) }
  return (await isDistributedByCitus(tables, run)) ? { kind: 'citus', partitions: 0 } : null
}

/**
 * Returns the settings with the distribution that the tables have, or are to get where there are none yet. Nothing is asked of a
 * database whose tables are up to date, where no distribution is named.
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
  const stored = await storedDistribution(settings, run)
  if (stored === null && pending[0] === migrations[0]) {
    if (distribution?.kind === 'citus' && (await run(citusIsThere)).length === 0) throw citusMissing()
    return settings
  }
  if (distribution !== null && !isSameDistribution(distribution, stored)) throw distributedOtherwise(stored)
  return { ...settings, distribution: stored }
}
