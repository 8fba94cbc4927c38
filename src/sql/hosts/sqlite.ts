import type { SqlDatabase } from '../core/database.js'
import { connectionOf } from '../sqlite/connection.js'
import { checkOpen, type SqliteDatabase } from '../sqlite/handles.js'
import { snapshotsOf, transactionsOf } from '../sqlite/snapshot.js'
import { whenFree } from '../sqlite/write-lock.js'

/** The options of `fromSqlite`. */
export interface SqliteOptions {
  /**
   * Opens another handle on the same file. An export reads through it, while your handle goes on writing; each export has a
   * handle for itself. Up to four stay open for later exports, and are closed within a second after you close yours. Without
   * this function, an export reads all rows before it returns the first.
   */
  open?: (() => SqliteDatabase) | undefined
}

/**
 * Makes a database of the host's handle on a SQLite file: of better-sqlite3, libsql, or `DatabaseSync` of node:sqlite. While a
 * transaction is open on the handle, calls are part of it; otherwise each has a transaction of its own. A write that waits for
 * a lock never blocks the process, whatever the handle's `busy_timeout`, except in a transaction of the host.
 *
 * @throws TypeError for anything but an open handle of these
 * @example
 * import Database from 'libsql'
 *
 * const open = () => new Database('hospital.db')
 * const database = fromSqlite(open(), { open })
 * const { applied } = await migrate(database)
 * applied[0] // => '0001_tables'
 * const repository = sqlRepository(database)
 * await repository.get('pay_01JD0000000000000000000000') // => null
 */
export function fromSqlite(database: SqliteDatabase, { open }: SqliteOptions = {}): SqlDatabase {
  checkOpen(open)
  const connection = connectionOf(database)
  const snapshot = open && snapshotsOf({ database, connection }, open)
  return {
    dialect: 'sqlite',
    isBound: () => connection.isBound(),
    // Each call has ended when its promise is made, unless it has to wait for a turn of the event loop.
    async read(statement, deadline) {
      const turn = connection.turn()
      // To wait would let other work of the host into its transaction.
      if (!turn || connection.isBound()) return connection.read(statement)
      await turn
      return whenFree(() => connection.readAlone(statement), deadline)
    },
    async write(statements, deadline) {
      if (connection.isBound()) return connection.writeWithin(statements)
      const turn = connection.turn(statements)
      if (turn) await turn
      return whenFree(() => connection.writeAlone(statements), deadline)
    },
    snapshot: () => (snapshot && !connection.isBound() ? snapshot() : null),
    ...(open && { transaction: transactionsOf({ database, connection }, open) }),
    prepare: async () => connection.useWal(),
  }
}
