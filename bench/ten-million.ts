/** P17: ten million payments in PostgreSQL against one million in another database of the same server. */
import { createHospitalPayments, textChannel } from 'hospital-payments'
import { fromPg, migrate, sqlRepository } from 'hospital-payments/sql'
import pg from 'pg'
import { ownPostgres } from '../test/support/databases/own-postgres.js'
import { interleave, ratios, repeat, spread, timeOnTheWall } from './support/measure.js'
import { farPageFigures } from './support/far-pages.js'
import { pageSize } from './support/report-pages.js'
import { atLeast, atMost, type Figure, record, times, withoutGoal } from './support/results.js'
import { exportMemory } from './support/stored/memory-of.js'
import { fillPostgres } from './support/stored/postgres.js'
import { eventColumns, paymentColumns } from './support/stored/rows.js'

const million = Number(process.env['HP_BENCH_ROWS'] ?? 1_000_000)
const copies = 10
const rounds = 9
const daysMs = 180 * 86_400_000
const day = '2026-03-02'
const pages = [10_000, 90_000].map((page) => Math.floor((page * million) / 1_000_000))

/** Returns the SQL of a column of a copy: unique values differ from copy to copy; times go back by half a year each. */
function copied(column: string, copy: number): string {
  switch (column) {
    case 'id':
    case 'payment_id':
      // The ids of the first million begin with zeros.
      return `overlay(${column} placing '${copy}' from 9)`
    case 'reference':
    case 'provider_transaction_id':
    case 'transaction_key':
    case 'idempotency_key':
      return `${column} || '-${copy}'`
    case 'created_at':
    case 'updated_at':
    case 'expires_at':
    case 'paid_at':
    case 'reversed_at':
      return `${column} - ${copy * daysMs}`
    default:
      return column
  }
}

/** Fills the first million by COPY, and makes nine more of it in the database. */
async function fillTenTimes(pool: pg.Pool): Promise<void> {
  await fillPostgres(pool, million)
  const tables = [
    ['hp_payments', paymentColumns],
    ['hp_payment_events', eventColumns],
  ] as const
  // Filled without the indexes, which are made again afterwards: a third of the time.
  const { rows: indexes } = await pool.query<{ name: string; text: string }>(
    `SELECT indexname AS name, indexdef AS text FROM pg_indexes
    WHERE tablename IN ('hp_payments', 'hp_payment_events') AND indexname NOT LIKE '%pkey'`,
  )
  for (const { name } of indexes) await pool.query(`DROP INDEX ${name}`)
  for (let copy = 1; copy < copies; copy++) {
    for (const [table, columns] of tables) {
      const from = table === 'hp_payments' ? "substr(id, 9, 1) = '0'" : "substr(payment_id, 9, 1) = '0'"
      await pool.query(`INSERT INTO ${table} (${columns.join(', ')})
        SELECT ${columns.map((column) => copied(column, copy)).join(', ')} FROM ${table} WHERE ${from}`)
    }
  }
  for (const { text } of indexes) await pool.query(text)
  for (const [table] of tables) await pool.query(`VACUUM ANALYZE ${table}`)
  await pool.query('CHECKPOINT')
}

async function opened(url: string, fill: (pool: pg.Pool) => Promise<unknown>) {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  await migrate(fromPg(pool))
  const start = performance.now()
  await fill(pool)
  const filledIn = performance.now() - start
  const repository = sqlRepository(fromPg(pool))
  const payments = createHospitalPayments({
    repository,
    channels: { cash: textChannel('Pay {amount} {currency} for {reference}.') },
    timeZone: 'Africa/Addis_Ababa',
  })

  async function firstPage(): Promise<void> {
    const { items } = await payments.reportPayments({ limit: pageSize })
    if (items.length !== pageSize) throw new Error(`a page of ${items.length} rows`)
  }

  let serial = 0
  return {
    url,
    filledIn,
    firstPage,
    totals: async () => {
      const { items } = await payments.totals({ from: day, to: day })
      if (items.length === 0) throw new Error('a day without payments')
    },
    create: () =>
      payments.createPayment(
        {
          amount: 150_000,
          currency: 'ETB',
          reference: `INV-N-${++serial}`,
          channel: 'cash',
          description: 'Consultation',
        },
        { idempotencyKey: `key-n-${serial}` },
      ),
    bytes: async () => {
      const { rows } = await pool.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
      return Number(rows[0]!.bytes)
    },
    close: () => pool.end(),
  }
}

