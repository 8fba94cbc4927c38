import type { SqlDatabase } from '../../core/database.js'
import { DatabaseFault } from '../../core/fault.js'
import { connectionOf } from '../../sqlite/connection.js'
import type { SqliteDatabase } from '../../sqlite/handles.js'
import { has, refuseIdle } from './shape.js'

/** Reads a handle of better-sqlite3, libsql or node:sqlite. It outlives its transactions, so each call checks it. */
export function sqliteTransaction(handle: unknown): SqlDatabase | null {
  if (!has(handle, 'prepare', 'exec', 'close')) return null
  const connection = connectionOf(handle as SqliteDatabase)
  if (!connection.isBound()) refuseIdle('this handle of SQLite')
  const checkOpen = () => {
    if (!connection.isBound()) throw new DatabaseFault('outside', new Error('The transaction on the handle has ended.'))
  }
  return {
    dialect: 'sqlite',
    isBound: () => true,
    // Each call has ended when its promise is made: `async` only turns an error into a rejection.
    async read(statement) {
      checkOpen()
      return connection.read(statement)
    },
    async write(statements) {
      checkOpen()
      return connection.writeWithin(statements)
    },
    snapshot: () => null,
  }
}
