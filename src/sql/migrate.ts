import type { DialectName, SqlDatabase } from './core/database.js'
import { deadlineIn } from './core/deadline.js'
import { DatabaseFault, paymentErrorOf } from './core/fault.js'
import { checkDatabase } from './core/options.js'
import { migrateInSession } from './mysql/migrate-in-session.js'
import { migrateInTransaction } from './schema/migrate-in-transaction.js'
import { checkNames, demand, readSchemaOptions, type SchemaOptions } from './schema/options.js'

/** The options of `migrate`, beside the database. */
export interface MigrateOptions extends SchemaOptions {
  /** Must be the database's own, which is the default: a check for hosts that have several. */
  dialect?: DialectName | undefined
  /** The longest time that it may take in all, waiting for other processes included, in milliseconds. Default 60,000. */
  lockTimeoutMs?: number | undefined
}

const maxTimeoutMs = 86_400_000

/**
 * Brings the tables up to date, and returns which migrations that took: none when they were. Any number of processes may
 * call it at once; each change is made once, and all of them return when it is there. To be run when a release is
 * installed or a process starts: nothing else in this library changes the schema.
 *
 * On PostgreSQL and SQLite all changes of the schema are one transaction, also within a transaction of the host's. On MySQL and
 * MariaDB each commits by itself, which takes a pool, and what was cut off is completed by the next call.
 *
 * @throws TypeError for a wrong option
 * @throws PaymentError `storage_unavailable`: not retryable when a right is missing or the tables belong to a newer
 * release; else the database did not answer, or another process held its lock for all of `lockTimeoutMs`
 * @example
 * import Database from 'libsql'
 *
 * const database = fromSqlite(new Database(':memory:'))
 * const { applied } = await migrate(database)
 * applied[0] // => '0001_tables'
 * await migrate(database) // => { applied: [] }
 */
export async function migrate(database: SqlDatabase, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  checkNames(options, ['dialect', 'tablePrefix', 'guards', 'lockTimeoutMs'])
  const { dialect: named, lockTimeoutMs = 60_000, ...schema } = options
  checkDatabase(database, named)
  const { dialect } = database
  const settings = readSchemaOptions(dialect, schema)
  demand(
    Number.isInteger(lockTimeoutMs) && lockTimeoutMs >= 1 && lockTimeoutMs <= maxTimeoutMs,
    'lockTimeoutMs must be a whole number of milliseconds, at least 1',
  )
  const deadline = deadlineIn(lockTimeoutMs)
  const work = dialect === 'mysql' ? migrateInSession : migrateInTransaction
  try {
    return { applied: await work(database, settings, deadline) }
  } catch (fault) {
    throw fault instanceof DatabaseFault ? paymentErrorOf(fault, fault.mayBeStored) : fault
  }
}
