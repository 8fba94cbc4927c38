import { dayOf, plusDays, startOfDay } from '../../domain/calendar.js'
import type { PaymentFlag } from '../../domain/payments/flags.js'
import type { Instant } from '../../domain/payments/payment.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import type { UnclosedDays } from '../../repository/day-port.js'
import type { OpenLineSum } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { countDeadEvents } from '../events/dead-events.js'
import * as field from '../input/fields.js'
import { parseOptions } from '../input/parse.js'
import { runFields } from '../input/reconcile-options.js'
import { financeOf } from '../storage.js'
import { sumOfRefunds } from '../refunds/refund-totals.js'
import { totals } from './totals.js'

/** As of when, and of which payments a statement is expected. */
export interface AttentionQuery {
  /** Default the clock. */
  asOf?: Instant | undefined
  /** For so many days after it was paid a payment without a line is not missing; default 3. */
  graceDays?: number | undefined
  /** Only payments of these channels may be missing a line: cash has none. Default all. */
  channels?: string | readonly string[] | undefined
}

/** Payments, or refunds, of one currency. */
export interface AttentionSum {
  readonly currency: string
  readonly count: number
  /** Exact decimal digits in minor units. */
  readonly amount: string
}

/** What waits for people; each list is empty where nothing waits. */
export interface Attention {
  /** Statement lines that are not settled: `amount` is what is open, `oldest` the oldest value date. */
  readonly openLines: readonly OpenLineSum[]
  /** Payments of which statements have proved a part. */
  readonly underPaid: readonly AttentionSum[]
  /** Payments that succeeded although another payment of their reference had. */
  readonly duplicates: readonly AttentionSum[]
  /** Payments that succeeded and whose money no statement has proved, or only a part of it. */
  readonly missingLines: readonly AttentionSum[]
  /** Refunds that wait for a second person. */
  readonly refundsToApprove: readonly AttentionSum[]
  /** Refunds whose payout was neither reported nor proved yet. */
  readonly refundsToPay: readonly AttentionSum[]
  /** Days of accounts that have statement lines, are over and are not closed; `oldest` is the first of them. */
  readonly unclosedDays: readonly UnclosedDays[]
  /** Events that were given up. */
  readonly deadEvents: number
}

const { asOf, graceDays, channels } = runFields
const attentionQuery = field.object({ asOf, graceDays, channels })

async function sumOfFlag(context: Context, flag: PaymentFlag): Promise<AttentionSum[]> {
  const sums = new Map<string, { count: number; amount: bigint }>()
  const { items } = await totals(context, { flag })
  for (const { currency, count, amount } of items) {
    const sum = sums.get(currency) ?? { count: 0, amount: 0n }
    sums.set(currency, { count: sum.count + count, amount: sum.amount + BigInt(amount) })
  }
  return Array.from(sums, ([currency, { count, amount }]) => ({ currency, count, amount: `${amount}` }))
}

export async function attention(context: Context, query?: AttentionQuery): Promise<Attention> {
  const finance = financeOf(context)
  const { asOf = context.now(), graceDays, channels } = parseOptions(attentionQuery, query)
  const { timeZone } = context
  const today = dayOf(asOf, timeZone)
  const paidBefore = startOfDay(plusDays(today, -graceDays), timeZone)
  const missing = await finance.sumUnproved({ paidBefore, ...(channels && { channels }) })
  const openLines = await finance.sumOpenLines()
  return {
    openLines: sortedByText(openLines, ({ source, currency, direction, outcome }) =>
      [source, currency, direction, outcome].join('\n'),
    ),
    underPaid: await sumOfFlag(context, 'under_paid'),
    duplicates: await sumOfFlag(context, 'duplicate_reference'),
    missingLines: sortedByText(missing, ({ currency }) => currency),
    refundsToApprove: await sumOfRefunds(context, 'requested'),
    refundsToPay: await sumOfRefunds(context, 'pending'),
    unclosedDays: sortedByText(await finance.unclosedDays({ before: today }), ({ source }) => source),
    deadEvents: await countDeadEvents(context),
  }
}
