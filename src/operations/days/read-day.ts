/** The sums of a day with which it is closed. */
import { plusDays, startOfDay } from '../../domain/calendar.js'
import { balancesOfDay } from '../../domain/days/balances.js'
import type { ClosingCurrency, ClosingRecord, PaidOnDay } from '../../domain/days/closing.js'
import { DaySums } from '../../domain/days/day-sums.js'
import { type LineMark, lineMark } from '../../domain/days/line-mark.js'
import type { RefundStatus } from '../../domain/refunds/refund.js'
import type { PaymentTotal } from '../../domain/report.js'
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

/** The sums of a day, and the lines that they were made of. */
export interface ReadDay extends Pick<ClosingRecord, 'currencies' | 'payments' | 'refunds'> {
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

/** Sums a day up. Its lines are read in batches, as of one instant; only a mark of each stays in memory. */
export async function readDay(
  { repository, timeZone }: Pick<Context, 'repository' | 'timeZone'>,
  finance: FinanceRepository,
  { account, day }: DayOfAccount,
  /** The sums of lines of the day that were moved. */
  moved: readonly ClosingCurrency[] = [],
): Promise<ReadDay> {
  const sums = new DaySums()
  sums.addClosing({ currencies: moved })
  const lines: LineMark[] = []
  for await (const batch of finance.scanLines({ account, from: day, to: day })) {
    for (const line of batch) {
      sums.add(line)
      lines.push(lineMark(line))
    }
  }
  // The import that ends last before the next day, and the one that begins first after the day before.
  const { before: ending, after: beginning } = await neighbourImports(finance, {
    account,
    from: plusDays(day, 1),
    to: plusDays(day, -1),
  })
  const filter = paidOn(day, timeZone)
  const payments = sortedByText(await repository.totals(filter), ({ currency, channel, status }) =>
    [currency, channel, status].join('\n'),
  ).map((total) => {
    const { currency, channel, status, count } = total
    return { currency, channel, status, count, amount: `${amountPaid(total)}` }
  })
  const refunds = sortedByText(refundSums(await totalsOfRefunds(finance, filter)), ({ currency, channel, status }) =>
    [currency, channel ?? '', status].join('\n'),
  )
  return {
    currencies: sums.currencies(balancesOfDay(day, { beginning, ending })),
    payments,
    refunds,
    lines,
  }
}
