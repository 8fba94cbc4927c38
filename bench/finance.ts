/** P17: statement lines and the search of payments beside a million of each in PostgreSQL. */
import { type AccountLine, createHospitalPayments, type StatementLine } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { fromPg, migrate, sqlRepository } from 'hospital-payments/sql'
import pg from 'pg'
import { ownPostgres } from '../test/support/databases/own-postgres.js'
import { lineEntryFixture, lineFixture } from '../test/support/finance-contract/index.js'
import { interleave, ratios, repeat, type Spread, spread, timeOnTheWall } from './support/measure.js'
import { atMost, type Figure, record, times, withoutGoal } from './support/results.js'
import { familyName, fillFinance, nameOf } from './support/stored/finance.js'
import { fillPostgres } from './support/stored/postgres.js'
import { tenant } from './support/stored/rows.js'

const count = Number(process.env['HP_BENCH_ROWS'] ?? 1_000_000)
const rounds = 9
const pageSize = 100
/** The calls of a round, each with other values, so that pages in memory do not decide. */
const calls = 10
/** Returns the index of a payment that is none of the few whose reference has another shape. */
const someIndex = (call: number) => Math.floor((count * (call + 0.5)) / calls / 10) * 10 + 7

const milliseconds = (value: number) => `${value.toFixed(2)} ms`
const each = (timings: readonly number[], perRound: number): Spread => spread(timings.map((ms) => ms / perRound))

