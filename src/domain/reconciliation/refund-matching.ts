/** What a statement line means for the refunds that it may name; pure, as the matching of payments is. */
import { mayComeBack, openForDebit } from '../refunds/prove-refund.js'
import type { Refund } from '../refunds/refund.js'
import type { RefundNow } from '../refunds/refund-change.js'
import type { MatchRule } from './items.js'
import type { Match } from './matching.js'
import type { StatementLine } from './statement-line.js'

/** The refunds that a line may mean, found by the strongest rule that finds any. */
export interface NamedRefunds {
  readonly rule: MatchRule | null
  readonly refunds: readonly RefundNow[]
}

/** A reason is read by people: more ids than these help no one. */
const maxShown = 10

function listed(refunds: readonly RefundNow[]): string {
  const shown = refunds.slice(0, maxShown).map(({ refund: { id, status } }) => `${id} (${status})`)
  const more = refunds.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function isSameMoney({ amount, currency }: Refund, line: StatementLine): boolean {
  return amount === line.amount && currency === line.currency
}

function problemOf(line: StatementLine, refunds: readonly RefundNow[]): string {
  const same = refunds.filter(({ refund }) => isSameMoney(refund, line))
  if (same.length === 0) return 'is not the amount of the refunds that it names'
  const open = same.filter(({ refund }) => openForDebit(refund) > 0)
  if (open.length > 1) return 'may pay several refunds out'
  if (same.some(({ refund: { status } }) => status === 'requested')) return 'names a refund that is not approved'
  if (same.some(({ refund: { status } }) => status === 'succeeded')) return 'names a refund that was paid out before'
  return 'names a refund that is not to be paid out'
}

/**
 * A debit pays out the one refund that it names, with the exact amount. Two references in one debit, another amount, and a
 * refund that is paid, ended or not approved are for people. `null`: it names no refund.
 */
function payoutOf(line: StatementLine, { refunds }: NamedRefunds): { pays: RefundNow } | { reason: string } | null {
  if (refunds.length === 0) return null
  const living = refunds.filter(({ refund }) => refund.status !== 'failed' && refund.status !== 'canceled')
  const references = new Set(living.map(({ refund }) => refund.reference))
  if (references.size > 1) return { reason: `names several refunds: ${listed(living)}` }
  const payable = living.filter(({ refund }) => isSameMoney(refund, line) && openForDebit(refund) > 0)
  const [pays] = payable
  if (payable.length === 1 && pays) return { pays }
  return { reason: `${problemOf(line, refunds)}: ${listed(refunds)}` }
}

/** The refunds that a credit may bring back: of exactly its money, paid out or failed, and not come back before. */
function returnsOf(line: StatementLine, { refunds }: NamedRefunds): readonly RefundNow[] {
  return refunds.filter(({ refund }) => mayComeBack(refund) && isSameMoney(refund, line))
}

/** What a line means, once the refunds that it names are known beside its payments. */
export interface LineMeaning {
  readonly rule: MatchRule | null
  readonly match: Match
  /** The refund that the debit pays out; the payments do not matter then. */
  readonly pays: RefundNow | null
}

/** A credit goes to its payments as long as one of them can take money. */
const nothingOpen: readonly Match['outcome'][] = ['unmatched_line', 'duplicate_credit', 'status_mismatch']

/** Debits look for refunds before payments, credits after them. */
export function meaningOf(
  line: StatementLine,
  { match, rule }: { match: Match; rule: MatchRule | null },
  named: NamedRefunds,
): LineMeaning {
  if (line.direction === 'debit') {
    const payout = payoutOf(line, named)
    if (!payout) return { rule, match, pays: null }
    if ('pays' in payout) return { rule: named.rule, match, pays: payout.pays }
    return { rule: named.rule, match: { ...match, reason: payout.reason }, pays: null }
  }
  if (named.refunds.length === 0 || !nothingOpen.includes(match.outcome)) return { rule, match, pays: null }
  const returns = returnsOf(line, named)
  if (returns.length > 0) {
    const reason = `names refunds whose money may have come back: ${listed(returns)}`
    return { rule: named.rule, match: { ...match, outcome: 'refund_returned', reason }, pays: null }
  }
  if (match.outcome !== 'unmatched_line') return { rule, match, pays: null }
  const reason = `is not the money of a refund that came back: ${listed(named.refunds)}`
  return { rule: named.rule, match: { ...match, reason }, pays: null }
}
