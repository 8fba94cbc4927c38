/** P26: many tenants in one process: what their services take, and how a worker finds those that have work to do. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createHospitalPayments, textChannel } from 'hospital-payments'
import {
  fromPg,
  migrate,
  runTenantWorker,
  sqlRepository,
  tenants,
  type SqlDatabase,
  type WaitingOptions,
} from 'hospital-payments/sql'
import type pg from 'pg'
import { processorTime, spread, timeOnTheWall } from './support/measure.js'
import { withPostgres } from './support/own-databases.js'
import { atMost, type Figure, record, withoutGoal } from './support/results.js'

const count = Number(process.env['HP_BENCH_ROWS'] ?? 10_000)
const rounds = 7

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

const megabytes = (value: number) => `${value.toFixed(1)} MB`
const milliseconds = (value: number) => `${value.toFixed(1)} ms`
const statements = (value: number) => `${value}`

function heap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Makes the service of each tenant, as a host does; nothing is sent. */
function servicesOver(database: SqlDatabase) {
  const cash = textChannel('Pay {amount} {currency} with reference {reference}.')
  return Array.from({ length: count }, (_, i) =>
    createHospitalPayments({
      repository: sqlRepository(database, { tenant: `tenant-${i}` }),
      channels: { cash },
      timeZone: 'Africa/Nairobi',
    }),
  )
}

function figuresOfServices(database: SqlDatabase): Figure[] {
  const [memory, time] = [[] as number[], [] as number[]]
  for (let round = 0; round <= rounds; round++) {
    const before = heap()
    const begun = processorTime()
    let services = servicesOver(database)
    const took = processorTime() - begun
    const bytes = heap() - before
    if (services.length !== count) throw new Error('some services are missing')
    // Or they would be kept, and counted, until the next ones are there.
    services = []
    // The first round loads code.
    if (round === 0) continue
    memory.push(bytes / 1e6)
    time.push(took)
  }
  return [
    atMost(100, megabytes, { what: `memory of ${count} services`, figure: spread(memory) }),
    atMost(1_000, milliseconds, { what: `processor time to make ${count} services`, figure: spread(time) }),
  ]
}

/** Stores a payment and its event of each of so many tenants, due at a time. */
async function fill(pool: pg.Pool, of: number, { freeAt, expiresAt }: { freeAt: number; expiresAt: number }) {
  await pool.query('TRUNCATE hp_payments, hp_deliveries')
  await pool.query(
    `INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, status, instructions, updated_at,
      expires_at, late, amount_reconciled, amount_refund_pending, amount_refunded, amount_written_off, amount_waived, version,
      has_customer, imported)
    SELECT 'tenant-' || i % $1, 'pay_' || i, 'INV-' || i, 100, 'ETB', 'cash', 0, 'pending', '{}', 0, $2::bigint + i,
      0, 0, 0, 0, 0, 0, 1, 0, 0 FROM generate_series(0, $1::int * 10 - 1) AS i`,
    [of, expiresAt],
  )
  await pool.query(
    `INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts)
    SELECT tenant, 'evt' || id, id, 1, 0, $1::bigint, 0 FROM hp_payments`,
    [freeAt],
  )
  await pool.query('VACUUM ANALYZE hp_payments, hp_deliveries')
}

/** Counts the statements that one round of the worker reads to find work. */
async function statementsOfRound(database: SqlDatabase): Promise<number> {
  let texts = 0
  const stop = new AbortController()
  const read: SqlDatabase['read'] = async (statement, deadline) => {
    texts++
    // The second round is not waited for.
    setTimeout(() => stop.abort(), 300)
    return database.read(statement, deadline)
  }
  const idle = createHospitalPayments({ repository: sqlRepository(database, { tenant: 'idle' }) })
  await runTenantWorker({
    database: { ...database, read },
    payments: () => idle,
    send: async () => undefined,
    everyMs: 86_400_000,
    signal: stop.signal,
  })
  return texts
}

async function timesOf(call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  await call()
  for (let round = 0; round < rounds; round++) {
    const begun = timeOnTheWall()
    await call()
    times.push(timeOnTheWall() - begun)
  }
  return times
}

async function figuresOfPostgres(pool: pg.Pool): Promise<Figure[]> {
  const database = fromPg(pool)
  await migrate(database)
  const figures: Figure[] = [...figuresOfServices(database)]
  const [due, later] = [1, Date.now() + 365 * 86_400_000]
  for (const of of [1, 100, count]) {
    await fill(pool, of, { freeAt: due, expiresAt: due })
    const all = await Promise.all(Array.from({ length: 3 }, () => statementsOfRound(database)))
    figures.push(atMost(3, statements, { what: `statements a round, ${of} tenants that wait`, figure: spread(all) }))
  }
  const search = async (what: string, work: WaitingOptions['for'], expected: number) => {
    const call = () => tenants.waiting(database, { for: work })
    const names = await call()
    if (names.length !== expected) throw new Error(`${names.length} tenants wait for ${work}, and not ${expected}`)
    figures.push(withoutGoal(milliseconds, { what: `tenants.waiting, ${what}`, figure: spread(await timesOf(call)) }))
  }
  await search(`events: ${count} tenants wait, each with 10`, 'events', count)
  await search(`expiry: ${count} tenants wait, each with 10`, 'expiry', count)
  const list = async () => {
    const names: string[] = []
    for await (const name of tenants(database)) names.push(name)
    if (names.length !== count) throw new Error(`${names.length} tenants are listed`)
  }
  figures.push(
    withoutGoal(milliseconds, { what: `tenants: the list of ${count}`, figure: spread(await timesOf(list)) }),
  )
  await fill(pool, count, { freeAt: later, expiresAt: later })
  await search(`events: ${count} tenants have later ones, none is due`, 'events', 0)
  await search(`expiry: ${count} tenants have later ones, none is due`, 'expiry', 0)
  await pool.query("UPDATE hp_deliveries SET free_at = 1 WHERE payment_id = 'pay_' || substr(tenant, 8)")
  await pool.query('VACUUM ANALYZE hp_deliveries')
  await search(`events: ${count} tenants wait, each with one of 10`, 'events', count)
  return figures
}

const figures = await withPostgres(4, (pool) => figuresOfPostgres(pool))

await record({
  name: 'tenants',
  about: `Services of ${count} tenants over one pool: the heap that they keep, and the processor time to make them (${rounds} rounds). Then on
PostgreSQL with its own settings, ten payments and ten events a tenant: the statements by which one round of runTenantWorker finds
work, and the time on the wall of each search.`,
  figures,
})
