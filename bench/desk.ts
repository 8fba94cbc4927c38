/** P18: every page of the finance desk beside a million payments and 200,000 statement lines in PostgreSQL, and its assets. */
import { createHospitalPayments, type HospitalPayments } from 'hospital-payments'
import { createDesk } from 'hospital-payments/desk'
import { fromPg, migrate, sqlRepository } from 'hospital-payments/sql'
import { manualClock } from 'hospital-payments/testing'
import pg from 'pg'
import { gzipSync } from 'node:zlib'
import { ownPostgres } from '../test/support/databases/own-postgres.js'
import { ratios, type Spread, spread } from './support/measure.js'
import { atMost, type Figure, record, times, withoutGoal } from './support/results.js'
import { type Call, recording, replay } from './support/service-calls.js'
import { fillFinance, nameOf } from './support/stored/finance.js'
import { fillPostgres } from './support/stored/postgres.js'
import { idOf } from './support/stored/rows.js'

const count = Number(process.env['HP_BENCH_ROWS'] ?? 1_000_000)
const step = Math.floor(count / Number(process.env['HP_BENCH_LINES'] ?? 200_000))
const rounds = 3
const calls = 100
/** The number of calls of a page that misses its goal by far. */
const callsWhenSlow = 10
/** The number of rows of each kind that people make one by one. */
const few = 300
const limitMs = 50
/** The limit of the work list, whose page looks up a suggestion for each open line. */
const withSuggestionsMs = 150
const origin = 'http://desk.bench'
const base = '/finance'
const account = 'cbe-1000'
/** The last day of the payments that are stored. */
const now = '2026-06-30T09:00:00.000Z'

const milliseconds = (value: number) => `${value.toFixed(1)} ms`
const kilobytes = (value: number) => `${(value / 1024).toFixed(1)} KB`

function p99(timings: readonly number[]): number {
  return timings.toSorted((a, b) => a - b)[Math.ceil(timings.length * 0.99) - 1]!
}

const scopes = [
  ...(['reports:read', 'lines:read', 'lines:write', 'payments:write'] as const),
  ...(['refunds:request', 'refunds:approve', 'refunds:settle', 'days:close'] as const),
  ...(['payments:read', 'cash:take', 'cash:supervise', 'payers:read', 'payers:write', 'receipts:issue'] as const),
]

/** Stores the work at a window: a session of each day with a take and a sending, and today's, which is open, with as many takes as there are bills. */
async function workAtWindow(payments: HospitalPayments, bills: readonly string[]) {
  const opening = { point: 'window-1', currency: 'ETB', float: 100_000, actor: 'almaz' } as const
  for (let at = 0; at < 60; at++) {
    const { id: sessionId } = await payments.cash.open(opening)
    const { line } = await payments.cash.take({ sessionId, amount: 5000, payerId: payerOf(at), actor: 'almaz' })
    await payments.cash.send({ sessionId, amount: line.amount, to: 'cash.safe', actor: 'almaz' })
    await payments.cash.close({ sessionId, counted: 100_000, actor: 'almaz' })
  }
  const { id: sessionId } = await payments.cash.open(opening)
  const takes: string[] = []
  for (const [at, paymentId] of bills.entries()) {
    const { amount } = (await payments.getPayment(paymentId))!
    const call = { sessionId, paymentId, amount: amount + 1000, payerId: payerOf(at), actor: 'almaz' }
    takes.push((await payments.cash.take(call)).line.key)
  }
  const { items } = await payments.cash.list({ status: 'closed', limit: 60 })
  return { takes, closed: items.map(({ id }) => id) }
}

const payerOf = (at: number) => `MRN-${at % 50}`