const server = await ownPostgres()
const figures: Figure[] = []
let about = ''
try {
  const pool = new pg.Pool({ connectionString: server.url, max: 2 })
  await migrate(fromPg(pool))
  const start = performance.now()
  await fillPostgres(pool, count)
  await fillFinance(pool, count)
  const filledIn = Math.round((performance.now() - start) / 1000)
  // What takes too long is to be a figure, not the end of the run.
  const repository = sqlRepository(fromPg(pool), { timeoutMs: 120_000 })
  const payments = createHospitalPayments({ repository, channels: {}, timeZone: 'Africa/Addis_Ababa' })
  const value = async (sql: string, values: unknown[] = []) =>
    Object.values((await pool.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0]
  const gigabytes = Number(await value('SELECT pg_database_size(current_database())')) / 1e9
  const terms = Number(await value('SELECT count(*) FROM hp_payment_terms'))
  about = `${count.toLocaleString('en')} payments of half a year, ${terms.toLocaleString('en')} search terms and as many statement lines as
payments, of which one in ten is open (${gigabytes.toFixed(1)} GB, filled in ${filledIn} s), in PostgreSQL with its own settings, one client.
${rounds} rounds of ${calls} calls that ask for different things, time on the wall of one call; a bare query is the prepared statement on the
index that shows the same rows.`

  /** Makes the cursor behind this line, so that no pages before it need be read. */
  async function cursorBehind(query: object, last: AccountLine): Promise<string> {
    const onePage: FinanceRepository = { ...repository, pageLines: () => Promise.resolve([last, last]) }
    const short = payments.using(onePage)
    return (await short.lines.list({ ...query, limit: 1 })).nextCursor!
  }

  for (const [what, query, where] of [
    ['all', {}, ''],
    ['open ones', { status: 'open' }, " AND status = 'open'"],
  ] as const) {
    const from = `FROM hp_account_lines WHERE tenant = '${tenant}'${where}`
    const number = Math.floor((Number(await value(`SELECT count(*) ${from}`)) * 0.95) / pageSize)
    const key = await value(
      `SELECT line_key ${from} ORDER BY value_date, line_key LIMIT 1 OFFSET ${number * pageSize - 1}`,
    )
    const cursor = await cursorBehind(query, (await payments.lines.get(String(key)))!)
    const page = async (cursor?: string) => {
      const { items } = await payments.lines.list({ ...query, limit: pageSize, cursor })
      if (items.length !== pageSize) throw new Error(`${what}: a page of ${items.length} lines`)
    }
    const contenders = { deep: () => repeat(20, 1, () => page(cursor)), first: () => repeat(20, 1, () => page()) }
    await contenders.deep()
    await contenders.first()
    const timings = await interleave(rounds, contenders, timeOnTheWall)
    const ms = (timings: readonly number[]) => milliseconds(each(timings, 20).median)
    figures.push(
      atMost(1.5, times, {
        what: `lines.list, ${what}: page ${(number + 1).toLocaleString('en')} of ${pageSize} against page 1`,
        measured: `${ms(timings.deep)} (${ms(timings.first)})`,
        figure: ratios(timings.deep, timings.first),
      }),
    )
  }

  /** Measures one call after the other, beside the bare query for the same rows. */
  async function against(
    what: string,
    limit: number,
    call: (n: number) => Promise<unknown>,
    bare: (n: number) => Promise<unknown>,
  ): Promise<void> {
    const all = (one: (n: number) => Promise<unknown>) => async () => {
      for (let n = 0; n < calls; n++) await one(n)
    }
    const contenders = { ours: all(call), bare: all(bare) }
    await contenders.ours()
    await contenders.bare()
    const timings = await interleave(rounds, contenders, timeOnTheWall)
    figures.push(
      atMost(limit, milliseconds, { what, figure: each(timings.ours, calls) }),
      withoutGoal(times, {
        what: `${what}, against the bare query`,
        measured: `${milliseconds(each(timings.ours, calls).median)} (${milliseconds(each(timings.bare, calls).median)})`,
        figure: ratios(timings.ours, timings.bare),
      }),
    )
  }

  const joinedRows = 'SELECT payment.* FROM hp_payment_terms AS entry JOIN hp_payments AS payment'
  const joined = 'ON payment.tenant = entry.tenant AND payment.id = entry.payment_id WHERE entry.tenant = $1'
  const newest = 'ORDER BY entry.created_at DESC, entry.payment_id DESC LIMIT 51'
  const prepared = (name: string, text: string) => (values: readonly unknown[]) =>
    pool.query({ name, text, values: [tenant, ...values] })
  const byTerm = prepared('by-term', `${joinedRows} ${joined} AND entry.term = $2 ${newest}`)
  const byRange = prepared('by-range', `${joinedRows} ${joined} AND entry.term >= $2 AND entry.term < $3 ${newest}`)
  const byPart = prepared(
    'by-part',
    `${joinedRows} ${joined} AND entry.term >= 'w:' AND entry.term < 'w;' AND position($2 in entry.term) > 0 ${newest}`,
  )
  const byReceipt = prepared('by-receipt', 'SELECT * FROM hp_payments WHERE tenant = $1 AND transaction_key = $2')
  const ofMany = prepared(
    'of-many',
    'SELECT * FROM hp_payments WHERE tenant = $1 AND id IN (SELECT payment_id FROM hp_payment_terms WHERE tenant = $1 AND term = ANY($2))',
  )

  const paymentAt = async (call: number, condition = '') => {
    const id = `pay_01K${String(someIndex(call)).padStart(23, '0')}`
    const payment = await pool.query<{
      reference: string
      amount: string
      receipt: string
      phone: string
      index: number
    }>(
      `SELECT reference, amount, provider_transaction_id AS receipt, customer_phone AS phone, right(id, 9)::int AS index
       FROM hp_payments WHERE id >= $1${condition} ORDER BY id LIMIT 1`,
      [id],
    )
    return payment.rows[0]!
  }
  const samples: Awaited<ReturnType<typeof paymentAt>>[] = []
  for (let n = 0; n < calls; n++) {
    samples.push(
      await paymentAt(
        n,
        " AND provider_transaction_id IS NOT NULL AND reference LIKE 'INV-2026-%' AND currency = 'ETB'",
      ),
    )
  }
  const expectMatch = async (query: object) => {
    const { items } = await payments.search(query)
    if (items.length === 0) throw new Error('a search that finds nothing')
  }
  const folded = (n: number) => `r:1nv2026${samples[n]!.reference.slice(9)}`
  await against(
    'payments.search, a reference in another spelling',
    300,
    (n) => expectMatch({ text: `inv 2026 ${samples[n]!.reference.slice(9)}` }),
    (n) => byTerm([folded(n)]),
  )
  await against(
    'payments.search, a receipt',
    300,
    (n) => expectMatch({ text: samples[n]!.receipt }),
    (n) => byReceipt([samples[n]!.receipt.toLowerCase()]),
  )
  for (const digits of [4, 8]) {
    const reversed = (n: number) => `p:${[...samples[n]!.phone.slice(-digits)].reverse().join('')}`
    await against(
      `payments.search, the last ${digits} digits of a phone number`,
      300,
      (n) => expectMatch({ phone: samples[n]!.phone.slice(-digits) }),
      (n) => byRange([reversed(n), `${reversed(n)}~`]),
    )
  }
  const family = (n: number) => familyName(samples[n]!.index).toLowerCase()
  await against(
    'payments.search, a part of a family name',
    300,
    (n) => expectMatch({ text: family(n).slice(1, 6) }),
    (n) => byPart([family(n).slice(1, 6)]),
  )
  await against(
    'payments.search, a whole name',
    300,
    (n) => expectMatch({ text: nameOf(samples[n]!.index) }),
    (n) => byPart([family(n)]),
  )
  await against(
    'payments.search, an amount',
    300,
    (n) => expectMatch({ amount: Number(samples[n]!.amount) }),
    (n) => byTerm([`a:${samples[n]!.amount}`]),
  )
  await against(
    'payments.search, a first name and the end of a phone number',
    300,
    (n) => expectMatch({ text: nameOf(samples[n]!.index).slice(0, 4), phone: samples[n]!.phone.slice(-4) }),
    (n) =>
      byRange([
        `p:${[...samples[n]!.phone.slice(-4)].reverse().join('')}`,
        `p:${[...samples[n]!.phone.slice(-4)].reverse().join('')}~`,
      ]),
  )

  /** Stores lines that no rule settles, each of which names one payment in one way. */
  async function linesOf(kind: string, stated: (n: number) => Partial<StatementLine>): Promise<string[]> {
    const lines = samples.map((_, n) =>
      lineFixture({ key: `id:${kind}-${n}`, valueDate: '2026-04-01', ...stated(n) } as Partial<AccountLine>),
    )
    const answer = await repository.replace({ changes: [], lines: lines.map((line) => lineEntryFixture(line)) })
    if (answer.outcome !== 'replaced') throw new Error(`lines that are not stored: ${answer.outcome}`)
    return lines.map(({ key }) => key)
  }
  const noSuchAmount = 3
  const wrong = (reference: string) => `${reference.slice(0, -2)}x${reference.slice(-1)}`
  const suggestions = [
    [
      'a reference in another spelling',
      (n: number) => ({ reference: `inv 2026 ${samples[n]!.reference.slice(9)}`, amount: noSuchAmount }),
      folded,
    ],
    [
      'a reference with one wrong character',
      (n: number) => ({ reference: wrong(samples[n]!.reference), amount: noSuchAmount }),
      folded,
    ],
    [
      "a payer's name",
      (n: number) => ({ narration: `Transfer from ${nameOf(samples[n]!.index)}`, amount: noSuchAmount }),
      (n: number) => `w:${family(n)}`,
    ],
    [
      'the amount alone',
      (n: number) => ({ amount: Number(samples[n]!.amount) }),
      (n: number) => `a:${samples[n]!.amount}`,
    ],
  ] as const
  for (const [what, stated, term] of suggestions) {
    const keys = await linesOf(what.replaceAll(/\W/g, '-'), stated)
    await against(
      `lines.suggest, by ${what}`,
      100,
      async (n) => {
        if ((await payments.lines.suggest(keys[n]!)).length === 0) throw new Error(`no suggestion by ${what}`)
      },
      (n) => ofMany([[term(n)]]),
    )
  }
  await pool.end()
} finally {
  await server.destroy()
}

await record({ name: 'finance', about, figures })
