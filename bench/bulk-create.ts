/** P12: `createPayments` against as many single calls, and against the bare rows written set-based. */
import { createHospitalPayments, type PaymentRepository, textChannel } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import { insertFixture, paymentFixture } from 'hospital-payments/testing'
import { deliveryValues, eventValues, keyValues, paymentValues } from '../src/sql/core/row.js'
import { deliveryColumns, eventColumns, keyColumns, paymentColumns } from '../src/sql/core/tables.js'
import { interleave, ratios, repeat, spread, timeOnTheWall } from './support/measure.js'
import { withMariadb, withPostgres, withSqlite } from './support/own-databases.js'
import { atLeast, type Figure, record, times, withoutGoal } from './support/results.js'

const count = Number(process.env['HP_BENCH_ROWS'] ?? 5000)
const rounds = Number(process.env['HP_BENCH_ROUNDS'] ?? 5)
/** The number of payments that the bare peer writes in one transaction. */
const groupSize = 1000
/** A call of the bare peer takes no part of a time limit, and on a busy machine no call of ours should meet its own. */
const timeoutMs = 60_000

let serial = 0

function keyedRequest() {
  serial++
  return {
    request: {
      amount: 150_000,
      currency: 'ETB',
      reference: `INV-N-${serial}`,
      channel: 'cash',
      description: 'Consultation',
      customer: { name: 'Abebe', phone: '+251911000000' },
    },
    idempotencyKey: `key-n-${serial}`,
  }
}

/** Makes the rows that the library stores, of another tenant. */
function bareRows() {
  const id = String(++serial).padStart(20, '0')
  const now = new Date().toISOString()
  const { request, idempotencyKey } = keyedRequest()
  const payment = paymentFixture({ ...request, id: `pay_01M${id}`, createdAt: now, updatedAt: now })
  const entry = insertFixture(payment, { idempotency: { key: idempotencyKey, fingerprint: id.padStart(64, '0') } })
  return {
    payment: ['bare', ...paymentValues(entry.payment), ...keyValues(entry)],
    event: ['bare', ...eventValues(entry.event)],
    delivery: ['bare', ...deliveryValues(entry.event)],
  }
}

type Rows = ReturnType<typeof bareRows>

const tables = [
  ['payment', 'hp_payments', ['tenant', ...paymentColumns, ...keyColumns]],
  ['event', 'hp_payment_events', ['tenant', ...eventColumns]],
  ['delivery', 'hp_deliveries', ['tenant', ...deliveryColumns]],
] as const

async function measured(
  name: string,
  goal: number,
  repository: PaymentRepository,
  bareGroup: (rows: readonly Rows[]) => unknown,
): Promise<Figure[]> {
  const payments = createHospitalPayments({ repository, channels: { cash: textChannel('Pay {reference}.') } })
  const groups = Math.ceil(count / groupSize)
  const contenders = {
    together: () =>
      repeat(1, 1, async () => {
        const created = await payments.createPayments(Array.from({ length: groups * groupSize }, keyedRequest))
        if (created.some(({ error }) => error)) throw new Error('a payment was not created')
      }),
    single: () =>
      repeat(groups * groupSize, 1, async () => {
        const { request, idempotencyKey } = keyedRequest()
        await payments.createPayment(request, { idempotencyKey })
      }),
    bare: () => repeat(groups, 1, async () => bareGroup(Array.from({ length: groupSize }, bareRows))),
  }
  await contenders.together()
  await contenders.bare()
  const timings = await interleave(rounds, contenders, timeOnTheWall)
  const rate = (milliseconds: readonly number[]) =>
    `${Math.round((groups * groupSize * 1000) / spread(milliseconds).median)}/s`
  return [
    atLeast(goal, times, {
      what: `${name}: against single calls`,
      measured: `${rate(timings.together)} (${rate(timings.single)})`,
      figure: ratios(timings.single, timings.together),
    }),
    withoutGoal(times, {
      what: `${name}: against the bare rows, set-based`,
      measured: `${rate(timings.together)} (${rate(timings.bare)})`,
      figure: ratios(timings.bare, timings.together),
    }),
  ]
}

const onPostgres = () =>
  withPostgres(1, async (pool) => {
    await migrate(fromPg(pool))
    return measured('PostgreSQL', 6, sqlRepository(fromPg(pool), { timeoutMs }), async (rows) => {
      const client = await pool.connect()
      await client.query('BEGIN')
      for (const [part, table, columns] of tables) {
        const row = (_: unknown, i: number) => `(${columns.map((_, j) => `$${i * columns.length + j + 1}`).join(', ')})`
        const text = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(row).join(', ')}`
        await client.query({ name: `bare ${part}`, text, values: rows.flatMap((row) => row[part]) })
      }
      await client.query('COMMIT')
      client.release()
    })
  })

const onMariadb = () =>
  withMariadb(1, async (pool) => {
    await migrate(fromMysql2(pool))
    return measured('MariaDB', 6, sqlRepository(fromMysql2(pool), { timeoutMs }), async (rows) => {
      const connection = await pool.getConnection()
      await connection.query('START TRANSACTION')
      // Its own text protocol, because a prepared statement takes longer for as many values.
      for (const [part, table, columns] of tables)
        await connection.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ?`, [rows.map((row) => row[part])])
      await connection.query('COMMIT')
      connection.release()
    })
  })

const onSqlite = () =>
  withSqlite(async (db) => {
    const database = fromSqlite(db)
    await migrate(database)
    const inserts = tables.map(([part, table, columns]) => ({
      part,
      insert: db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`),
    }))
    return measured('SQLite (libsql)', 3, sqlRepository(database, { timeoutMs }), (rows) => {
      db.exec('BEGIN IMMEDIATE')
      for (const { part, insert } of inserts) for (const row of rows) insert.run(row[part])
      db.exec('COMMIT')
    })
  })

const all = { postgres: onPostgres, mariadb: onMariadb, sqlite: onSqlite }
const names = process.env['HP_BENCH_ON']?.split(',')
const figures: Figure[] = []
for (const [name, run] of Object.entries(all)) if (!names || names.includes(name)) figures.push(...(await run()))

await record({
  name: 'bulk-create',
  about: `\`createPayments\` with ${count.toLocaleString('en')} payments, each with an idempotency key and a payer, against as many
calls of \`createPayment\`, by one client over one connection; and against the bare rows of as many payments, events and deliveries,
written by one INSERT a table (on SQLite by prepared ones) in a transaction for each ${groupSize.toLocaleString('en')}. Durable, as the
databases are set by themselves. ${rounds} rounds, time on the wall.`,
  figures,
})
