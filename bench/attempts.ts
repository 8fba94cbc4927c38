/** P25: attempts that are started and checked, against a bare row and two calls of fetch. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createHospitalPayments,
  memoryRepository,
  type PaymentRepository,
  type Provider,
  textChannel,
} from 'hospital-payments'
import { fromPg, fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import { interleave, ratios, spread, timeOnTheWall } from './support/measure.js'
import { withPostgres, withSqlite } from './support/own-databases.js'
import { atMost, type Figure, record, times, withoutGoal } from './support/results.js'

const count = Number(process.env['HP_BENCH_ROWS'] ?? 200)
const rounds = 7
const goal = 2

const server = createServer((request, response) => {
  request.resume()
  const body = request.url === '/start' ? { session: { push: 'p' } } : { state: 'paid' }
  request.on('end', () => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)))
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function ask(path: string, value: object): Promise<never> {
  const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(value) })
  return (await response.json()) as never
}

const provider: Provider = {
  name: 'loopback',
  account: 'loopback',
  startIsIdempotent: true,
  start: (attempt) => ask('/start', attempt),
  status: (attempt) => ask('/status', attempt),
}

/** The two writes of a peer: a row before the provider is called, and its outcome. */
interface BareRows {
  insert(id: string, body: string): unknown
  update(id: string): unknown
}

async function figureOn(what: string, repository: PaymentRepository, bare: BareRows): Promise<Figure[]> {
  const payments = createHospitalPayments({
    repository,
    channels: { mobile: textChannel('Pay {amount} {currency} for {reference}.') },
    providers: { loopback: provider },
  })
  let serial = 0
  const bills = async () => {
    const requests = Array.from({ length: count }, () => ({
      request: { amount: 150_000, currency: 'KES', reference: `INV-${++serial}`, channel: 'mobile' },
    }))
    const created = await payments.createPayments(requests)
    return created.map(({ payment }) => payment?.id ?? '')
  }
  let ids: string[] = []
  const measured = { attempts: [] as number[], bare: [] as number[] }
  const contenders = {
    attempts: async () => {
      for (const paymentId of ids) {
        const { id } = await payments.attempts.start({ paymentId, provider: 'loopback', phone: '+254712345678' })
        const { status } = await payments.attempts.check(id)
        if (status !== 'paid') throw new Error(`the attempt is ${status}`)
      }
    },
    bare: async () => {
      for (const paymentId of ids) {
        const id = randomUUID()
        const attempt = { id, paymentId, amount: 150_000, currency: 'KES', phone: '+254712345678' }
        await bare.insert(id, JSON.stringify(attempt))
        await ask('/start', attempt)
        await ask('/status', attempt)
        await bare.update(id)
      }
    },
  }
  for (let round = 0; round <= rounds; round++) {
    ids = await bills()
    const timings = await interleave(1, contenders, timeOnTheWall)
    // The first round warms up.
    if (round === 0) continue
    measured.attempts.push(...timings.attempts)
    measured.bare.push(...timings.bare)
  }
  const rate = (milliseconds: readonly number[]) => `${Math.round((count * 1000) / spread(milliseconds).median)}/s`
  const figure = {
    what,
    measured: `${rate(measured.attempts)} (${rate(measured.bare)})`,
    figure: ratios(measured.attempts, measured.bare),
  }
  return [what === 'Memory' ? withoutGoal(times, figure) : atMost(goal, times, figure)]
}

const table = 'CREATE TABLE bare_attempts (id TEXT PRIMARY KEY, status TEXT NOT NULL, body TEXT NOT NULL)'
const insertion = 'INSERT INTO bare_attempts (id, status, body) VALUES'

const rows = new Map<string, { status: string; body: string }>()
const figures = [
  ...(await figureOn('Memory', memoryRepository(), {
    insert: (id, body) => rows.set(id, { status: 'starting', body }),
    update: (id) => rows.set(id, { ...rows.get(id)!, status: 'paid' }),
  })),
  ...(await withPostgres(4, async (pool) => {
    await migrate(fromPg(pool))
    await pool.query(table)
    return figureOn('PostgreSQL, one client', sqlRepository(fromPg(pool)), {
      insert: (id, body) =>
        pool.query({ name: 'start', text: `${insertion} ($1, 'starting', $2)`, values: [id, body] }),
      update: (id) =>
        pool.query({ name: 'end', text: "UPDATE bare_attempts SET status = 'paid' WHERE id = $1", values: [id] }),
    })
  })),
  ...(await withSqlite(async (db) => {
    await migrate(fromSqlite(db))
    db.exec(table)
    const insert = db.prepare(`${insertion} (?, 'starting', ?)`)
    const update = db.prepare("UPDATE bare_attempts SET status = 'paid' WHERE id = ?")
    return figureOn('SQLite (libsql)', sqlRepository(fromSqlite(db)), {
      insert: (id, body) => insert.run(id, body),
      update: (id) => update.run(id),
    })
  })),
]
server.close()
server.closeAllConnections()

await record({
  name: 'attempts',
  about: `An attempt that is started and then checked until it is paid (its lease, its answer, its line, its payment and its events) against a
bare row that is inserted before and updated after the same two calls of \`fetch\`. The provider is an HTTP server of the same process.
${count} attempts in turn, one client, ${rounds} rounds, time on the wall. An attempt makes four writes where the peer makes two.`,
  figures,
})
