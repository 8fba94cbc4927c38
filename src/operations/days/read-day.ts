/** The sums of a day with which it is closed. */
import { plusDays, startOfDay } from '../../domain/calendar.js'
import { balancesOfDay } from '../../domain/days/balances.js'
import type { ClosingCurrency, ClosingRecord, PaidOnDay } from '../../domain/days/closing.js'
import { DaySums } from '../../domain/days/day-sums.js'
import { type LineMark, lineMark } from '../../domain/days/line-mark.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { RefundStatus } from '../../domain/refunds/refund.js'
import type { PaymentTotal } from '../../domain/report.js'
import { allAtMost } from '../../internal/all-at-most.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Filter } from '../../repository/port.js'
import type { Context } from '../context.js'
import type { DayOfAccount } from '../input/day-calls.js'
import { type StoredRefundTotal, totalsOfRefunds } from '../refunds/stored-refunds.js'
import { neighbourImports } from '../statements/stored-imports.js'

/** Returns the filter of the payments that were paid on a day in the hospital's zone. */
export function paidOn(day: string, timeZone: string): Required<Pick<Filter, 'from' | 'before'>> & { by: 'paidAt' } {
  return { by: 'paidAt', from: startOfDay(day, timeZone), before: startOfDay(plusDays(day, 1), timeZone) }
}

/** Returns what was paid of payments, without what waivers pay of them. */
export function amountPaid({ amount, waived }: Pick<PaymentTotal, 'amount' | 'waived'>): bigint {
  return BigInt(amount) - BigInt(waived)
}

/** The sums with which a day is closed. */
export type DayFigures = Pick<ClosingRecord, 'currencies' | 'payments' | 'refunds'>

/** The sums of a day, and the lines that they were made of. */
export interface ReadDay extends DayFigures {
  readonly lines: readonly LineMark[]
}

/** Sums refunds up by channel and status, whatever their reasons. */
function refundSums(totals: readonly StoredRefundTotal[]): PaidOnDay<RefundStatus>[] {
  const sums = new Map<
    string,
    { of: Pick<StoredRefundTotal, 'currency' | 'channel' | 'status'>; count: number; amount: bigint }
  >()
  for (const { currency, channel, status, count, amount } of totals) {
    const text = JSON.stringify([currency, channel, status])
    const sum = sums.get(text) ?? { of: { currency, channel, status }, count: 0, amount: 0n }
    sums.set(text, { ...sum, count: sum.count + count, amount: sum.amount + BigInt(amount) })
  }
  return Array.from(sums.values(), ({ of, count, amount }) => ({ ...of, count, amount: `${amount}` }))
}

/** The reads at a time: the lines take one connection of a pool while the others are read. */
const readsAtOnce = 2

type Repository = Pick<Context, 'repository' | 'timeZone'>

/** Sums a day up. Its lines are read in batches, as of one instant; only a mark of each stays in memory. */
export async function readDay(context: Repository, finance: FinanceRepository, day: DayOfAccount): Promise<ReadDay> {
  const lines: LineMark[] = []
  const figures = await sumDay(context, finance, day, { each: (line) => lines.push(lineMark(line)) })
  return { ...figures, lines }
}

interface SumOptions {
  /** The sums of lines of the day that were moved. */
  readonly moved?: readonly ClosingCurrency[] | undefined
  /** Gets every line. */
  readonly each?: (line: AccountLine) => void
}

/** Sums a day up. */
export async function sumDay(
  { repository, timeZone }: Repository,
  finance: FinanceRepository,
  { account, day }: DayOfAccount,
  { moved = [], each }: SumOptions = {},
): Promise<DayFigures> {
  const sumLines = async () => {
    const sums = new DaySums()
    sums.addClosing({ currencies: moved })
    for await (const batch of finance.scanLines({ account, from: day, to: day })) {
      for (const line of batch) {
        sums.add(line)
        each?.(line)
      }
    }
    return sums
  }
  const filter = paidOn(day, timeZone)
  // The import that ends last before the next day, and the one that begins first after the day before.
  const neighbours = { account, from: plusDays(day, 1), to: plusDays(day, -1) }
  const [sums, { before: ending, after: beginning }, paid, refunded] = await allAtMost(readsAtOnce, [
    sumLines,
    () => neighbourImports(finance, neighbours),
    () => repository.totals(filter),
    () => totalsOfRefunds(finance, filter),
  ])
  const payments = sortedByText(paid, ({ currency, channel, status }) => [currency, channel, status].join('\n')).map(
    (total) => {
      const { currency, channel, status, count } = total
      return { currency, channel, status, count, amount: `${amountPaid(total)}` }
    },
  )
  const refunds = sortedByText(refundSums(refunded), ({ currency, channel, status }) =>
    [currency, channel ?? '', status].join('\n'),
  )
  return { currencies: sums.currencies(balancesOfDay(day, { beginning, ending })), payments, refunds }
}
