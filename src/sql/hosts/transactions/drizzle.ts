import type { DialectName, SqlDatabase } from '../../core/database.js'
import { driverTransaction } from './driver.js'
import { has } from './shape.js'

/** What Drizzle's `transaction` hands out: its session has the driver's connection, and the database itself no `rollback`. */
export function drizzleTransaction(given: object, dialect: DialectName): SqlDatabase | null {
  if (!has(given, 'rollback', 'transaction', 'select')) return null
  const { client } = ((given as { session?: unknown }).session ?? {}) as { client?: unknown }
  if (client === null || (typeof client !== 'object' && typeof client !== 'function')) return null
  return driverTransaction(client, dialect)
}