const ms = (timings: readonly number[], count: number) => `${(spread(timings).median / count).toFixed(2)} ms`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

const server = await ownPostgres()
const figures: Figure[] = []
let about = ''
try {
  const setUp = new pg.Pool({ connectionString: server.url, max: 1 })
  await setUp.query('CREATE DATABASE ten')
  await setUp.end()
  const url = new URL(server.url)
  url.pathname = '/ten'
  const one = await opened(server.url, (pool) => fillPostgres(pool, million))
  const ten = await opened(url.href, fillTenTimes)
  const gigabytes = async (store: typeof one) => `${((await store.bytes()) / 1e9).toFixed(1)} GB`
  about = `${(million * copies).toLocaleString('en')} payments of five years with an event each (${await gigabytes(ten)}, filled in
${Math.round(ten.filledIn / 1000)} s) against ${million.toLocaleString('en')} of half a year (${await gigabytes(one)}), in two databases of one server
with PostgreSQL's own settings. ${rounds} rounds, of the pages 301 of one reading each, time on the wall.`

  const compared = async (count: number, work: (store: typeof one) => Promise<unknown>) => {
    const contenders = { ten: () => repeat(count, 1, () => work(ten)), one: () => repeat(count, 1, () => work(one)) }
    await contenders.ten()
    await contenders.one()
    return interleave(rounds, contenders, timeOnTheWall)
  }
  const totals = await compared(10, (store) => store.totals())
  figures.push(
    atMost(1.3, times, {
      what: 'totals of a day against the same at a tenth',
      measured: `${ms(totals.ten, 10)} (${ms(totals.one, 10)})`,
      figure: ratios(totals.ten, totals.one),
    }),
  )
  const created = await compared(300, (store) => store.create())
  figures.push(
    atLeast(0.9, times, {
      what: 'createPayment, 1 client, against the same at a tenth',
      measured: `${ms(created.ten, 300)} (${ms(created.one, 300)})`,
      figure: ratios(created.one, created.ten),
    }),
  )
  const firsts = await compared(20, (store) => store.firstPage())
  figures.push(
    withoutGoal(times, {
      what: 'page 1 against page 1 at a tenth',
      measured: `${ms(firsts.ten, 20)} (${ms(firsts.one, 20)})`,
      figure: ratios(firsts.ten, firsts.one),
    }),
  )
  await one.close()
  await ten.close()
  figures.unshift(...(await farPageFigures(server, url.href, pages)))
  const bare = exportMemory('postgres', server.url)
  const [memoryOfOne, memoryOfTen] = [one, ten].map((store) => exportMemory('postgres', store.url, '2026-12-31'))
  figures.push(
    atMost(1.2, times, {
      what: `peak memory of an export of ${memoryOfTen!.rows.toLocaleString('en')} rows against one of ${memoryOfOne!.rows.toLocaleString('en')}`,
      measured: `${megabytes(memoryOfTen!.resident)} (${megabytes(memoryOfOne!.resident)}; nothing exported: ${megabytes(bare.resident)})`,
      figure: spread([memoryOfTen!.resident / memoryOfOne!.resident]),
    }),
  )
} finally {
  await server.destroy()
}

await record({
  name: 'ten-million',
  about,
  figures,
  notes: [
    "The blocks of a page are the server's own account: a page far back takes about as many as page 1. A page that is read once reads " +
      'them from the disk or the cache of the system.',
  ],
})
