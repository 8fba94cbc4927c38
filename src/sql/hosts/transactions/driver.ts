import type { DialectName, SqlDatabase } from '../../core/database.js'
import { mysql2Transaction } from './mysql2.js'
import { pgTransaction } from './pg.js'
import { pgliteTransaction } from './pglite.js'
import { postgresJsTransaction } from './postgres-js.js'
import type { IsOpen } from './shape.js'
import { sqliteTransaction } from './sqlite.js'

/** What the drivers themselves have; libraries over them hold it somewhere inside, and keep record of its end. */
export function driverTransaction(given: unknown, dialect: DialectName, isOpen?: IsOpen): SqlDatabase | null {
  switch (dialect) {
    case 'postgres':
      return pgliteTransaction(given) ?? postgresJsTransaction(given) ?? pgTransaction(given, isOpen)
    case 'mysql':
      return mysql2Transaction(given, isOpen)
    case 'sqlite':
      return sqliteTransaction(given)
  }
}
