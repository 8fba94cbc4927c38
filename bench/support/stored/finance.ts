/**
 * Statement lines and search terms beside a hospital's payments, made in PostgreSQL: lines of which one in ten is open, and the
 * terms that each payment has when the library stores it.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { searchTermsOf } from '../../../src/domain/payments/search-terms.js'
import { idOf, paymentColumns, storedRows, tenant } from './rows.js'

const first = [
  ...['Abebe', 'Almaz', 'Amina', 'Bekele', 'Chala', 'Dawit', 'Eleni', 'Fatuma', 'Genet', 'Hana', 'Ibrahim', 'Juma'],
  ...['Kebede', 'Liya', 'Mulu', 'Negash', 'Omar', 'Rahel', 'Selam', 'Tigist', 'Wanjiru', 'Yonas', 'Zewdu', 'Akinyi'],
]
const syllables = ['be', 'ke', 'le', 'ma', 'ra', 'ti', 'wo', 'da', 'ne', 'si', 'gu', 'ya', 'mo', 'fi', 'ha', 'to']

/** Returns one of 4,096 names, as family names are many and first names are few. */
export function familyName(index: number): string {
  const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 8
  const parts = [mixed & 15, (mixed >> 4) & 15, (mixed >> 8) & 15].map((place) => syllables[place]!).join('')
  return parts[0]!.toUpperCase() + parts.slice(1)
}

export const nameOf = (index: number) => `${first[index % first.length]} ${familyName(index)}`

const places = Object.fromEntries(paymentColumns.map((column, place) => [column, place]))

function* termLines(count: number): Generator<string> {
  let text = ''
  let index = 0
  for (const { payment } of storedRows(count)) {
    const terms = searchTermsOf({
      reference: String(payment[places['reference']!]),
      amount: Number(payment[places['amount']!]),
      customer: { name: nameOf(index++), phone: String(payment[places['customer_phone']!]) },
    })
    for (const term of terms) {
      text += `${tenant}\t${term.replaceAll('\\', '\\\\')}\t${payment[places['created_at']!]}\t${payment[places['id']!]}\n`
    }
    if (text.length > 65_536) {
      yield text
      text = ''
    }
  }
  yield text
}

/** Returns an INSERT of lines of every `step`th payment, each a little later: nine of ten are settled, the tenth is open. */
const linesOf = (step: number) => `
INSERT INTO hp_account_lines (tenant, line_key, account, direction, amount, currency, value_date, import_id, file_row, booked_at,
  reference, provider_transaction_id, narration, outcome, status, held, allocated, allocations, assignee, version, created_at,
  updated_at, search_text, narration_text)
SELECT tenant, 'id:' || id, 'cbe-1000', 'credit', amount, currency,
  to_char(to_timestamp((created_at + 3600000) / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), NULL, row_number() OVER (), NULL,
  reference, provider_transaction_id, 'Transfer from ' || customer_name,
  CASE WHEN open THEN 'unmatched_line' ELSE 'matched' END, CASE WHEN open THEN 'open' ELSE 'settled' END, 0,
  CASE WHEN open THEN 0 ELSE amount END,
  CASE WHEN open THEN '[]'
    ELSE '[{"to":"payment","paymentId":"' || id || '","amount":' || amount || ',"by":"rule"}]' END,
  NULL, 1, created_at + 3600000, created_at + 3600000,
  lower(concat_ws(chr(10), reference, provider_transaction_id)), lower('Transfer from ' || customer_name)
FROM (SELECT *, right(id, 9)::int / ${step} % 10 = 7 AS open FROM hp_payments WHERE right(id, 9)::int % ${step} = 0) AS payment`

/** Fills a table without its indexes, which are made again afterwards: a third of the time. */
async function without(pool: pg.Pool, table: string, key: string, fill: () => Promise<unknown>): Promise<void> {
  const { rows: indexes } = await pool.query<{ name: string; text: string }>(
    `SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE tablename = '${table}' AND indexname NOT LIKE '%pkey'`,
  )
  for (const { name } of indexes) await pool.query(`DROP INDEX ${name}`)
  await pool.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey`)
  await fill()
  await pool.query(`ALTER TABLE ${table} ADD PRIMARY KEY (${key})`)
  for (const { text } of indexes) await pool.query(text)
  await pool.query(`VACUUM ANALYZE ${table}`)
}

/** Stores names, terms and lines beside the payments of `fillPostgres`, of which every `step`th has a line. */
export async function fillFinance(pool: pg.Pool, count: number, step = 1): Promise<void> {
  // The names of the fill are alike; here people are looked for by them.
  await pool.query('CREATE UNLOGGED TABLE names (id text, name text)')
  const client = await pool.connect()
  try {
    function* names() {
      for (let index = 0; index < count; index++) yield `${idOf(index)}\t${nameOf(index)}\n`
    }
    await pipeline(Readable.from(names()), client.query(copyFrom('COPY names FROM STDIN')))
    await client.query(`UPDATE hp_payments SET customer_name = names.name FROM names WHERE names.id = hp_payments.id`)
    await client.query('DROP TABLE names')
    await without(pool, 'hp_payment_terms', 'tenant, term, created_at, payment_id', () =>
      pipeline(
        Readable.from(termLines(count)),
        client.query(copyFrom('COPY hp_payment_terms (tenant, term, created_at, payment_id) FROM STDIN')),
      ),
    )
    await without(pool, 'hp_account_lines', 'tenant, line_key', () => client.query(linesOf(step)))
    await client.query('VACUUM ANALYZE hp_payments')
    await client.query('CHECKPOINT')
  } finally {
    client.release()
  }
}
