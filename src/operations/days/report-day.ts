import type { Closing, ClosingRecord } from '../../domain/days/closing.js'
import type { PaymentFlag } from '../../domain/payments/flags.js'
import { isUncounted } from '../../domain/reconciliation/account-line.js'
import type { LineOutcome } from '../../domain/reconciliation/items.js'
import type { PaymentTotal } from '../../domain/report.js'
import { isChannelName } from '../../domain/text.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { dayReportQuery, type DayReportQuery } from '../input/day-calls.js'
import { parse } from '../input/parse.js'
import { totalsOfRefunds } from '../refunds/stored-refunds.js'
import { financeOf } from '../storage.js'
import { closingsWithChanges } from './changed-since.js'
import { linksOf } from './find-closings.js'
import { amountPaid, paidOn } from './read-day.js'

/** A count, and its sum in exact decimal digits of minor units. */
interface CountAndAmount {
  readonly count: number
  readonly amount: string
}

/** One channel and currency of a day. */
interface ChannelOfDay {
  /** The name of the channel; `null` for refunds of statement lines, which have no channel. */
  readonly channel: string | null
  readonly currency: string
  /** The payments that were paid on the day, whatever happened to them later; no sum of them has what waivers pay. */
  readonly paid: CountAndAmount
  /** Those of them whose money came after they had expired or failed. */
  readonly late: CountAndAmount
  /** The payments that were reversed on the day, whenever they were paid. */
  readonly reversed: CountAndAmount
  /** Those of the paid ones of which waivers pay a part or all, with what the waivers pay; it is no received money. */
  readonly waived: CountAndAmount
  /** The refunds that were paid out on the day, also those that came back later. */
  readonly refunded: CountAndAmount
  /** The amount paid less the amount refunded; exact decimal digits in minor units. */
  readonly net: string
}

/** The statement lines with a value date up to the day that are open now. Open money of debits counts below 0. */
export interface OpenLinesOfDay {
  readonly account: string
  readonly currency: string
  readonly outcome: LineOutcome
  readonly count: number
  readonly amount: string
  /** The oldest value date. */
  readonly oldest: string
}

/** The money that came to and left one account on a day, in one currency. Possible duplicates do not count. */
export interface AccountOfDay {
  readonly account: string
  readonly currency: string
  readonly credits: CountAndAmount
  readonly debits: CountAndAmount
}

/** The money of one day, as plain data for a printed page. */
export interface DayReport {
  readonly day: string
  readonly channels: readonly ChannelOfDay[]
  /** The money of the day's lines, by account and currency. */
  readonly accounts: readonly AccountOfDay[]
  readonly openLines: readonly OpenLinesOfDay[]
  /** Possible duplicates, in the same form. They do not count as money until a person releases them. */
  readonly uncounted: readonly OpenLinesOfDay[]
  /** The last closing or reopening of the day, of each account. */
  readonly closings: readonly Closing[]
}

type Kind = 'paid' | 'late' | 'waived' | 'reversed' | 'refunded'

/** A sum that grows, without a limit of size. */
interface ExactSum {
  count: number
  amount: bigint
}

const shownSum = ({ count, amount }: ExactSum): CountAndAmount => ({ count, amount: `${amount}` })

interface Part extends Pick<PaymentTotal, 'currency' | 'count'> {
  readonly channel: string | null
  readonly amount: bigint | string
}

function paidParts(totals: readonly PaymentTotal[]): Part[] {
  return totals.map((total) => ({ ...total, amount: amountPaid(total) }))
}

class ChannelSums {
  private readonly rows = new Map<string, { channel: string | null; currency: string; sums: Record<Kind, ExactSum> }>()

  add(kind: Kind, parts: readonly Part[]): void {
    for (const { channel, currency, count, amount } of parts) {
      const text = JSON.stringify([channel, currency])
      const row = this.rows.get(text) ?? { channel, currency, sums: noSums() }
      this.rows.set(text, row)
      row.sums[kind].count += count
      row.sums[kind].amount += BigInt(amount)
    }
  }

  channels(): ChannelOfDay[] {
    const rows = Array.from(this.rows.values(), ({ channel, currency, sums }) => ({
      channel,
      currency,
      paid: shownSum(sums.paid),
      late: shownSum(sums.late),
      waived: shownSum(sums.waived),
      reversed: shownSum(sums.reversed),
      refunded: shownSum(sums.refunded),
      net: `${sums.paid.amount - sums.refunded.amount}`,
    }))
    return sortedByText(rows, ({ channel, currency }) => `${channel ?? ''}\n${currency}`)
  }
}

