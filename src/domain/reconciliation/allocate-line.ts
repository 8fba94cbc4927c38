/** A person shares out a line's money: what is shared already stays, and all that is wrong with the shares is listed at once. */
import { IssueList } from '../issue.js'
import { amountDue, amountGivenBack, isGivenBackUnpaid } from '../payments/money-of-lines.js'
import type { Payment } from '../payments/payment.js'
import { checkReversible } from '../payments/reversible.js'
import { openForDebit, paidByDebit, payoutTimeProblem, returnedByCredit } from '../refunds/prove-refund.js'
import { PaymentsOfRefunds, type RefundNow, type RefundWrite } from '../refunds/refund-change.js'
import { allocateShares, type PaymentShare, reverseByDebit, timeProblem } from './allocation.js'
import {
  type BankLine,
  duplicateCategory,
  isPossibleDuplicate,
  lineChange,
  type LineChange,
  type LineEvent,
  type LineShare,
  openOfLine,
  storedShares,
  sumOfShares,
  targetOf,
} from './bank-line.js'
import { decideOn, isLastChange, type LineCall, type LineDecision } from './line-decision.js'
import { allocationExceeds } from './line-refusals.js'
import { proofOf, type RuleContext } from './line-rules.js'
import { openAmount } from './matching.js'
import { writtenOffByShares } from './written-off.js'

/** Of one line, over all calls. */
export const mostShares = 5000

/** What the shares of a call name, as far as it exists. */
export interface Targets {
  readonly payments: ReadonlyMap<string, Payment>
  readonly refunds: ReadonlyMap<string, RefundNow>
  readonly lines: ReadonlyMap<string, BankLine>
}

export interface AllocateCall extends LineCall {
  readonly shares: readonly LineShare[]
  readonly reason: string | null
}

export interface HandContext extends RuleContext {
  /** Whether another refund has the line's receipt. */
  readonly isPayoutReceiptTaken: boolean
  /** Categories below 0 that are the hospital's own cost: the payer gave the whole. */
  readonly costCategories: ReadonlySet<string>
}

/** `statusReason` of a payment that a debit reversed, where the caller gives no reason. */
export const reversedByDebit = 'statement_debit'

/** Whatever their order: a call names each target once. */
function areSameShares(some: readonly LineShare[], others: readonly LineShare[]): boolean {
  if (some.length !== others.length) return false
  const amounts = new Map(some.map((share) => [targetOf(share), share.amount]))
  return others.every((share) => amounts.get(targetOf(share)) === share.amount)
}

function paymentProblem(line: BankLine, payment: Payment | undefined, amount: number): string | null {
  if (!payment) return 'names no payment'
  if (payment.currency !== line.currency) return 'names a payment of another currency'
  if (payment.status === 'reversed') return 'names a payment that was reversed'
  if (isGivenBackUnpaid(payment)) return `names a payment that is ${payment.status} and whose money is given back`
  if (line.direction === 'credit') return null
  const isWhole = payment.status === 'succeeded' && payment.amount === amount
  return isWhole ? null : 'must be a whole payment that succeeded: money that went out reverses it'
}

function refundProblem(line: BankLine, found: RefundNow | undefined, amount: number): string | null {
  if (!found) return 'names no refund'
  const { status, currency, lineKey, amount: whole, returnedBy } = found.refund
  if (currency !== line.currency) return 'names a refund of another currency'
  if (lineKey === line.key) return 'names a refund of this very line, which has its share already'
  if (line.direction === 'credit' && returnedBy !== null) return 'names a refund whose payout came back before'
  const isPossible = status === 'succeeded' || status === (line.direction === 'debit' ? 'pending' : 'failed')
  if (!isPossible) {
    return line.direction === 'debit'
      ? `names a refund that is ${status}, and so not to be paid out`
      : `names a refund that is ${status}, so that its payout cannot have come back`
  }
  return amount < whole ? 'must be the whole refund' : null
}

