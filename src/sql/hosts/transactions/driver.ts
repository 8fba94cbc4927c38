import type { DialectName, SqlDatabase } from '../../core/database.js'
import { mysql2Transaction } from './mysql2.js'
import { pgTransaction } from './pg.js'
import { pgliteTransaction } from './pglite.js'
import { postgresJsTransaction } from './postgres-js.js'
import type { IsOpen } from './shape.js'
import { sqliteTransaction } from './sqlite.js'

/**
 * Makes a database of a driver's connection. Libraries over a driver keep the connection inside, and may record the end of the
 * transaction: `isOpen`.
 */
export function driverTransaction(handle: unknown, dialect: DialectName, isOpen?: IsOpen): SqlDatabase | null {
  switch (dialect) {
    case 'postgres':
      return pgliteTransaction(handle) ?? postgresJsTransaction(handle) ?? pgTransaction(handle, isOpen)
    case 'mysql':
      return mysql2Transaction(handle, isOpen)
    case 'sqlite':
      return sqliteTransaction(handle)
  }
}
