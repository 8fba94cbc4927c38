import { PassThrough, Readable } from 'node:stream'
import type { Pool } from 'mysql2/promise'
import { storedLines } from './lines.js'
import { paymentColumns } from './rows.js'

/** Fills the library's table of payments alone; the server must allow `local_infile`. */
export async function fillMariadb(pool: Pool, count: number): Promise<void> {
  await pool.query({
    sql: `LOAD DATA LOCAL INFILE 'payments' INTO TABLE hp_payments CHARACTER SET utf8mb4 (${paymentColumns.join(', ')})`,
    // mysql2 takes bytes.
    infileStreamFactory: () => Readable.from(storedLines(count, ({ payment }) => payment)).pipe(new PassThrough()),
  })
  await pool.query('ANALYZE TABLE hp_payments')
}