function lineProblem(line: BankLine, other: BankLine | undefined, { amount }: LineShare, isAlone: boolean) {
  if (!other) return 'names no line'
  if (other.key === line.key) return 'names the line itself'
  if (other.currency !== line.currency) return 'names a line of another currency'
  if (isPossibleDuplicate(other)) return 'names a line that may be stored already'
  if (other.direction === line.direction)
    return 'names a line of the same direction: only a credit and a debit cancel out'
  if (other.amount !== line.amount || amount !== line.amount) return 'must be the whole amount of both lines'
  return isAlone && line.shares.length + other.shares.length === 0
    ? null
    : 'must be the only share of both lines; take their shares back first'
}

/** What a call's shares say of one payment. */
interface NamedPayment {
  /** What the call pays of it; `undefined` where it pays nothing. */
  paid?: number
  /** The sum of the categories that name it. */
  categories: bigint
}

/** Each payment that shares name, by its id, so that one share does not look through all others. */
function paymentsNamed(shares: readonly LineShare[]): ReadonlyMap<string, NamedPayment> {
  const named = new Map<string, NamedPayment>()
  const of = (id: string): NamedPayment => {
    let one = named.get(id)
    if (!one) named.set(id, (one = { categories: 0n }))
    return one
  }
  for (const share of shares) {
    if (share.to === 'payment') of(share.paymentId).paid ??= share.amount
    if (share.to === 'category' && share.paymentId !== undefined) of(share.paymentId).categories += BigInt(share.amount)
  }
  return named
}

function categoryProblem(
  line: BankLine,
  { amount, paymentId }: Extract<LineShare, { to: 'category' }>,
  named: ReadonlyMap<string, NamedPayment>,
): string | null {
  if (paymentId === undefined) return null
  if (amount > 0 || line.direction === 'debit') return 'may name a payment only of a credit, and with an amount below 0'
  const { paid, categories } = named.get(paymentId)!
  if (paid === undefined) return 'names a payment that the call does not pay'
  return categories < -BigInt(paid) ? 'is more than the call pays of the payment' : null
}

function shareProblem(
  line: BankLine,
  share: LineShare,
  targets: Targets,
  { isAlone, named }: { isAlone: boolean; named: ReadonlyMap<string, NamedPayment> },
): string | null {
  switch (share.to) {
    case 'payment':
      return paymentProblem(line, targets.payments.get(share.paymentId), share.amount)
    case 'refund':
      return refundProblem(line, targets.refunds.get(share.refundId), share.amount)
    case 'line':
      return lineProblem(line, share.lineKey === line.key ? line : targets.lines.get(share.lineKey), share, isAlone)
    case 'category':
      return categoryProblem(line, share, named)
  }
}

/** With their place among the call's shares, and what of them never came. */
function paymentShares(
  { direction }: BankLine,
  shares: readonly LineShare[],
  { payments }: Targets,
  { costCategories }: HandContext,
): (PaymentShare & { at: number })[] {
  const writtenOff = direction === 'credit' ? writtenOffByShares(shares, costCategories) : null
  return shares.flatMap((share, at) => {
    const payment = share.to === 'payment' ? payments.get(share.paymentId) : undefined
    return payment ? [{ payment, amount: share.amount, writtenOff: writtenOff?.get(payment.id) ?? 0, at }] : []
  })
}

function refundOf(share: LineShare, { refunds }: Targets): RefundNow | undefined {
  return share.to === 'refund' ? refunds.get(share.refundId) : undefined
}

/** The line whose money is free again where a credit brings the refund back, if there is one. */
function lineOfReturn({ direction }: BankLine, share: LineShare, targets: Targets): string | null {
  const { status, lineKey } = refundOf(share, targets)?.refund ?? {}
  return direction === 'credit' && status === 'succeeded' ? (lineKey ?? null) : null
}

/** What is wrong with the line's time for what the share proves, or `null`. */
function untimely(line: BankLine, share: LineShare, targets: Targets, context: RuleContext): string | null {
  const proof = proofOf(line, context)
  const isDebit = line.direction === 'debit'
  if (share.to === 'payment') {
    const payment = targets.payments.get(share.paymentId)!
    return timeProblem(proof, { payment, amount: share.amount }, context.now, isDebit)
  }
  const found = refundOf(share, targets)
  return found && isDebit ? payoutTimeProblem(proof, found.refund, context.now) : null
}

