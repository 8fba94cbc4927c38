import type { SqlDatabase } from '../../core/database.js'
import { DatabaseFault } from '../../core/fault.js'
import { connectionOf } from '../../sqlite/connection.js'
import type { SqliteDatabase } from '../../sqlite/handles.js'
import { has, refuseIdle } from './shape.js'

/** A handle of better-sqlite3, libsql or node:sqlite; asked before each call, since a handle outlives its transactions. */
export function sqliteTransaction(given: unknown): SqlDatabase | null {
  if (!has(given, 'prepare', 'exec', 'close')) return null
  const connection = connectionOf(given as SqliteDatabase)
  if (!connection.isBound()) refuseIdle('this handle of SQLite')
  const checkOpen = () => {
    if (!connection.isBound()) throw new DatabaseFault('outside', new Error('The transaction on the handle has ended.'))
  }
  return {
    dialect: 'sqlite',
    isBound: () => true,
    // Each is done when its promise is made: a rejection is all that `async` is there for.
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
