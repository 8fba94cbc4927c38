import { dayOf, plusDays, startOfDay } from '../../domain/calendar.js'
import type { PaymentFlag } from '../../domain/payments/flags.js'
import { isUncounted } from '../../domain/reconciliation/account-line.js'
import type { Instant } from '../../domain/payments/payment.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import { allAtMost } from '../../internal/all-at-most.js'
import type {
  FinanceRepository,
  OpenLineSum,
  UnprovedQuery,
  WaitingKind,
  WaitingSum,
} from '../../repository/finance-port.js'
import { waivers } from '../../repository/aggregates/waivers.js'
import type { Context } from '../context.js'
import { type UnclosedDays, unclosedDaysBefore } from '../days/unclosed-days.js'
import { attemptsToLookInto } from '../attempts/attempts-attention.js'
import {
  cashToLookInto,
  type OpenSession,
  type TransitToFind,
  type UnexplainedDifference,
} from '../cash/cash-attention.js'
import { countDeadEvents } from '../events/dead-events.js'
import { attentionQuery } from '../input/attention-query.js'
import { parseOptions } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { sumOfRefunds } from '../refunds/refund-totals.js'
import type { AttentionSum } from './attention-sum.js'
import { totals } from './totals.js'

/** The time of the counts, and the payments for which a line of a statement is expected. */
export interface AttentionQuery {
  /** The time of the counts; default the clock. */
  asOf?: Instant | undefined
  /** The number of days after its payment for which a payment without a line is not missing; default 3. */
  graceDays?: number | undefined
  /** The channels whose payments should have a line; payments in cash, for instance, have none. Default all. */
  channels?: string | readonly string[] | undefined
  /**
   * The maximum number of payments without a line that are counted and summed up, at least 1. Where there are more, the result
   * has `missingMoreThan` and no sums. Default: all are counted.
   */
  missingUpTo?: number | undefined
}

/**
 * Payments of one currency that were paid in part: what they ask for, what came, what is missing; exact decimal digits in minor
 * units.
 */
export interface UnderPaidSum {
  readonly currency: string
  readonly count: number
  /** The sum of the payments' amounts. */
  readonly asked: string
  /** The sum that statements have proved. */
  readonly came: string
  /** `asked` less `came`. */
  readonly missing: string
}

/** The counts and sums of what waits for people; each list is empty where nothing waits. */
export interface Attention {
  /** The statement lines that are not settled. `amount` is what is open, and `oldest` the oldest value date. */
  readonly openLines: readonly OpenLineSum[]
  /** Possible duplicates that are not settled, in the same form. They do not count as money until a person releases them. */
  readonly uncounted: readonly OpenLineSum[]
  /** Pending and succeeded payments of which statements have proved a part: their amount, what came, what is missing. */
  readonly underPaid: readonly UnderPaidSum[]
  /** Expired and failed payments for which money came; `amount` is what came and is not given back. */
  readonly unpaidWithMoney: readonly AttentionSum[]
  /** Payments of which an allocation was undone; `amount` is what was given back of them and no line proves any more. */
  readonly refundedUnproved: readonly AttentionSum[]
  /** Reversed payments of which other lines than the undone one still prove money; `amount` is that money. */
  readonly reversedWithMoney: readonly AttentionSum[]
  /** Cash that was sent at least 3 days ago and has not arrived, the oldest first. */
  readonly transits: readonly TransitToFind[]
  /** Cash sessions that have been open for more than 24 hours, the oldest first. */
  readonly openSessions: readonly OpenSession[]
  /** Cash sessions with a difference that has no explanation, the oldest first. */
  readonly differences: readonly UnexplainedDifference[]
  /** Payments that succeeded although another payment of their reference had. */
  readonly duplicates: readonly AttentionSum[]
  /** Payments that succeeded and whose money no statement has proved, or only a part of it. */
  readonly missingLines: readonly AttentionSum[]
  /**
   * The value of `missingUpTo`, where more payments than that have no line; then `missingLines` is empty. Otherwise the
   * property is absent.
   */
  readonly missingMoreThan?: number
  /** Refunds that wait for a second person. */
  readonly refundsToApprove: readonly AttentionSum[]
  /** Waivers that wait for a second person. */
  readonly waiversToApprove: readonly AttentionSum[]
  /** Attempts at providers whose outcome is not known, and whose provider is asked no more. */
  readonly unknownAttempts: readonly AttentionSum[]
  /** Paid attempts whose line has open money; `amount` is what is open. */
  readonly paidAttemptsOpen: readonly AttentionSum[]
  /** Refunds whose payout was neither reported nor proved yet. */
  readonly refundsToPay: readonly AttentionSum[]
  /** Days of accounts that have statement lines, are over and are not closed; `oldest` is the first of them. */
  readonly unclosedDays: readonly UnclosedDays[]
  /** The number of events that were given up. */
  readonly deadEvents: number
}