/** Whether the whole line is set aside as stored already: nothing else is made of a possible duplicate. */
function isSetAsideAsDuplicate({ amount }: BankLine, shares: readonly LineShare[]): boolean {
  const [only, ...others] = shares
  return only?.to === 'category' && only.category === duplicateCategory && only.amount === amount && others.length === 0
}

function problemsOf(line: BankLine, shares: readonly LineShare[], targets: Targets, context: RuleContext): IssueList {
  const issues = new IssueList()
  if (sumOfShares(shares) <= 0n) issues.add(['shares'], 'must add up to more than 0')
  if (isPossibleDuplicate(line) && !isSetAsideAsDuplicate(line, shares)) {
    const message = `must be the whole line to the category '${duplicateCategory}': it may be stored already; or release it`
    issues.add(['shares'], message)
    return issues
  }
  if (line.shares.length + shares.length > mostShares) {
    issues.add(['shares'], `must be at most ${mostShares} on one line, earlier ones included`)
  }
  const all = { isAlone: shares.length === 1, named: paymentsNamed(shares) }
  const seen = new Set<string>()
  const freed = new Set<string>()
  for (const [at, share] of shares.entries()) {
    const target = targetOf(share)
    const problem = shareProblem(line, share, targets, all)
    const isTwice = seen.has(target)
    seen.add(target)
    const freedLine = lineOfReturn(line, share, targets)
    const isFreed = freedLine !== null && freed.has(freedLine)
    if (freedLine !== null) freed.add(freedLine)
    if (isTwice) issues.add(['shares', at], 'names what another share names')
    else if (problem !== null) issues.add(['shares', at], problem)
    else if (isFreed) issues.add(['shares', at], 'names a second refund of one line')
    else {
      const late = untimely(line, share, targets, context)
      if (late !== null) issues.add(['shares', at], `cannot be: ${late}`)
    }
  }
  return issues
}

/** What a share's target may take at most; a debit's payment and a line were compared as a whole. */
function capOf({ direction }: BankLine, share: LineShare, { payments, refunds }: Targets): number | null {
  if (share.to === 'refund') {
    const { refund } = refunds.get(share.refundId)!
    return direction === 'debit' ? openForDebit(refund) : refund.amount
  }
  return share.to === 'payment' && direction === 'credit' ? openAmount(payments.get(share.paymentId)!) : null
}

function exceededBy(line: BankLine, shares: readonly LineShare[], targets: Targets) {
  const exceeded = shares.flatMap((share, at) => {
    const open = capOf(line, share, targets)
    return open !== null && share.amount > open ? [{ path: `shares.${at}`, open, asked: `${share.amount}` }] : []
  })
  const sum = sumOfShares(shares)
  const open = openOfLine(line)
  if (sum > BigInt(open)) exceeded.push({ path: 'shares', open, asked: `${sum}` })
  return exceeded
}

/** Two changes of one payment cannot be one write: a bill that is paid in part while another of its reference replaces it. */
function changedTwice(changes: readonly { payment: Payment }[]): ReadonlySet<string> {
  const once = new Set<string>()
  const twice = new Set<string>()
  for (const { payment } of changes) (once.has(payment.id) ? twice : once).add(payment.id)
  return twice
}

/** Payments of which less came with a rest that is written off than was given back of them. */
function overGivenBack(changes: readonly { payment: Payment }[]): ReadonlySet<string> {
  const over = changes.filter(({ payment }) => amountGivenBack(payment) > amountDue(payment))
  return new Set(over.map(({ payment }) => payment.id))
}

/** Both lines of a pair that cancels out change in one write. */
function counterChange(
  line: BankLine,
  { shares, reason }: AllocateCall,
  { lines }: Targets,
  now: string,
): LineChange[] {
  return shares.flatMap((share) => {
    if (share.to !== 'line') return []
    const back = [{ to: 'line', lineKey: line.key, amount: line.amount } as const]
    const changes = { shares: storedShares(back, 'hand') }
    return [lineChange(lines.get(share.lineKey)!, 'line.allocated', now, changes, { reason, shares: back })]
  })
}

