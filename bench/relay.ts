/** `deliverEvents` with a send that does nothing, against the bare claim and the bare claim with a DELETE an event. */
import { createHospitalPayments, memoryRepository, type PaymentRepository, textChannel } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, migrate } from 'hospital-payments/sql'
import { interleave, ratios, repeat, spread, timeOnTheWall } from './support/measure.js'
import { inMariadb, inMemory, inPostgres, inSqlite, type Outbox } from './support/outboxes.js'
import { withMariadb, withPostgres, withSqlite } from './support/own-databases.js'
import { type Figure, record, times, withoutGoal } from './support/results.js'

const events = Number(process.env['HP_BENCH_EVENTS'] ?? 3_000)
const rounds = Number(process.env['HP_BENCH_ROUNDS'] ?? 7)
const largestClaim = 50
const concurrencies = [1, 10] as const

function serviceOn(repository: PaymentRepository) {
  return createHospitalPayments({
    repository,
    channels: { cash: textChannel('Pay {amount} {currency} for {reference}.') },
  })
}

/** Creates payments of one event each, so that no event waits for an earlier one and a claim may lease all of them. */
async function createAll(repository: PaymentRepository, clients: number): Promise<void> {
  const payments = serviceOn(repository)
  let serial = 0
  const create = () =>
    payments.createPayment({ amount: 150_000, currency: 'ETB', reference: `INV-${++serial}`, channel: 'cash' })
  await repeat(events, clients, create)
}

const ours = (outbox: Outbox, concurrency: number) => async () => {
  const { delivered } = await serviceOn(outbox.repository).deliverEvents(async () => {}, { limit: events, concurrency })
  if (delivered !== events) throw new Error(`${delivered} of ${events} events were delivered`)
}

/** Makes claims of the same sizes as ours, which begin small; each claimed event goes to `done`, so many at a time. */
const bare = (outbox: Outbox, concurrency: number, done?: (eventId: string) => Promise<unknown>) => async () => {
  let left = events
  for (let size = concurrency; left > 0; size = Math.min(size * 2, largestClaim)) {
    const claimed = await outbox.claim(Math.min(size, left))
    if (claimed.length === 0) throw new Error(`${left} of ${events} events were never claimed`)
    left -= claimed.length
    const ids = claimed.values()
    if (done) await repeat(claimed.length, concurrency, () => done(ids.next().value!))
  }
}

/** Measures as `interleave` does, with a full outbox before each turn. */
async function inTurns(outbox: Outbox, contenders: Readonly<Record<string, () => Promise<void>>>) {
  const names = Object.keys(contenders)
  const timings = new Map(names.map((name) => [name, [] as number[]]))
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length]!
      await outbox.refill()
      const { run } = await interleave(1, { run: contenders[name]! }, timeOnTheWall)
      if (round > 0) timings.get(name)!.push(...run)
    }
  }
  return (name: string) => timings.get(name)!
}

const rate = (milliseconds: readonly number[]) => `${Math.round((events * 1000) / spread(milliseconds).median)}/s`

async function figuresOf(outbox: Outbox): Promise<Figure[]> {
  const timings = await inTurns(
    outbox,
    Object.fromEntries(
      concurrencies.flatMap((concurrency) => [
        [`ours ${concurrency}`, ours(outbox, concurrency)],
        [`claim ${concurrency}`, bare(outbox, concurrency)],
        [`delete ${concurrency}`, bare(outbox, concurrency, outbox.remove)],
      ]),
    ),
  )
  const peers = { claim: 'the bare claim', delete: 'the bare claim and a DELETE an event' }
  return concurrencies.flatMap((concurrency) =>
    Object.entries(peers).map(([peer, what]) => {
      const [mine, theirs] = [timings(`ours ${concurrency}`), timings(`${peer} ${concurrency}`)]
      return withoutGoal(times, {
        what: `${outbox.name}, ${concurrency} at a time: against ${what}`,
        measured: `${rate(mine)} (${rate(theirs)})`,
        figure: ratios(theirs, mine),
      })
    }),
  )
}

const onPostgres = () =>
  withPostgres(10, async (pool) => {
    await migrate(fromPg(pool))
    const outbox = inPostgres(pool)
    await createAll(outbox.repository, 10)
    await pool.query('VACUUM ANALYZE hp_payment_events')
    return figuresOf(outbox)
  })

const onMariadb = () =>
  withMariadb(10, async (pool) => {
    await migrate(fromMysql2(pool))
    const outbox = inMariadb(pool)
    await createAll(outbox.repository, 10)
    return figuresOf(outbox)
  })

const onSqlite = () =>
  withSqlite(async (db) => {
    await migrate(fromSqlite(db))
    db.exec('PRAGMA synchronous = NORMAL')
    const outbox = inSqlite(db)
    await createAll(outbox.repository, 1)
    return figuresOf(outbox)
  })

const onMemory = () =>
  figuresOf(
    inMemory(async () => {
      const repository = memoryRepository()
      await createAll(repository, 1)
      return repository
    }),
  )

await record({
  name: 'relay',
  about: `Events a second of \`deliverEvents\` with a send that does nothing, ${events.toLocaleString('en')} due events of as many payments, against
what it costs at least through the same driver: the bare claim of the same events in batches of the same sizes, until all are
leased and none is completed; and the bare claim with the DELETE of each event by itself, as many at a time as ours. The bare
statements are the library's own, prepared. PostgreSQL and MariaDB are durable, with pools of 10; SQLite has
\`synchronous = NORMAL\`; in memory the peers are the repository's own functions. ${rounds} rounds, time on the wall.`,
  figures: [...(await onPostgres()), ...(await onMariadb()), ...(await onSqlite()), ...(await onMemory())],
  notes: [
    'A bare claim completes nothing: its ratio says how much of the time goes into sending and completing events one by one.',
  ],
})