/** Stores the work of people at the desk: refunds, of which a third waits for its approval, receipts, days, imports. */
async function work(payments: HospitalPayments, paid: readonly string[], days: readonly string[]): Promise<void> {
  for (const [at, paymentId] of paid.entries()) {
    const { id } = await payments.refunds.create({ paymentId, amount: 100, reason: 'overpayment' }, { actor: 'almaz' })
    if (at % 3 !== 0) await payments.refunds.approve(id, { actor: 'hana' })
    await payments.receipts.issue(paymentId, { actor: 'almaz' })
  }
  // The other lines of this account are stored without the library, and a month is tied out of accounts that it knows.
  const line = { row: 2, direction: 'credit', amount: 5_000, currency: 'ETB', valueDate: days.at(-1)! } as const
  await payments.statements.import([{ ...line, narration: 'a line of an account' }], {
    ...{ account, fileName: 'account.csv', actor: 'almaz' },
  })
  for (const day of days) {
    const records = Array.from({ length: 40 }, (_, at) => ({
      ...({ row: at + 2, direction: 'credit', amount: 5_000 + at, currency: 'ETB', valueDate: day } as const),
      narration: `no payment of ours ${day} ${at}`,
    }))
    await payments.statements.import(records, { account: 'mpesa-600123', fileName: `${day}.csv`, actor: 'almaz' })
    await payments.days.close({ account: 'mpesa-600123', day, actor: 'hana' })
  }
  for (const day of [...busyDays, ...presentDays]) await payments.days.close({ account, day, actor: 'hana' })
}

/** Closed days of the account that has most lines. */
const busyDays = Array.from({ length: 28 }, (_, at) => `2026-02-${String(at + 1).padStart(2, '0')}`)
/** Those of the present month, of which the last three wait. */
const presentDays = Array.from({ length: 27 }, (_, at) => `2026-06-${String(at + 1).padStart(2, '0')}`)
/** Days of that account that are open. */
const openDays = Array.from({ length: 28 }, (_, at) => `2026-05-${String(at + 1).padStart(2, '0')}`)
/** The days behind the busy ones, which are closed through one after another once all pages are measured. */
const laterDays = Array.from({ length: 31 }, (_, at) => `2026-03-${String(at + 1).padStart(2, '0')}`)

