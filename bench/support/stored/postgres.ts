import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { storedLines } from './lines.js'
import { eventColumns, paymentColumns, type StoredRows, type Value } from './rows.js'

/** Fills tables of these names, which have the library's columns. */
export async function fillPostgres(
  pool: pg.Pool,
  count: number,
  { payments = 'hp_payments', events = 'hp_payment_events' } = {},
): Promise<void> {
  const client = await pool.connect()
  try {
    const copy = (table: string, columns: readonly string[], part: (rows: StoredRows) => readonly Value[]) =>
      pipeline(
        Readable.from(storedLines(count, part)),
        client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`)),
      )
    await copy(payments, paymentColumns, ({ payment }) => payment)
    await copy(events, eventColumns, ({ event }) => event)
    await client.query(`VACUUM ANALYZE ${payments}`)
    await client.query(`VACUUM ANALYZE ${events}`)
    await client.query('CHECKPOINT')
  } finally {
    client.release()
  }
}
