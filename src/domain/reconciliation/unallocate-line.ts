/** The taking back of a line's allocations: the inverse is appended, and nothing is deleted. */
import { isCashAccount, isWaiverAccount } from '../accounts/account-kind.js'
import { invalidRequest, type Issue } from '../issue.js'
import type { Evidence } from '../payments/event.js'
import { amountOfRefunds } from '../payments/money-of-lines.js'
import { type Instant, type Payment, withoutField } from '../payments/payment.js'
import { checkReversible } from '../payments/reversible.js'
import { reversedChange, type StateChange } from '../payments/state-change.js'
import { payoutTakenBack, returnTakenBack } from '../refunds/prove-refund.js'
import type { Refund } from '../refunds/refund.js'
import { PaymentsOfRefunds, type RefundNow, type RefundWrite } from '../refunds/refund-change.js'
import { evidenceOf, reconciledChange } from './allocation.js'
import { type AccountLine, type Allocation, lineChange, type LineEvent, targetOf, withoutBy } from './account-line.js'
import { decideOn, isLastChange, type LineCall, type LineDecision } from './line-decision.js'
import { dayClosed, lineOfWaiver, reservedByRefund } from './line-refusals.js'
import { partProblem, type UndonePart, undonePartOf } from './undone-part.js'

/** `statusReason` of a payment whose proof was taken back. */
const matchUndone = 'match_undone'

export interface UnallocateCall extends LineCall {
  readonly reason: string
  /** The positions of the allocations to take back, each once; all where it is left out. */
  readonly allocations?: readonly number[] | undefined
  /** The decision about payments that succeeded on the evidence of statements. */
  readonly payments?: 'reverse' | 'keep' | undefined
  /** With `keep`: true where other money than this line's paid its payments. */
  readonly paidOtherwise?: boolean | undefined
}

/** The facts that an undo depends on, as they are now. */
export interface UndoFacts {
  readonly line: AccountLine | null
  readonly lastEvent: LineEvent | null
  /** The allocations of the line at the version of the call, where the line has its next one and the call names positions. */
  readonly allocationsBefore: readonly Allocation[]
  /** The payments of the allocations to take back. */
  readonly payments: ReadonlyMap<string, Payment>
  /** The lines that it cancels out with, and those that these cancel out with, without itself. */
  readonly counterLines: readonly AccountLine[]
  /** Refunds that were made from this line's money. */
  readonly refundsOfLine: readonly Refund[]
  /** The refunds of the line's allocations, by id, and the evidence on which each succeeded last. */
  readonly payouts: ReadonlyMap<string, RefundNow & { readonly success: Evidence | null }>
  /** Returns the evidence of a payment's last `payment.succeeded`, or `null` where there is none. */
  successOf(paymentId: string): Evidence | null
  /** Checks whether the closing of the line's day holds one of these allocations of it. */
  isHeldByClosing(line: AccountLine): boolean
}

export interface UndoContext {
  now: Instant
  /** References of which another payment is the live one. */
  contested: ReadonlySet<string>
}

/** Checks that a refund is open or was paid. */
export function isLiving({ status }: Refund): boolean {
  return status !== 'failed' && status !== 'canceled'
}

/**
 * Sums the money that a credit line proved of each of its payments. It returns none for a debit, whose reversals stay.
 */
export function provedOf({ direction, allocations }: AccountLine, payments: UndoFacts['payments']) {
  const proved = new Map<string, { payment: Payment; amount: number }>()
  if (direction === 'debit') return []
  for (const allocation of allocations) {
    if (allocation.to !== 'payment') continue
    const payment = payments.get(allocation.paymentId)
    if (!payment) throw new RangeError('an undo needs every payment of the line')
    proved.set(payment.id, { payment, amount: (proved.get(payment.id)?.amount ?? 0) + allocation.amount })
  }
  return [...proved.values()]
}

/**
 * Checks that a payment succeeded on the evidence of statements, which is not whole without this line: the caller must
 * decide about it.
 */
function needsDecision({ id, status }: Payment, { successOf }: Pick<UndoFacts, 'successOf'>): boolean {
  return status === 'succeeded' && successOf(id)?.kind === 'statement'
}

/** Checks that an event took back the allocations at these positions, and no others. */
function tookBack({ allocations }: LineEvent, positions: readonly number[], { allocationsBefore }: UndoFacts): boolean {
  const inOrder = [...positions].sort((one, other) => one - other).map((at) => allocationsBefore[at])
  return (
    inOrder.length === allocations.length &&
    inOrder.every((one, at) => {
      const other = allocations[at]!
      return one !== undefined && targetOf(one) === targetOf(other) && one.amount === other.amount
    })
  )
}

