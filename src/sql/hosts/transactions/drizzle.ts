import type { DialectName, SqlDatabase } from '../../core/database.js'
import { driverTransaction } from './driver.js'
import { has } from './shape.js'

/** What Drizzle's `transaction` hands out: its session has the driver's connection, and the database itself no `rollback`. */
export function drizzleTransaction(given: unknown, dialect: DialectName): SqlDatabase | null {
  if (!has(given, 'rollback', 'transaction', 'select')) return null
  const { session } = given as { session?: { client?: unknown } }
  return driverTransaction(session?.client, dialect)
}