/** A debit pays its refunds out, a credit brings them back; each has been checked before. */
function writesOfRefunds(
  line: BankLine,
  { shares, reason }: AllocateCall,
  changed: PaymentsOfRefunds,
  targets: Targets,
  context: HandContext,
) {
  const proof = proofOf(line, context)
  const ofRefunds = [...line.shares, ...shares].filter(({ to }) => to === 'refund')
  const givesReceipt = ofRefunds.length === 1 && !context.isPayoutReceiptTaken
  return shares.flatMap((share): RefundWrite[] => {
    const found = refundOf(share, targets)
    if (!found) return []
    return [
      changed.changed(found, (refund) =>
        line.direction === 'debit'
          ? paidByDebit(refund, proof, { now: context.now, givesReceipt })
          : returnedByCredit(refund, proof, { reason: reason ?? undefined, now: context.now }),
      ),
    ]
  })
}

function changesOfPayments(line: BankLine, call: AllocateCall, paid: readonly PaymentShare[], context: HandContext) {
  const proof = proofOf(line, context)
  if (line.direction === 'debit') {
    return { changes: reverseByDebit(paid, proof, call.reason ?? reversedByDebit, context.now) }
  }
  const before = line.shares.flatMap((share) => (share.to === 'payment' ? [share.paymentId] : []))
  const isOnly = new Set([...before, ...paid.map(({ payment }) => payment.id)]).size === 1
  return allocateShares(paid, proof, context, isOnly)
}

/**
 * Adds shares to a line. Of `targets` only what the shares name is looked at; the shapes of the shares are checked before.
 *
 * Refused, in this order: `line_not_found`, `line_changed`, `invalid_request` with every wrong share at `shares.N`,
 * `allocation_exceeds`, `invalid_transition` for a payment that a debit would reverse while a refund of it lives or was paid.
 */
export function allocateLine(
  call: AllocateCall,
  { line, lastEvent, targets }: { line: BankLine | null; lastEvent: LineEvent | null; targets: Targets },
  context: HandContext,
): LineDecision {
  const { shares, reason } = call
  const isDone = (found: BankLine) =>
    isLastChange('line.allocated', found, call, lastEvent) && areSameShares(lastEvent!.shares, shares)
  return decideOn(call, line, isDone, (found) => {
    const issues = problemsOf(found, shares, targets, context)
    if (!issues.isEmpty) return { refusal: issues.refusal() }
    const exceeded = exceededBy(found, shares, targets)
    if (exceeded.length > 0) return { refusal: allocationExceeds(exceeded) }
    const paid = paymentShares(found, shares, targets, context)
    if (found.direction === 'debit') {
      const refusal = checkReversible(paid.map(({ payment }) => payment))
      if (refusal) return { refusal }
    }
    const allocated = changesOfPayments(found, call, paid, context)
    if ('problem' in allocated) throw new RangeError('a time that was checked before is refused')
    const refunds = writesOfRefunds(found, call, new PaymentsOfRefunds(allocated.changes), targets, context)
    const twice = changedTwice(allocated.changes)
    const overGiven = overGivenBack(allocated.changes)
    for (const { payment, at } of paid) {
      if (overGiven.has(payment.id))
        issues.add(['shares', at], 'names a payment of which more was given back than comes')
      if (twice.has(payment.id)) issues.add(['shares', at], 'names a bill that another share of the call changes too')
    }
    if (!issues.isEmpty) return { refusal: issues.refusal() }
    const all = [...found.shares, ...storedShares(shares, 'hand')]
    const change = lineChange(found, 'line.allocated', context.now, { shares: all }, { reason, shares })
    const counter = counterChange(found, call, targets, context.now)
    const givenBack = refunds.flatMap(({ line: taken }) => taken ?? [])
    return {
      write: {
        lines: [change, ...counter, ...givenBack],
        payments: allocated.changes,
        refunds: refunds.map((write) => write.change),
      },
    }
  })
}