const server = await ownPostgres()
const figures: Figure[] = []
let about = ''
try {
  const pool = new pg.Pool({ connectionString: server.url, max: 10 })
  await migrate(fromPg(pool))
  const start = performance.now()
  await fillPostgres(pool, count)
  await fillFinance(pool, count, step)
  const repository = sqlRepository(fromPg(pool), { timeoutMs: 120_000 })
  const clock = manualClock(now)
  const payments = createHospitalPayments({ repository, clock, timeZone: 'Africa/Addis_Ababa' })
  const column = async (sql: string) =>
    (await pool.query<{ value: string }>(sql)).rows.map(({ value }) => String(value))
  const paid = await column(
    `SELECT id AS value FROM hp_payments WHERE status = 'succeeded' AND id > '${idOf(Math.floor(count / 2))}' ORDER BY id LIMIT ${few}`,
  )
  const days = Array.from({ length: 28 }, (_, at) => `2026-06-${String(at + 1).padStart(2, '0')}`)
  await work(payments, paid, days)
  const pendingBills = await column(
    `SELECT id AS value FROM hp_payments WHERE status = 'pending' AND currency = 'ETB' AND id > '${idOf(Math.floor(count / 2))}' ORDER BY id LIMIT ${2 * few}`,
  )
  const { takes, closed } = await workAtWindow(payments, pendingBills.slice(0, few))
  await pool.query('VACUUM ANALYZE')
  const filledIn = Math.round((performance.now() - start) / 1000)

  const some = Array.from({ length: calls }, (_, at) => Math.floor((count * (at + 0.5)) / calls))
  const keysOf = (status: string) =>
    column(`SELECT line_key AS value FROM hp_account_lines WHERE status = '${status}' AND account = '${account}'
            ORDER BY md5(line_key) LIMIT ${calls}`)
  const [open, settled] = [await keysOf('open'), await keysOf('settled')]
  const { items: refunds } = await payments.refunds.list({ limit: calls })
  const { items: imports } = await payments.statements.list({ limit: days.length })
  const cursorOf = async (path: string) => {
    const page = await (await desk(new Request(`${origin}${base}${path}`))).text()
    return encodeURIComponent(
      new URLSearchParams(/\?([^"]*cursor=[^"]*)"/.exec(page)![1]!.replaceAll('&amp;', '&')).get('cursor')!,
    )
  }

  let made: Call[] = []
  const desk = createDesk({
    payments: recording(payments, (call) => made.push(call)),
    basePath: base,
    authenticate: () => ({ actor: 'almaz', scopes }),
  })
  const nth = (list: readonly string[]) => (call: number) => encodeURIComponent(list[call % list.length]!)
  const [openKey, settledKey] = [nth(open), nth(settled)]
  const [take, closedSession, bill] = [nth(takes), nth(closed), nth(pendingBills.slice(few))]
  const [paidId, day, busyDay, openDay] = [nth(paid), nth(days), nth(busyDays), nth(openDays)]
  const next = await cursorOf('/lines?status=open')
  const pages: readonly (readonly [string, (call: number) => string])[] = [
    ['Today', () => '/'],
    ['lines, open', () => '/lines?status=open'],
    ['lines, open, the next page', () => `/lines?status=open&cursor=${next}`],
    ['lines, all', () => '/lines'],
    ['lines, by a text', (call) => `/lines?text=${encodeURIComponent(nameOf(some[call % calls]!))}`],
    ['lines, by a text that no line has', (call) => `/lines?text=nothing-${call}`],
    ['lines, open, by a text', (call) => `/lines?status=open&text=${encodeURIComponent(nameOf(some[call % calls]!))}`],
    ['lines, open, of an amount', (call) => `/lines?status=open&currency=ETB&amount=${50 + call}`],
    ['a line that is open, with suggestions', (call) => `/lines/${openKey(call)}`],
    [
      'a line, with a search for payments',
      (call) => `/lines/${openKey(call)}?q=${encodeURIComponent(nameOf(some[call % calls]!))}`,
    ],
    ['a line that is settled', (call) => `/lines/${settledKey(call)}`],
    ['payments, newest', () => '/payments'],
    ['payments, by a name', (call) => `/payments?text=${encodeURIComponent(nameOf(some[call % calls]!))}`],
    [
      'payments, by the end of a phone number',
      (call) =>
        `/payments?phone=${String(some[call % calls]!)
          .padStart(4, '0')
          .slice(-4)}`,
    ],
    ['a payment', (call) => `/payments/${idOf(some[call % calls]!)}`],
    ['a payment with a refund and a receipt', (call) => `/payments/${paidId(call)}`],
    ['imports', () => '/imports'],
    ['an import', (call) => `/imports/${imports[call % imports.length]!.id}`],
    ['refunds', () => '/refunds'],
    ['a refund', (call) => `/refunds/${refunds[call % refunds.length]!.id}`],
    ['approvals', () => '/approvals'],
    ['days', () => '/days'],
    ['a day that is closed', (call) => `/days/${day(call)}?account=mpesa-600123`],
    ['a closed day of many lines', (call) => `/days/${busyDay(call)}?account=${account}`],
    ['a day that is open', (call) => `/days/${openDay(call)}?account=${account}`],
    [
      'months, the present one of all accounts, closed up to three days ago, before its sums are asked for',
      () => '/months',
    ],
    ['months, the present one, its sums asked for', () => '/months?sums=1'],
    ['a month of an account, whose days are closed', () => `/months?month=2026-02&account=${account}`],
    [
      'a month of an account, of which no day was closed, before its sums are asked for',
      () => `/months?month=2026-05&account=${account}`,
    ],
    ['the same month, its sums asked for', () => `/months?month=2026-05&account=${account}&sums=1`],
    ['receipts', () => '/receipts'],
    ['a receipt', (call) => `/receipts/${paidId(call)}`],
    ['reports, the last seven days', () => '/reports'],
    ['reports, half a year, before its sums are asked for', () => '/reports?from=2026-01-01&to=2026-06-30'],
    ['reports, what was paid in part', () => '/reports?flag=under_paid'],
    ['counter', () => '/counter'],
    ['a bill at the counter', (call) => `/counter/bills/${bill(call)}`],
    ['a take', (call) => `/counter/takes/${take(call)}`],
    ['a deposit', () => '/counter/deposit'],
    ['my session, with its last movements', () => '/counter/session'],
    ['cash', () => '/cash'],
    ['sessions of the counter', () => '/cash/sessions'],
    ['a session that is closed', (call) => `/cash/sessions/${closedSession(call)}`],
    ['a payer', (call) => `/payers/${payerOf(call)}`],
    ['the statement of a payer', (call) => `/payers/${payerOf(call)}/statement`],
    ['audit of a day', (call) => `/audit?from=${day(call)}`],
  ]

  for (const [what, pathOf] of pages) {
    const ask = async (call: number) => {
      const answer = await desk(new Request(`${origin}${base}${pathOf(call)}`))
      await answer.text()
      if (answer.status !== 200) throw new Error(`${pathOf(call)}: ${answer.status}`)
    }
    const recordedCalls: Call[][] = []
    const began = performance.now()
    let isSlow = false
    for (let call = 0; call < (isSlow ? callsWhenSlow : calls); call++) {
      made = []
      await ask(call)
      recordedCalls.push(made)
      isSlow ||= call === 1 && performance.now() - began > 4 * limitMs
    }
    const timings: { ours: number[][]; bare: number[][] } = { ours: [], bare: [] }
    for (let round = 0; round < rounds; round++) {
      const [ours, bare]: [number[], number[]] = [[], []]
      for (let call = 0; call < recordedCalls.length; call++) {
        const begun = performance.now()
        await ask(call)
        const between = performance.now()
        await replay(payments, recordedCalls[call]!)
        ours.push(between - begun)
        bare.push(performance.now() - between)
      }
      timings.ours.push(ours)
      timings.bare.push(bare)
    }
    const each = (all: readonly (readonly number[])[]): Spread => spread(all.map(p99))
    const middle = (all: readonly (readonly number[])[]) => spread(all.flat()).median
    const figure = {
      what,
      measured: `${milliseconds(middle(timings.ours))} (${milliseconds(middle(timings.bare))})`,
      figure: each(timings.ours),
    }
    figures.push(
      // What a person asked for may take its time.
      what.endsWith(', its sums asked for')
        ? withoutGoal(milliseconds, figure)
        : atMost(/^lines, (open|all)/.test(what) ? withSuggestionsMs : limitMs, milliseconds, figure),
      withoutGoal(times, {
        what: `${what}, against its calls of the service`,
        figure: ratios(
          timings.ours.map((all) => spread(all).median),
          timings.bare.map((all) => spread(all).median),
        ),
      }),
    )
    console.log(what, milliseconds(each(timings.ours).median), `median ${milliseconds(middle(timings.ours))}`)
  }

  const closings: number[] = []
  for (const through of laterDays) {
    const begun = performance.now()
    const answer = await desk(
      new Request(`${origin}${base}/months/close`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ account, month: through.slice(0, 7), day: through }),
      }),
    )
    await answer.text()
    if (answer.status !== 303) throw new Error(`closing through ${through}: ${answer.status}`)
    closings.push(performance.now() - begun)
  }
  // The first one closes January too.
  figures.push(
    withoutGoal(milliseconds, {
      what: 'closing through a day, a day of many lines more',
      figure: spread(closings.slice(1)),
    }),
  )

  const page = await (await desk(new Request(`${origin}${base}/`))).text()
  const paths = [...page.matchAll(/(?:href|src)="([^"]*\/assets\/[^"]*)"/g)].map(([, path]) => path!)
  let gzipped = 0
  for (const path of paths) gzipped += gzipSync(await (await desk(new Request(origin + path))).text()).length
  figures.push(atMost(16 * 1024, kilobytes, { what: `all ${paths.length} assets, gzip`, figure: spread([gzipped]) }))
  const lines = Number((await column('SELECT count(*) AS value FROM hp_account_lines'))[0])
  about = `${count.toLocaleString('en')} payments of half a year and ${lines.toLocaleString('en')} statement lines, of which one in ten is
open, ${few} refunds, ${2 * few} receipts, 61 sessions at a window with ${few} takes in the open one, ${days.length} imports and closed days (filled in ${filledIn} s), in PostgreSQL with its own settings, one
client, a pool of 10. Time on the wall from the request to the last byte of the page, ${rounds} rounds of ${calls} calls that ask for different
things where the page has some; the figure is the 99th percentile of a round (of ${callsWhenSlow} calls where one takes more than ${2 * limitMs} ms). Measured: the median page, and beside it (in brackets) the same
calls of the service that the page makes, as many at once, without a page.`
  await pool.end()
} finally {
  await server.destroy()
}

await record({ name: 'desk', about, figures })
