/** P8 and P21: statements of 20,000, 100,000 and of a million lines against a million payments, next to COPY and a full join in the database. */
import { execFileSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { HospitalPayments, Payment, PaymentRepository, StatementLine } from 'hospital-payments'
import { fromPg, migrate } from 'hospital-payments/sql'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { ownPostgres } from '../test/support/databases/own-postgres.js'
import { interleave, ratios, spread, timeOnTheWall } from './support/measure.js'
import { hospital } from './support/payments.js'
import { atMost, type Figure, record, times, withoutGoal } from './support/results.js'
import { fillPostgres } from './support/stored/postgres.js'
import { tenant } from './support/stored/rows.js'
import { statementOf } from './support/stored/statement.js'
import { openStore } from './support/stored/stores.js'

const stored = Number(process.env['HP_BENCH_ROWS'] ?? 1_000_000)
/** Finance's files are rarely beyond the first; a preview remembers each payment that it would change. */
const statements = [
  { lines: stored / 10, rounds: 5, maxTimes: 2.5, maxMegabytes: 60 },
  { lines: stored, rounds: 3, maxTimes: 3, maxMegabytes: 450 },
] as const
const period = { from: '2026-01-01', to: '2026-12-31' }

async function preview(payments: HospitalPayments, lines: Iterable<StatementLine>): Promise<number> {
  let items = 0
  for await (const item of payments.reconcile(lines, { account: 'bank', period }))
    items += item.kind === 'summary' ? 0 : 1
  return items
}

function* copyText(lines: number): Generator<string> {
  let text = ''
  for (const { row, direction, amount, currency, valueDate, reference = '', narration = '' } of statementOf(lines)) {
    text += `${[row, direction, amount, currency, valueDate, reference, narration].join('\t')}\n`
    if (text.length < 65_536) continue
    yield text
    text = ''
  }
  yield text
}

const joined = `SELECT l.row, l.direction, l.amount, l.currency, l.value_date, l.reference, p.id, p.reference, p.amount,
    p.currency, p.status, p.paid_at, p.amount_reconciled
  FROM account_line AS l FULL JOIN (SELECT * FROM hp_payments WHERE tenant = '${tenant}') AS p
  ON p.reference = l.reference AND p.currency = l.currency`

/** Copies the statement into a table, joins it with the payments, and reads the result: as rows, or as bytes alone. */
async function joinInDatabase(
  client: pg.Client,
  lines: number,
  read: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  await client.query(`BEGIN; CREATE TEMP TABLE account_line (row bigint, direction text, amount bigint, currency text,
    value_date date, reference text COLLATE "C", narration text) ON COMMIT DROP`)
  await pipeline(Readable.from(copyText(lines)), client.query(copyFrom('COPY account_line FROM STDIN')))
  await read(client)
  await client.query('COMMIT')
}

async function asRows(client: pg.Client): Promise<number> {
  await client.query(`DECLARE joined NO SCROLL CURSOR FOR ${joined}`)
  for (let count = 0; ;) {
    const { rows } = await client.query<unknown[]>({ text: 'FETCH 1000 FROM joined', rowMode: 'array' })
    if (rows.length === 0) return count
    count += rows.length
  }
}

async function asBytes(client: pg.Client): Promise<number> {
  let bytes = 0
  for await (const piece of client.query(copyTo(`COPY (${joined}) TO STDOUT`))) bytes += (piece as Buffer).length
  return bytes
}

const speed = (lines: number, milliseconds: readonly number[]) =>
  `${(lines / spread(milliseconds).median).toFixed(0)} k lines/s`

async function speedFigures(url: string, { lines, rounds, maxTimes }: (typeof statements)[number]): Promise<Figure[]> {
  const client = new pg.Client(url)
  await client.connect()
  const store = openStore('postgres', url)
  const timings = await interleave(
    rounds,
    {
      preview: () => preview(store.payments, statementOf(lines)),
      rows: () => joinInDatabase(client, lines, asRows),
      bytes: () => joinInDatabase(client, lines, asBytes),
    },
    timeOnTheWall,
  )
  await client.end()
  await store.close()
  const against = (peer: 'rows' | 'bytes', what: string) => ({
    what: `PostgreSQL, ${lines.toLocaleString('en')} lines: time against COPY and full join, ${what}`,
    measured: `${speed(lines, timings.preview)} (${speed(lines, timings[peer])})`,
    figure: ratios(timings.preview, timings[peer]),
  })
  return [
    atMost(maxTimes, times, against('rows', 'the result read as rows')),
    withoutGoal(times, against('bytes', 'the result taken as bytes and not looked at')),
  ]
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** Measures the memory of another process. */
function memoryOf(url: string, ...parameters: string[]): { items: number; resident: number; heap: number } {
  const script = fileURLToPath(new URL('./support/stored/reconcile-memory.ts', import.meta.url))
  const output = execFileSync(process.execPath, ['--import', 'tsx', script, url, ...parameters], { encoding: 'utf8' })
  return JSON.parse(output) as ReturnType<typeof memoryOf>
}

function memoryFigures(url: string): Figure[] {
  const bare = memoryOf(url)
  return statements.flatMap(({ lines, maxMegabytes }) => {
    const { items, resident, heap } = memoryOf(url, String(lines), period.from, period.to)
    const what = `PostgreSQL, ${lines.toLocaleString('en')} lines, ${items.toLocaleString('en')} items`
    return [
      atMost(maxMegabytes * 1e6, megabytes, {
        what: `${what}: peak resident memory over a process that reconciles nothing`,
        measured: `${megabytes(resident)} (${megabytes(bare.resident)})`,
        figure: spread([resident - bare.resident]),
      }),
      withoutGoal(megabytes, { what: `${what}: peak heap`, figure: spread([heap]) }),
    ]
  })
}

/** The payments and lines of P21. */
const ofMap = 20_000
const maxOfMap = 15

/**
 * Matches as people write it first: reads all payments, puts them into a Map, in which every line is looked up, and lists the payments
 * that no line has named.
 */
async function joinInMap(repository: PaymentRepository, lines: Iterable<StatementLine>): Promise<number> {
  const byReference = new Map<string, Payment>()
  const all = await repository.page({ by: 'createdAt', direction: 'asc', limit: ofMap })
  for (const payment of all) byReference.set(payment.reference, payment)
  const results: object[] = []
  const named = new Set<string>()
  for (const line of lines) {
    const payment = byReference.get(line.reference ?? '')
    if (payment) named.add(payment.id)
    results.push({ line, paymentId: payment?.id, outcome: payment?.amount === line.amount ? 'matched' : 'different' })
  }
  for (const payment of all) if (!named.has(payment.id)) results.push({ payment, outcome: 'missing_line' })
  return results.length
}

async function inMemoryFigure(): Promise<Figure> {
  const { payments, repository } = await hospital(ofMap)
  const all = await repository.page({ by: 'createdAt', direction: 'asc', limit: ofMap })
  const lines = all.map(({ reference, amount, currency, createdAt }, row): StatementLine => ({
    ...{ row, direction: 'credit', amount, currency, valueDate: createdAt.slice(0, 10), reference },
  }))
  const contenders = { preview: () => preview(payments, lines), map: () => joinInMap(repository, lines) }
  // The first round warms up.
  const timings = await interleave(8, contenders)
  for (const list of [timings.preview, timings.map]) list.shift()
  return atMost(maxOfMap, times, {
    what: `in-memory repository, ${ofMap.toLocaleString('en')} lines: processor time against a Map of all payments`,
    measured: `${speed(ofMap, timings.preview)} (${speed(ofMap, timings.map)})`,
    figure: ratios(timings.preview, timings.map),
  })
}

const server = await ownPostgres()
const figures: Figure[] = []
try {
  const pool = new pg.Pool({ connectionString: server.url })
  await migrate(fromPg(pool))
  await fillPostgres(pool, stored)
  await pool.end()
  for (const statement of statements) figures.push(...(await speedFigures(server.url, statement)))
  figures.push(...memoryFigures(server.url))
} finally {
  await server.destroy()
}
figures.push(await inMemoryFigure())

await record({
  name: 'reconcile',
  about: `Preview of statements of ${statements.map(({ lines }) => lines.toLocaleString('en')).join(' and ')} lines against ${stored.toLocaleString('en')} payments, with the payments of the whole period
on the other side. Against COPY of the same lines into a temporary table of the same database and one full join by reference and
currency; ${statements.map(({ rounds }) => rounds).join(' and ')} rounds, time on the wall.`,
  figures,
  notes: [
    'The join knows one rule (the reference) and decides nothing: no keys of lines, no open amounts, no candidates. The Map holds all payments of the in-memory repository, which it reads first, as a preview does.',
  ],
})