function noSums(): Record<Kind, ExactSum> {
  const none = () => ({ count: 0, amount: 0n })
  return { paid: none(), late: none(), waived: none(), reversed: none(), refunded: none() }
}

async function channelsOf(
  { repository, timeZone }: Context,
  finance: FinanceRepository,
  day: string,
  channel: string | undefined,
): Promise<ChannelOfDay[]> {
  if (channel !== undefined && !isChannelName(channel)) return []
  const period = paidOn(day, timeZone)
  const filter = { ...period, ...(channel !== undefined && { channels: [channel] }) }
  const late: PaymentFlag = 'late'
  const [paid, paidLate, waived, reversed, refunds] = await Promise.all([
    repository.totals(filter),
    repository.totals({ ...filter, flag: late }),
    repository.totals({ ...filter, isWaived: true }),
    repository.totals({ ...filter, by: 'reversedAt' }),
    // Of every status: one that came back later was paid out on this day all the same, and the past is not stated anew.
    totalsOfRefunds(finance, period),
  ])
  const sums = new ChannelSums()
  sums.add('paid', paidParts(paid))
  sums.add('late', paidParts(paidLate))
  sums.add(
    'waived',
    waived.map((total) => ({ ...total, amount: total.waived })),
  )
  sums.add('reversed', paidParts(reversed))
  sums.add(
    'refunded',
    refunds.filter((refund) => channel === undefined || refund.channel === channel),
  )
  return sums.channels()
}

async function openLinesUpTo(finance: FinanceRepository, day: string): Promise<OpenLinesOfDay[]> {
  const sums = new Map<
    string,
    ExactSum & Pick<OpenLinesOfDay, 'account' | 'currency' | 'outcome'> & { oldest: string }
  >()
  for (const { direction, ...of } of await finance.sumOpenLines({ to: day })) {
    const { account, currency, outcome, oldest } = of
    const text = JSON.stringify([account, currency, outcome])
    const sum = sums.get(text) ?? { account, currency, outcome, oldest, count: 0, amount: 0n }
    sums.set(text, sum)
    if (oldest < sum.oldest) sum.oldest = oldest
    sum.count += of.count
    sum.amount += direction === 'credit' ? BigInt(of.amount) : -BigInt(of.amount)
  }
  const rows = Array.from(sums.values(), ({ account, currency, outcome, count, amount, oldest }) => ({
    account,
    currency,
    outcome,
    count,
    amount: `${amount}`,
    oldest,
  }))
  return sortedByText(rows, ({ account, currency, outcome }) => `${account}\n${currency}\n${outcome}`)
}

async function accountsOf(finance: FinanceRepository, day: string): Promise<AccountOfDay[]> {
  const sums = new Map<string, { account: string; currency: string; credits: ExactSum; debits: ExactSum }>()
  for (const ofOutcome of await finance.sumLines({ from: day, to: day })) {
    if (isUncounted(ofOutcome)) continue
    const { account, currency, direction, count, amount } = ofOutcome
    const text = JSON.stringify([account, currency])
    const none = () => ({ count: 0, amount: 0n })
    const sum = sums.get(text) ?? { account, currency, credits: none(), debits: none() }
    sums.set(text, sum)
    const side = direction === 'credit' ? sum.credits : sum.debits
    side.count += count
    side.amount += BigInt(amount)
  }
  const rows = Array.from(sums.values(), ({ credits, debits, ...of }) => ({
    ...of,
    credits: shownSum(credits),
    debits: shownSum(debits),
  }))
  return sortedByText(rows, ({ account, currency }) => `${account}\n${currency}`)
}

async function closingsOf(finance: FinanceRepository, day: string): Promise<Closing[]> {
  const last = new Map<string, ClosingRecord>()
  for await (const links of linksOf(finance, { from: day, to: day })) {
    for (const link of links) if (link.sequence > (last.get(link.account)?.sequence ?? 0)) last.set(link.account, link)
  }
  return closingsWithChanges(
    finance,
    sortedByText([...last.values()], ({ account }) => account),
  )
}

export async function reportDay(context: Context, query: DayReportQuery): Promise<DayReport> {
  const { day, channel } = parse(dayReportQuery, query)
  const finance = financeOf(context)
  const [channels, accounts, openLines] = await Promise.all([
    channelsOf(context, finance, day, channel),
    accountsOf(finance, day),
    openLinesUpTo(finance, day),
  ])
  return {
    day,
    channels,
    accounts,
    openLines: openLines.filter((sum) => !isUncounted(sum)),
    uncounted: openLines.filter(isUncounted),
    closings: await closingsOf(finance, day),
  }
}
