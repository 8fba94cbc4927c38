import type Database from 'libsql'
import { paymentColumns, storedRows } from './rows.js'

/** Fills the library's table of payments alone. */
export function fillSqlite(db: Database.Database, count: number): void {
  const marks = paymentColumns.map(() => '?').join(', ')
  const insert = db.prepare(`INSERT INTO hp_payments (${paymentColumns.join(', ')}) VALUES (${marks})`)
  db.exec('BEGIN')
  for (const { payment } of storedRows(count)) insert.run(payment)
  db.exec('COMMIT')
  db.exec('ANALYZE')
}
