import type { DialectName, SqlDatabase } from '../../core/database.js'
import { driverTransaction } from './driver.js'
import { has } from './shape.js'

/** Reads a transaction of Drizzle: its session has the driver's connection. A database of Drizzle has no `rollback`. */
export function drizzleTransaction(handle: unknown, dialect: DialectName): SqlDatabase | null {
  if (!has(handle, 'rollback', 'transaction', 'select')) return null
  const { session } = handle as { session?: { client?: unknown } }
  return driverTransaction(session?.client, dialect)
}
