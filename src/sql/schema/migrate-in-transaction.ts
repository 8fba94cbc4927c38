import type { Deadline, RunStatement, SqlDatabase, WriteStatement } from '../core/database.js'
import { backOff } from '../core/deadline.js'
import { DatabaseFault } from '../core/fault.js'
import { distributedAsStored } from './distributed-tables.js'
import { isMadeInSteps, referenceTable } from './distribution.js'
import { codeOf, distributionRefused, stillLocked, tablesElsewhere, triggersRefused } from './failures.js'
import { type Migration, migrations, migrationsTable, statementsOf } from './migrations.js'
import type { SchemaSettings } from './options.js'
import { namesOf, pendingOf } from './plan.js'

/** A lock until the end of the transaction; one a prefix and schema. PostgreSQL has names without quotes in lower case. */
const lock =
  'SELECT pg_advisory_xact_lock(hashtextextended(' +
  "'hospital-payments ' || coalesce(current_schema(), '') || '.' || lower($1::text), 0))"

const mayCreate = "SELECT 1 WHERE has_schema_privilege(current_schema(), 'CREATE')"

/** A row where the tables were made in another schema than the one where new ones would be. */
const isElsewhere =
  'SELECT 1 FROM pg_class WHERE oid = to_regclass($1) ' +
  'AND relnamespace <> (SELECT oid FROM pg_namespace WHERE nspname = current_schema())'

function recordText({ dialect, tables }: SchemaSettings): string {
  const placeholder = dialect === 'postgres' ? '$1' : '?'
  return `INSERT INTO ${tables.migrations} (name) VALUES (${placeholder}) ON CONFLICT DO NOTHING RETURNING name`
}

const step = (text: string): WriteStatement => ({ text, values: [] })

/** The changes of one transaction, and the migrations that are made by then. */
interface Changes {
  readonly statements: readonly WriteStatement[]
  readonly made: readonly Migration[]
}

/** Returns the changes of one transaction. The record of a migration is made before its changes, and decides who makes them. */
function allAtOnce(settings: SchemaSettings, pending: readonly Migration[]): Changes[] {
  const { tables, distribution } = settings
  const text = recordText(settings)
  const statements = [
    step(migrationsTable(settings)),
    ...(pending[0] === migrations[0] ? referenceTable(distribution, tables.migrations).map(step) : []),
    ...pending.flatMap((migration) => [
      { text, values: [migration.name], mustChange: 1 },
      ...statementsOf(migration, settings).map(step),
    ]),
  ]
  return [{ statements, made: pending }]
}

/** The statements of one of several transactions: most of them make a partition, which takes a lock for each of its indexes. */
const statementsAtOnce = 16

/**
 * Returns the changes of several transactions. The record of a migration is made behind its changes, which the next call repeats
 * where one was cut off.
 */
function stepByStep(settings: SchemaSettings, pending: readonly Migration[]): Changes[] {
  const text = recordText(settings)
  return pending.flatMap((migration) => {
    const changes = [migrationsTable(settings), ...statementsOf(migration, settings)].map(step)
    // The first partition, by which the next call knows their number, is made together with its table.
    let end = Math.max(statementsAtOnce, changes.findIndex((change) => change.text.includes(' PARTITION OF ')) + 1)
    const steps: Changes[] = [{ statements: changes.slice(0, end), made: [] }]
    for (; end < changes.length; end += statementsAtOnce)
      steps.push({ statements: changes.slice(end, end + statementsAtOnce), made: [] })
    return [...steps, { statements: [{ text, values: [migration.name], mustChange: 1 }], made: [migration] }]
  })
}

/** Finds out for which statement a right is missing, which PostgreSQL does not report: with tables allowed, it is the guards'. */
async function isForGuards(fault: unknown, pending: readonly Migration[], read: RunStatement): Promise<boolean> {
  if (codeOf(fault) !== '42501' || !pending.some(({ guards }) => guards)) return false
  return pending.every(({ guards }) => guards) || (await read(mayCreate)).length > 0
}

/**
 * Migrates where changes of the schema are part of a transaction: on PostgreSQL and SQLite. Those with partitions are part of
 * several, because one would take more locks than a server has.
 */
export async function migrateInTransaction(
  database: SqlDatabase,
  settings: SchemaSettings,
  deadline: Deadline,
): Promise<string[]> {
  const read: RunStatement = (text, values = []) => database.read({ text, values }, deadline)

  const applied: string[] = []

  /** Applies what is pending; returns `false` when another process came first with at least one of them. */
  async function attempt(): Promise<boolean> {
    const pending = await pendingOf(settings, read)
    await database.prepare?.(deadline)
    const asStored = await distributedAsStored(settings, pending, read)
    return pending.length === 0 || (await change(asStored, pending))
  }

  async function change(settings: SchemaSettings, pending: readonly Migration[]): Promise<boolean> {
    // Half of them here and half of them there, new and empty ones would hide those that hold the payments.
    if (settings.dialect === 'postgres' && (await read(isElsewhere, [settings.tables.migrations])).length > 0)
      throw tablesElsewhere()
    const { dialect, distribution, tables } = settings
    const isWhole = !isMadeInSteps(distribution) || database.isBound()
    const locked = dialect === 'postgres' ? [{ text: lock, values: [tables.prefix] }] : []
    try {
      for (const { statements, made } of (isWhole ? allAtOnce : stepByStep)(settings, pending)) {
        const { committed } = await database.write([...locked, ...statements], deadline)
        if (!committed) return false
        applied.push(...namesOf(made))
      }
      return true
    } catch (fault) {
      if (await isForGuards(fault, pending, read)) throw triggersRefused(fault, isWhole)
      throw (distribution && distributionRefused(distribution, fault, isWhole)) ?? fault
    }
  }

  for (let tries = 1; ; tries++) {
    let busy: DatabaseFault | undefined
    try {
      if (await attempt()) return applied
    } catch (fault) {
      const isBusy = fault instanceof DatabaseFault && (fault.kind === 'contention' || fault.kind === 'duplicate')
      if (!isBusy) throw fault
      busy = fault
    }
    // A host's transaction may go on reading the state from before the other process.
    if (database.isBound()) throw busy ?? new DatabaseFault('contention', undefined)
    if (!(await backOff(Math.min(tries, 4), deadline))) throw stillLocked(busy)
  }
}