/** The reads at a time: they take some connections of a pool, and leave the others to the calls of people who pay. */
const readsAtOnce = 3

async function sumOfFlag(context: Context, flag: PaymentFlag): Promise<AttentionSum[]> {
  const sums = new Map<string, { count: number; amount: bigint }>()
  const { items } = await totals(context, { flag })
  for (const { currency, count, amount } of items) {
    const sum = sums.get(currency) ?? { count: 0, amount: 0n }
    sums.set(currency, { count: sum.count + count, amount: sum.amount + BigInt(amount) })
  }
  return Array.from(sums, ([currency, { count, amount }]) => ({ currency, count, amount: `${amount}` }))
}

async function waitingSums(finance: FinanceRepository, kind: WaitingKind): Promise<readonly WaitingSum[]> {
  return sortedByText(await finance.sumWaiting(kind), ({ currency }) => currency)
}

function underPaidSum({ currency, count, asked, amount: came }: WaitingSum): UnderPaidSum {
  return { currency, count, asked, came, missing: `${BigInt(asked) - BigInt(came)}` }
}

function attentionSum({ currency, count, amount }: WaitingSum): AttentionSum {
  return { currency, count, amount }
}

async function sumOfRequestedWaivers(finance: FinanceRepository): Promise<AttentionSum[]> {
  const sums = await finance.sumRows(waivers, { list: 'status', where: { status: 'requested' } })
  const byCurrency = sums.map(({ by, count, amount }) => ({ currency: by['currency'] ?? '', count, amount }))
  return sortedByText(byCurrency, ({ currency }) => currency)
}

type MissingSums = Pick<Attention, 'missingLines' | 'missingMoreThan'>

async function sumMissing(
  finance: FinanceRepository,
  query: UnprovedQuery,
  upTo: number | undefined,
): Promise<MissingSums> {
  const sums = await finance.sumUnproved({ ...query, ...(upTo !== undefined && { exactUpTo: upTo }) })
  const count = sums.reduce((all, sum) => all + sum.count, 0)
  if (upTo !== undefined && count > upTo) return { missingLines: [], missingMoreThan: upTo }
  return { missingLines: sortedByText(sums, ({ currency }) => currency) }
}

async function openLinesAndAttempts(finance: FinanceRepository) {
  const openLines = await finance.sumOpenLines()
  return { openLines, ...(await attemptsToLookInto(finance, openLines)) }
}

export async function attention(context: Context, query?: AttentionQuery): Promise<Attention> {
  const finance = financeOf(context)
  const { asOf = context.now(), graceDays, channels, missingUpTo } = parseOptions(attentionQuery, query)
  const { timeZone } = context
  const today = dayOf(asOf, timeZone)
  const paidBefore = startOfDay(plusDays(today, -graceDays), timeZone)
  const [missingSums, { openLines, ...ofAttempts }, underPaid, unpaid, unproved, reversed, duplicates, toApprove, waiversToApprove, toPay, unclosedDays, deadEvents, cash] =
    await allAtMost(readsAtOnce, [
      () => sumMissing(finance, { paidBefore, ...(channels && { channels }) }, missingUpTo),
      () => openLinesAndAttempts(finance),
      () => waitingSums(finance, 'underPaid'),
      () => waitingSums(finance, 'unpaidWithMoney'),
      () => waitingSums(finance, 'refundedUnproved'),
      () => waitingSums(finance, 'reversedWithMoney'),
      () => sumOfFlag(context, 'duplicate_reference'),
      () => sumOfRefunds(context, 'requested'),
      () => sumOfRequestedWaivers(finance),
      () => sumOfRefunds(context, 'pending'),
      () => unclosedDaysBefore(finance, today),
      () => countDeadEvents(context),
      () => cashToLookInto(finance, asOf),
    ])
  const sortedLines = sortedByText(openLines, ({ account, currency, direction, outcome }) =>
    [account, currency, direction, outcome].join('\n'),
  )
  return {
    openLines: sortedLines.filter((sum) => !isUncounted(sum)),
    uncounted: sortedLines.filter(isUncounted),
    underPaid: underPaid.map(underPaidSum),
    unpaidWithMoney: unpaid.map(attentionSum),
    refundedUnproved: unproved.map(attentionSum),
    reversedWithMoney: reversed.map(attentionSum),
    ...cash,
    duplicates,
    ...missingSums,
    refundsToApprove: toApprove,
    waiversToApprove,
    ...ofAttempts,
    refundsToPay: toPay,
    unclosedDays,
    deadEvents,
  }
}
