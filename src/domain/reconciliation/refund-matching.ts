/** The meaning of a statement line for the refunds that it may name; pure, as the matching of payments is. */
import { mayComeBack, openForDebit } from '../refunds/prove-refund.js'
import type { Refund } from '../refunds/refund.js'
import type { RefundNow } from '../refunds/refund-change.js'
import type { AccountLine } from './account-line.js'
import type { MatchRule } from './items.js'
import type { Match } from './matching.js'
import type { StatementLine } from './statement-line.js'
import { matchTransits } from './transit-matching.js'

/** The refunds that a line may mean, by the strongest rule that finds any. */
export interface NamedRefunds {
  readonly rule: MatchRule | null
  readonly refunds: readonly RefundNow[]
}

/** The most ids in a reason, which people read: more ids help no one. */
const maxShown = 10

function listOf(refunds: readonly RefundNow[]): string {
  const ids = refunds.slice(0, maxShown).map(({ refund: { id, status } }) => `${id} (${status})`)
  const more = refunds.length - ids.length
  return ids.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function isSameMoney({ amount, currency }: Refund, line: StatementLine): boolean {
  return amount === line.amount && currency === line.currency
}

function problemOf(line: StatementLine, refunds: readonly RefundNow[]): string {
  const same = refunds.filter(({ refund }) => isSameMoney(refund, line))
  if (same.length === 0) return 'is not the amount of the refunds that it names'
  const open = same.filter(({ refund }) => openForDebit(refund) > 0)
  if (open.length > 1) return 'may pay out several refunds'
  if (same.some(({ refund: { status } }) => status === 'requested')) return 'names a refund that is not approved'
  if (same.some(({ refund: { status } }) => status === 'succeeded')) return 'names a refund that was paid out before'
  return 'names a refund that cannot be paid out'
}

/**
 * Finds the one refund that a debit names and pays out with the exact amount. Two references in one debit, another
 * amount, and a refund that is paid, ended or not approved are for people to decide, with a reason. `null`: the debit
 * names no refund.
 */
function payoutOf(line: StatementLine, { refunds }: NamedRefunds): { pays: RefundNow } | { reason: string } | null {
  if (refunds.length === 0) return null
  const living = refunds.filter(({ refund }) => refund.status !== 'failed' && refund.status !== 'canceled')
  const references = new Set(living.map(({ refund }) => refund.reference))
  if (references.size > 1) return { reason: `names several refunds: ${listOf(living)}` }
  const payable = living.filter(({ refund }) => isSameMoney(refund, line) && openForDebit(refund) > 0)
  const [pays] = payable
  if (payable.length === 1 && pays) return { pays }
  return { reason: `${problemOf(line, refunds)}: ${listOf(refunds)}` }
}

/**
 * Finds the refunds that a credit may bring back: of exactly its money, paid out or failed, and not returned before.
 */
function returnsOf(line: StatementLine, { refunds }: NamedRefunds): readonly RefundNow[] {
  return refunds.filter(({ refund }) => mayComeBack(refund) && isSameMoney(refund, line))
}

/** The meaning of a line for both its payments and the refunds that it names. */
export interface LineMeaning {
  readonly rule: MatchRule | null
  readonly match: Match
  /** The refund that the debit pays out, whatever the payments are; else `null`. */
  readonly pays: RefundNow | null
  /** The transfers on their way that a credit settles. */
  readonly transits?: readonly AccountLine[]
}

/** The outcomes of a match where no payment can take money; else a credit goes to its payments. */
const nothingOpen: readonly Match['outcome'][] = ['unmatched_line', 'duplicate_credit', 'status_mismatch']

/** Decides the meaning of a credit that may show the arrival of transfers; `null` where it names none that fit. */
function meaningOfTransfer(line: StatementLine, match: Match, transits: readonly AccountLine[]): LineMeaning | null {
  const transfer = matchTransits(line, transits, match)
  if (!transfer) return null
  if (!('reason' in transfer)) return { rule: 'reference', match, pays: null, transits: transfer.transits }
  const allocations = match.allocations.map(({ payment }) => ({ payment, amount: 0 }))
  return { rule: 'reference', match: { outcome: 'ambiguous', reason: transfer.reason, allocations }, pays: null }
}

/**
 * Decides the meaning of a line: debits look for refunds before payments, credits for transfers before payments, and for
 * refunds after them.
 */
export function meaningOf(
  line: StatementLine,
  { match, rule }: { match: Match; rule: MatchRule | null },
  named: NamedRefunds,
  transits: readonly AccountLine[] = [],
): LineMeaning {
  if (line.direction === 'debit') {
    const payout = payoutOf(line, named)
    if (!payout) return { rule, match, pays: null }
    if ('pays' in payout) return { rule: named.rule, match, pays: payout.pays }
    return { rule: named.rule, match: { ...match, reason: payout.reason }, pays: null }
  }
  const transfer = meaningOfTransfer(line, match, transits)
  if (transfer) return transfer
  if (named.refunds.length === 0 || !nothingOpen.includes(match.outcome)) return { rule, match, pays: null }
  const returns = returnsOf(line, named)
  if (returns.length > 0) {
    const reason = `names refunds whose money may have come back: ${listOf(returns)}`
    return { rule: named.rule, match: { ...match, outcome: 'refund_returned', reason }, pays: null }
  }
  if (match.outcome !== 'unmatched_line') return { rule, match, pays: null }
  const reason = `is not the money of a refund that came back: ${listOf(named.refunds)}`
  return { rule: named.rule, match: { ...match, reason }, pays: null }
}