/** Checks that a refund of this line's money, open or paid, is in the way: any of them where nothing stays allocated. */
function isReserved({ taken, left }: UndonePart, refunds: readonly Refund[]): boolean {
  const living = new Set(refunds.filter(isLiving).map(({ id }) => id))
  if (left.length === 0) return living.size > 0
  return taken.allocations.some((one) => one.to === 'refund' && living.has(one.refundId))
}

/** Describes what a call lacks in its decision about the line's payments, or returns `null`. */
function decisionProblem(
  proved: readonly { payment: Payment }[],
  isUndecided: boolean,
  { payments, paidOtherwise = false }: UnallocateCall,
): Issue | null {
  const payable = proved.map(({ payment }) => payment)
  const isReversed = payable.some(({ status }) => status === 'reversed')
  if (isReversed && payments !== 'keep') {
    return { path: 'payments', message: "must be 'keep', because a payment of this line was reversed" }
  }
  if (payable.some((payment) => amountOfRefunds(payment) > 0) && payments === undefined) {
    return { path: 'payments', message: "must be 'keep', because money of a payment of this line is given back" }
  }
  if (isUndecided && payments === undefined) {
    const message =
      "must be 'reverse' or 'keep', because a payment of this line succeeded on the evidence of statements"
    return { path: 'payments', message }
  }
  const isUnpaid = payable.some(({ status }) => status === 'expired' || status === 'failed')
  if (paidOtherwise && isUnpaid) {
    return { path: 'paidOtherwise', message: 'cannot be used, because a payment of this line expired or failed' }
  }
  return null
}

/** Checks that a payment's receipt came with this line's money. */
function hasReceiptOf(
  { key }: AccountLine,
  { id, providerTransactionId }: Payment,
  { successOf }: Pick<UndoFacts, 'successOf'>,
): boolean {
  const success = successOf(id)
  const isOfLine = success?.kind === 'statement' && success.lineKey === key
  return isOfLine && providerTransactionId !== undefined && success.providerTransactionId === providerTransactionId
}

/** Makes the evidence of one of the line's allocations. */
function evidenceOfAllocation(line: AccountLine, amount: number): Evidence {
  const { key: lineKey, account } = line
  return evidenceOf({ line: { ...line, bookedAt: line.bookedAt ?? undefined }, account, lineKey }, amount)
}

/**
 * Makes the writes of the line's refunds. A payout that a debit paid or proved is open again; a refund that a credit
 * brought back stays failed.
 */
export function undonePayouts(
  line: AccountLine,
  paymentsOfRefunds: PaymentsOfRefunds,
  { payouts }: Pick<UndoFacts, 'payouts'>,
  now: Instant,
): RefundWrite[] {
  return line.allocations.flatMap((allocation) => {
    if (allocation.to !== 'refund') return []
    const payout = payouts.get(allocation.refundId)
    if (!payout) throw new RangeError('an undo needs every refund of the line')
    const evidence = evidenceOfAllocation(line, allocation.amount)
    const proof = { lineKey: line.key, success: payout.success, evidence }
    return [
      paymentsOfRefunds.change(payout, (refund) =>
        line.direction === 'credit' ? returnTakenBack(refund, evidence, now) : payoutTakenBack(refund, proof, now),
      ),
    ]
  })
}

/** Makes the change of a payment whose allocation of a line is taken back; `isLeft`: the line still pays a part of it. */
export function undoneChange(
  line: AccountLine,
  { payment, amount, isLeft = false }: { payment: Payment; amount: number; isLeft?: boolean },
  {
    reason,
    payments: decision,
    paidOtherwise: isPaidOtherwise,
  }: Pick<UnallocateCall, 'reason' | 'payments' | 'paidOtherwise'>,
  facts: Pick<UndoFacts, 'successOf'>,
  context: UndoContext,
): StateChange {
  const evidence = evidenceOfAllocation(line, amount)
  const ofLine = { lineKey: line.key, isPaidOtherwise }
  const amountLeft = payment.amountReconciled - amount
  if (decision === 'reverse' && needsDecision(payment, facts)) {
    const reversal = {
      reason: matchUndone,
      reversedAt: context.now,
      amountReconciled: amountLeft,
      moneyReturned: false,
    } as const
    return reversedChange(payment, reversal, context.now, evidence, ofLine)
  }
  const report = { evidence, reason, line: ofLine }
  const change = reconciledChange(payment, amountLeft, 'payment.unreconciled', report, context)
  if (isLeft || !hasReceiptOf(line, payment, facts)) return change
  return { ...change, payment: withoutField(change.payment, 'providerTransactionId') }
}

