/** P4: a report page far behind against the first one, by time and by the rows that the database reads for it. */
import { createHospitalPayments, type Payment, type PaymentRepository, type ReportQuery } from 'hospital-payments'
import { interleave, ratios, repeat, spread, timeOnTheWall } from './measure.js'
import { atMost, type Figure, times } from './results.js'

const rounds = 15
export const pageSize = 100
const maxPages = 10_000

/** A database with the payments in it, of which `Figure`s are made. */
export interface Stored {
  readonly name: string
  readonly repository: PaymentRepository
  /** Reads one value; `?` stands for the tenant. */
  value(sql: string): Promise<unknown>
  /** Counts the rows that a call reads; `null` where the database counts nothing. */
  rowsRead(call: () => Promise<unknown>): Promise<number> | null
  /** Makes the bare prepared query for the same columns. */
  bare(condition: string): (value: string) => Promise<unknown>
}

export const serviceOf = (repository: PaymentRepository) => createHospitalPayments({ repository, channels: {} })
const ms = (timings: readonly number[], count: number) => `${(spread(timings).median / count).toFixed(2)} ms`

interface Report {
  readonly what: string
  readonly query: ReportQuery
  readonly where: string
  readonly column: string
  /** The number of rows that a page may read besides its own: the one that proves a next page, of each status. */
  readonly statuses: number
}

const reports: readonly Report[] = [
  { what: 'by createdAt', query: {}, where: '', column: 'created_at', statuses: 1 },
  {
    what: 'succeeded ones by createdAt',
    query: { status: 'succeeded' },
    where: " AND status = 'succeeded'",
    column: 'created_at',
    statuses: 1,
  },
  {
    what: 'three statuses by createdAt',
    query: { status: ['succeeded', 'pending', 'failed'] },
    where: " AND status IN ('succeeded', 'pending', 'failed')",
    column: 'created_at',
    statuses: 3,
  },
  { what: 'by paidAt', query: { basis: 'paidAt' }, where: ' AND paid_at IS NOT NULL', column: 'paid_at', statuses: 1 },
]

/** Makes the cursor behind this payment, so that no pages before it need be read. */
export async function cursorBehind(repository: PaymentRepository, query: ReportQuery, last: Payment): Promise<string> {
  const short = serviceOf({ ...repository, page: () => Promise.resolve([last, last]) })
  return (await short.reportPayments({ ...query, limit: 1 })).nextCursor!
}

export async function pageFigures({ name, repository, value, rowsRead }: Stored): Promise<Figure[]> {
  const payments = serviceOf(repository)
  const figures: Figure[] = []
  for (const { what, query, where, column, statuses } of reports) {
    const from = `FROM hp_payments WHERE tenant = ?${where}`
    const number = Math.min(maxPages, Math.floor(Number(await value(`SELECT COUNT(*) AS n ${from}`)) / pageSize))
    const offset = (number - 1) * pageSize - 1
    const id = String(await value(`SELECT id ${from} ORDER BY ${column}, id LIMIT 1 OFFSET ${offset}`))
    const cursor = await cursorBehind(repository, query, (await payments.getPayment(id))!)
    const page = async (cursor?: string) => {
      const { items } = await payments.reportPayments({ ...query, limit: pageSize, cursor })
      if (items.length !== pageSize) throw new Error(`${name}, ${what}: a page of ${items.length} rows`)
    }
    const count = 20
    const contenders = { first: () => repeat(count, 1, () => page()), deep: () => repeat(count, 1, () => page(cursor)) }
    await contenders.first()
    await contenders.deep()
    const timings = await interleave(rounds, contenders, timeOnTheWall)
    figures.push(
      atMost(1.5, times, {
        what: `${name}, ${what}: page ${number} against page 1`,
        measured: `${ms(timings.deep, count)} (${ms(timings.first, count)})`,
        figure: ratios(timings.deep, timings.first),
      }),
    )
    const read = await rowsRead(() => page(cursor))
    if (read === null) continue
    figures.push(
      atMost((pageSize + 1) * statuses + statuses, (rows) => `${rows} rows`, {
        what: `${name}, ${what}: rows read for page ${number}`,
        figure: spread([read]),
      }),
    )
  }
  return figures
}
