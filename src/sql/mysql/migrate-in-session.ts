import type { Deadline, RunStatement, SqlDatabase } from '../core/database.js'
import { backOff } from '../core/deadline.js'
import { DatabaseFault } from '../core/fault.js'
import { codeOf, stillLocked, triggersRefused } from '../schema/failures.js'
import { type Migration, migrationsTable, statementsOf } from '../schema/migrations.js'
import type { SchemaSettings } from '../schema/options.js'
import { pendingOf } from '../schema/plan.js'
import { isClustered, LeaseLost, type LockedWork, withLease } from './cluster-lease.js'

/** The name of the lock: locks are shared by all databases of a server, and their names have at most 64 characters. */
const lockName = "CONCAT('hospital-payments ', SHA1(CONCAT(COALESCE(DATABASE(), ''), '.', LOWER(?))))"

/** Errors of a user who may not create triggers: on this table, in this database, without SUPER, or with a binary log. */
const triggerRights: readonly unknown[] = [1142, 1044, 1227, 1419]
const noSuchTable = 1146
/**
 * Errors of a change that another process has made meanwhile: a table, column, index, trigger or record is there or gone
 * already; or COMMIT failed, on Galera because another node was faster.
 */
const madeByOthers: readonly unknown[] = [1050, 1060, 1061, 1062, 1091, 1180, 1359, 1360]

/**
 * Maximum of seconds that a change waits for the users of a table, because all later ones wait behind it: a long export must
 * not stop all payments. The change is then tried again.
 */
const tableWaitS = 5

async function withServerLock(
  prefix: string,
  run: RunStatement,
  deadline: Deadline,
  { work }: LockedWork,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const seconds = Math.max(0, Math.floor((deadline.remaining() * 0.9) / 1000))
    const [row = []] = await run(`SELECT GET_LOCK(${lockName}, ?)`, [prefix, seconds])
    if (Number(row[0]) === 1) break
    if (!(await backOff(Math.min(tries, 4), deadline))) throw stillLocked()
  }
  try {
    await work(run)
  } finally {
    // Where this fails, the session has ended, and its locks with it.
    await run(`SELECT RELEASE_LOCK(${lockName})`, [prefix]).catch(() => undefined)
  }
}

/**
 * Makes the guards first, while nothing has been changed, to find out if the user may: the server checks rights before it looks
 * for the table. Where the table is there, so are its guards after that, and they are made again in their place.
 */
async function tryGuards(settings: SchemaSettings, pending: readonly Migration[], run: RunStatement): Promise<void> {
  const statements = pending.filter(({ guards }) => guards).flatMap((guard) => statementsOf(guard, settings))
  try {
    for (const statement of statements) await run(statement)
  } catch (fault) {
    const code = codeOf(fault)
    if (triggerRights.includes(code)) throw triggersRefused(fault)
    if (code !== noSuchTable) throw fault
  }
}

/** Returns true for the failure of a change that met another process, which may have made the same changes. */
function isPassing(failure: unknown): boolean {
  if (failure instanceof LeaseLost) return true
  if (!(failure instanceof DatabaseFault)) return false
  return failure.kind === 'contention' || madeByOthers.includes(codeOf(failure))
}

/**
 * Migrates where each change of the schema commits by itself: on MySQL and MariaDB. The record of a migration is made behind
 * its changes; a migration that was cut off is repeated, which each of its statements allows.
 */
export async function migrateInSession(
  database: SqlDatabase,
  settings: SchemaSettings,
  deadline: Deadline,
): Promise<string[]> {
  const { tables } = settings
  if (!database.session || database.isBound())
    throw new TypeError("migrate needs a pool on MySQL: changes of the schema would commit the host's transaction")
  const read: RunStatement = (text, values = []) => database.read({ text, values }, deadline)
  if ((await pendingOf(settings, read)).length === 0) return []
  const applied: string[] = []

  async function applyAll(run: RunStatement): Promise<void> {
    const pending = await pendingOf(settings, run)
    await tryGuards(settings, pending, run)
    for (const migration of pending) {
      await run(migrationsTable(settings))
      for (const statement of statementsOf(migration, settings)) await run(statement)
      await run(`INSERT INTO ${tables.migrations} (name) VALUES (?)`, [migration.name])
      // A session may not commit by itself.
      await run('COMMIT AND NO CHAIN NO RELEASE')
      applied.push(migration.name)
    }
  }

  const isDone = async (run: RunStatement) => (await pendingOf(settings, run)).length === 0

  async function applyUntilDone(run: RunStatement): Promise<void> {
    const withLock = (await isClustered(run)) ? withLease : withServerLock
    await run(`SET @hp_table_wait = @@SESSION.lock_wait_timeout, SESSION lock_wait_timeout = ${tableWaitS}`)
    for (let tries = 1; ; tries++) {
      try {
        await withLock(tables.prefix, run, deadline, { isDone, work: applyAll })
        break
      } catch (failure) {
        if (!isPassing(failure)) throw failure
        if (!(await backOff(Math.min(tries, 4), deadline))) throw failure instanceof LeaseLost ? stillLocked() : failure
        await run('ROLLBACK')
      }
    }
    await run('SET SESSION lock_wait_timeout = @hp_table_wait, @hp_table_wait = NULL')
  }

  await database.session(applyUntilDone, deadline)
  return applied
}
