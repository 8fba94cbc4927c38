import type { DialectName, SqlDatabase } from './core/database.js'
import { deadlineIn } from './core/deadline.js'
import { DatabaseFault, paymentErrorOf } from './core/fault.js'
import { checkDatabase } from './core/options.js'
import { migrateInSession } from './mysql/migrate-in-session.js'
import { migrateInTransaction } from './schema/migrate-in-transaction.js'
import { checkNames, demand, readSchemaOptions, schemaOptionNames, type SchemaOptions } from './schema/options.js'

/** The options of `migrate`, beside the database. */
export interface MigrateOptions extends SchemaOptions {
  /** The dialect that the database must have, as a check for hosts with several databases; default that of the database. */
  dialect?: DialectName | undefined
  /** The maximum of milliseconds for the whole call, with waiting for other processes. Default 60,000. */
  lockTimeoutMs?: number | undefined
}

const maxTimeoutMs = 86_400_000

/**
 * Makes the tables, or brings them up to date, and returns the migrations that it applied; none when the tables are up to date.
 * Any number of processes may call it at once: each change is made once, and each call returns when all changes are there. Call
 * it when a release is installed or a process starts; nothing else in this library changes the schema.
 *
 * On PostgreSQL and SQLite all changes of the schema are one transaction, also within a transaction of the host's. On MySQL and
 * MariaDB each change commits by itself, which needs a pool; after a break the next call completes them.
 *
 * With `distribute` the tables of an empty PostgreSQL are spread by tenant, over the servers of Citus or over partitions. Later
 * calls need no such option. Partitions are made in many transactions, so that any number of them needs few locks; after a break
 * the next call completes them too. Within a transaction of the host's they are part of it.
 *
 * @throws TypeError for a wrong option, and for `distribute` on another database than PostgreSQL
 * @throws PaymentError `storage_unavailable`: not retryable when a right is missing, the tables belong to a newer release, or
 *   they are distributed otherwise than `distribute` says; else the database did not answer, or another process held its lock for all of `lockTimeoutMs`
 * @example
 * import Database from 'libsql'
 *
 * const database = fromSqlite(new Database(':memory:'))
 * const { applied } = await migrate(database)
 * applied[0] // => '0001_tables'
 * await migrate(database) // => { applied: [] }
 */
export async function migrate(database: SqlDatabase, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  checkNames(options, ['dialect', 'lockTimeoutMs', ...schemaOptionNames])
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