/** Checks that a line is one of a pair that a void, a receipt of cash or a recall made. */
function isPairOfCounter({ outcome, account, allocations }: AccountLine): boolean {
  if (!allocations.some(({ to }) => to === 'line')) return false
  return outcome === 'voided' || (outcome === 'transfer_received' && isCashAccount(account))
}

function madeAtCounter() {
  const message = 'names a movement that was voided, received or taken back at a counter, which is not undone'
  return invalidRequest([{ path: 'lineKey', message }])
}

/**
 * Takes allocations of a line back, and holds it so that no run applies it again until it is released. Cash that was sent is on
 * its way again, and is not held.
 */
function takeBack(line: AccountLine, { taken, left }: UndonePart, reason: string, now: Instant) {
  const changes = { allocations: left, held: line.outcome !== 'in_transit' }
  return lineChange(line, 'line.unallocated', now, changes, { reason, allocations: taken.allocations.map(withoutBy) })
}

/**
 * Takes allocations of a line back, all of them or those of the call, and holds it. A line without allocations is returned as
 * it is.
 *
 * Refuses, in this order: `line_not_found`, `line_changed`, `invalid_request` for positions that cannot be taken back by
 * themselves, `day_closed`, `invalid_request` where `payments` is left out and matters, `refund_exceeds`, `invalid_transition`.
 */
export function unallocateLine(call: UnallocateCall, facts: UndoFacts, context: UndoContext): LineDecision {
  const { lastEvent, counterLines } = facts
  const { allocations: positions } = call
  // A refund that ended takes its allocation back too, but it does not hold the line: that was not this call.
  const isDone = (line: AccountLine) =>
    isLastChange('line.unallocated', line, call, lastEvent) &&
    (line.held || line.outcome === 'in_transit') &&
    (positions ? tookBack(lastEvent!, positions, facts) : line.allocations.length === 0)
  return decideOn(call, facts.line, isDone, (line) => {
    if (isWaiverAccount(line.account)) return { refusal: invalidRequest([{ path: 'lineKey', message: lineOfWaiver }]) }
    const part = undonePartOf(line, positions)
    const wrong = positions && partProblem(line, positions, part)
    if (wrong) return { refusal: invalidRequest([wrong]) }
    if (line.allocations.length === 0) return { unchanged: line }
    const { taken } = part
    const isPaired = taken.allocations.some(({ to }) => to === 'line')
    if (isPaired && counterLines.length === 0)
      throw new RangeError('an undo needs the lines that this one cancels out with')
    const lines = [taken, ...counterLines]
    if (lines.some(isPairOfCounter)) return { refusal: madeAtCounter() }
    const closed = lines.find((eachLine) => facts.isHeldByClosing(eachLine))
    if (closed) return { refusal: dayClosed(closed) }

    const stillPaid = new Set(part.left.flatMap((one) => (one.to === 'payment' ? [one.paymentId] : [])))
    const proved = provedOf(taken, facts.payments).map((proof) => ({
      ...proof,
      isLeft: stillPaid.has(proof.payment.id),
    }))
    const undecided = proved.filter(({ payment }) => needsDecision(payment, facts))
    const problem = decisionProblem(proved, undecided.length > 0, call)
    if (problem) return { refusal: invalidRequest([problem]) }
    if (isReserved(part, facts.refundsOfLine)) return { refusal: reservedByRefund() }
    if (call.payments === 'reverse') {
      const refusal = checkReversible(proved.map(({ payment }) => payment))
      if (refusal) return { refusal }
    }

    const change = takeBack(line, part, call.reason, context.now)
    const counter = counterLines.map((other) =>
      takeBack(other, undonePartOf(other, undefined), call.reason, context.now),
    )
    const payments = proved.map((proof) => undoneChange(line, proof, call, facts, context))
    const changed = new PaymentsOfRefunds(payments)
    const refunds = undonePayouts(taken, changed, facts, context.now).map((write) => write.change)
    return { write: { lines: [change, ...counter], payments, refunds } }
  })
}
