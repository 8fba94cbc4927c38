/** One refund's next version, and what it does to the money that it is given back of. */
import type { Evidence } from '../payments/event.js'
import type { Instant, Payment } from '../payments/payment.js'
import { nextVersion } from '../payments/state-change.js'
import {
  type AccountLine,
  lineChange,
  type LineChange,
  type Allocation,
  withoutBy,
} from '../reconciliation/account-line.js'
import type { Refund, RefundStatus } from './refund.js'
import { canChangeRefund } from './transitions.js'

/** What a refund gives money back of, as it is now: a payment, or a statement line. */
export type RefundOrigin = { readonly payment: Payment } | { readonly line: AccountLine }

/** A refund, and what it gives money back of, as they are now. */
export interface RefundNow {
  readonly refund: Refund
  readonly origin: RefundOrigin
}

/**
 * Refunds as they are once their payments were changed: several of one payment change one behind the other, each as the one
 * before has left it.
 */
export class PaymentsOfRefunds {
  private readonly payments = new Map<string, Payment>()

  constructor(changed: readonly { readonly payment: Payment }[]) {
    for (const { payment } of changed) this.payments.set(payment.id, payment)
  }

  changed(found: RefundNow, change: (now: RefundNow) => RefundWrite): RefundWrite {
    const { origin } = found
    const payment = 'payment' in origin ? this.payments.get(origin.payment.id) : undefined
    const write = change(payment ? { ...found, origin: { payment } } : found)
    if (write.change.payment) this.payments.set(write.change.payment.id, write.change.payment)
    return write
  }
}

/** A refund's next version, what its event will hold, and its payment. */
export interface RefundChange {
  readonly refund: Refund
  /** `null` for a new one. */
  readonly previousStatus: RefundStatus | null
  /** Of the change; what the refund is for stands in the refund. */
  readonly reason: string | null
  readonly evidence: Evidence | null
  /** The next version of its payment, and the one before; `null` for a refund of a line. */
  readonly payment: Payment | null
  readonly former: Payment | null
}

/** All that one change of a refund stores, together or not at all. */
export interface RefundWrite {
  readonly change: RefundChange
  /** The line whose money it is, where an allocation is made or taken back. */
  readonly line: LineChange | null
}

/** What is known of a change beyond the refund itself. */
export interface RefundReport {
  readonly now: Instant
  readonly reason?: string | null
  readonly evidence?: Evidence | null
}

/** Where a payment counts the money of a refund of this status. */
function countedAs(status: RefundStatus | null): 'amountRefundPending' | 'amountRefunded' | null {
  if (status === 'requested' || status === 'pending') return 'amountRefundPending'
  return status === 'succeeded' ? 'amountRefunded' : null
}

/** What a payment reserves and has given back once a refund of `amount` is `to`; its status and the reason for that stay. */
function movedMoney(payment: Payment, amount: number, from: RefundStatus | null, to: RefundStatus, now: Instant) {
  const { amountRefundPending, amountRefunded, statusReason } = payment
  const money = { amountRefundPending, amountRefunded }
  const before = countedAs(from)
  const after = countedAs(to)
  if (before) money[before] -= amount
  if (after) money[after] += amount
  const isPossible = money.amountRefundPending >= 0 && money.amountRefunded >= 0
  if (!isPossible || money.amountRefundPending > payment.amount - payment.amountWrittenOff - money.amountRefunded) {
    throw new RangeError(`a refund that becomes ${to} must leave its payment whole`)
  }
  return nextVersion(payment, now, { ...money, ...(statusReason !== undefined && { statusReason }) })
}

/** Whether a refund of this status keeps its line's money; one that is only asked for takes none. */
export function keepsAllocation(status: RefundStatus | null): boolean {
  return status === 'pending' || status === 'succeeded'
}

/**
 * Whether a refund and its origin were read at two moments, between which others changed them: the origin does not hold the
 * money that the refund reserves, or has given back.
 */
export function isTorn({ refund: { id, status, amount }, origin }: RefundNow): boolean {
  if ('payment' in origin) {
    const counted = countedAs(status)
    return counted !== null && origin.payment[counted] < amount
  }
  const hasAllocation = origin.line.allocations.some(
    (allocation) => allocation.to === 'refund' && allocation.refundId === id,
  )
  return hasAllocation !== keepsAllocation(status)
}

/** The allocation is made, or taken back alone: the line is not held. */
function movedAllocation(
  line: AccountLine,
  { id, amount }: Refund,
  isKept: boolean,
  { now, reason = null }: RefundReport,
): LineChange {
  if (isKept) {
    const allocation: Allocation = { to: 'refund', refundId: id, amount }
    const allocations = [...line.allocations, { ...allocation, by: 'hand' as const }]
    return lineChange(line, 'line.allocated', now, { allocations }, { allocations: [allocation] })
  }
  const isItsOwn = (allocation: Allocation) => allocation.to === 'refund' && allocation.refundId === id
  const taken = line.allocations.filter(isItsOwn).map(withoutBy)
  if (taken.length === 0) throw new RangeError('a refund of a line has no allocation to take back')
  const allocations = line.allocations.filter((allocation) => !isItsOwn(allocation))
  return lineChange(line, 'line.unallocated', now, { allocations }, { reason, allocations: taken })
}

/**
 * The write that brings a refund to its next version; `from` is its status before, `null` for a new one. Whether it may be is
 * decided before.
 *
 * @throws RangeError for a change that `refundTransitions` does not list, or that would give back more than there is
 */
export function refundWrite(
  refund: Refund,
  from: RefundStatus | null,
  origin: RefundOrigin,
  report: RefundReport,
): RefundWrite {
  const { status, amount } = refund
  if (from !== status && !canChangeRefund(from, status)) throw new RangeError(`a ${from} refund must not be ${status}`)
  const { now, reason = null, evidence = null } = report
  const change = { refund, previousStatus: from, reason, evidence }
  if ('payment' in origin) {
    const { payment: former } = origin
    return { change: { ...change, payment: movedMoney(former, amount, from, status, now), former }, line: null }
  }
  const isMoved = keepsAllocation(from) !== keepsAllocation(status)
  const line = isMoved ? movedAllocation(origin.line, refund, keepsAllocation(status), report) : null
  return { change: { ...change, payment: null, former: null }, line }
}

/** The refund's next version: what is not given stays. One that failed frees its receipt, unless a debit proved the payout. */
export function nextRefund(refund: Refund, now: Instant, changes: Partial<Refund>): Refund {
  const next = { ...refund, updatedAt: now, version: refund.version + 1, ...changes }
  if (next.status !== 'failed' || next.amountReconciled > 0) return next
  const { providerTransactionId: _, ...free } = next
  return free
}

/** What a refund's change comes to. */
export function changedRefund(
  refund: Refund,
  origin: RefundOrigin,
  changes: Partial<Refund>,
  report: RefundReport,
): RefundWrite {
  return refundWrite(nextRefund(refund, report.now, changes), refund.status, origin, report)
}
