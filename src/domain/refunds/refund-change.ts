/** The next version of a refund, and the change that it makes to the payment or line whose money it gives back. */
import type { Evidence } from '../payments/event.js'
import type { Instant, Payment } from '../payments/payment.js'
import { amountAsked } from '../payments/open-amount.js'
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

/** The origin of a refund's money, as it is now: a payment, or a statement line. */
export type RefundOrigin = { readonly payment: Payment } | { readonly line: AccountLine }

/** A refund and the origin of its money, as they are now. */
export interface RefundNow {
  readonly refund: Refund
  readonly origin: RefundOrigin
}

/**
 * The payments of refunds that change in one write. Where several refunds belong to one payment, each is decided on the
 * payment as the one before changed it.
 */
export class PaymentsOfRefunds {
  private readonly payments = new Map<string, Payment>()

  constructor(changes: readonly { readonly payment: Payment }[]) {
    for (const { payment } of changes) this.payments.set(payment.id, payment)
  }

  change(refundNow: RefundNow, change: (now: RefundNow) => RefundWrite): RefundWrite {
    const { origin } = refundNow
    const payment = 'payment' in origin ? this.payments.get(origin.payment.id) : undefined
    const write = change(payment ? { ...refundNow, origin: { payment } } : refundNow)
    if (write.change.payment) this.payments.set(write.change.payment.id, write.change.payment)
    return write
  }
}

/** A refund's next version, the data of its event, and its payment. */
export interface RefundChange {
  readonly refund: Refund
  /** The status before the change; `null` for a new refund. */
  readonly previousStatus: RefundStatus | null
  /** The reason for the change; the reason for the refund is a field of the refund. */
  readonly reason: string | null
  readonly evidence: Evidence | null
  /** The next version of the refund's payment; `null` for a refund of a line. */
  readonly payment: Payment | null
  readonly former: Payment | null
}

/** All that one change of a refund stores, all of it or nothing. */
export interface RefundWrite {
  readonly change: RefundChange
  /** The change of the refund's line, where an allocation is made or taken back; else `null`. */
  readonly line: LineChange | null
}

/** The facts of a change beyond the refund itself. */
export interface RefundReport {
  readonly now: Instant
  readonly reason?: string | null
  readonly evidence?: Evidence | null
}

/** Returns the field of a payment that counts the money of a refund of this status, or `null` where none does. */
function countedAs(status: RefundStatus | null): 'amountRefundPending' | 'amountRefunded' | null {
  if (status === 'requested' || status === 'pending') return 'amountRefundPending'
  return status === 'succeeded' ? 'amountRefunded' : null
}

/**
 * Makes the next version of a payment, with the money that it reserves and has given back once a refund of `amount` is
 * `to`. The payment's status and the reason for the status stay.
 */
function movedMoney(payment: Payment, amount: number, from: RefundStatus | null, to: RefundStatus, now: Instant) {
  const { amountRefundPending, amountRefunded, statusReason } = payment
  const money = { amountRefundPending, amountRefunded }
  const before = countedAs(from)
  const after = countedAs(to)
  if (before) money[before] -= amount
  if (after) money[after] += amount
  const isPossible = money.amountRefundPending >= 0 && money.amountRefunded >= 0
  if (
    !isPossible ||
    money.amountRefundPending > amountAsked(payment) - payment.amountWrittenOff - money.amountRefunded
  ) {
    throw new RangeError(`a refund that becomes ${to} must leave its payment whole`)
  }
  return nextVersion(payment, now, { ...money, ...(statusReason !== undefined && { statusReason }) })
}

/** Checks that a refund of this status has an allocation of its line; a refund that waits for approval has none. */
function keepsAllocation(status: RefundStatus | null): boolean {
  return status === 'pending' || status === 'succeeded'
}

/**
 * Checks whether a refund and its origin were read at two moments, with a change by another call between them: the
 * origin does not have the money that the refund reserves, or has given back.
 */
export function isTorn({ refund: { id, status, amount }, origin }: RefundNow): boolean {
  if ('payment' in origin) {
    const field = countedAs(status)
    return field !== null && origin.payment[field] < amount
  }
  const hasAllocation = origin.line.allocations.some(
    (allocation) => allocation.to === 'refund' && allocation.refundId === id,
  )
  return hasAllocation !== keepsAllocation(status)
}

/** Adds the allocation of a refund to its line, or takes it back. The line is not held by that. */
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
  const isOfRefund = (allocation: Allocation) => allocation.to === 'refund' && allocation.refundId === id
  const undoneAllocations = line.allocations.filter(isOfRefund).map(withoutBy)
  if (undoneAllocations.length === 0) throw new RangeError('a refund of a line has no allocation to take back')
  const allocations = line.allocations.filter((allocation) => !isOfRefund(allocation))
  return lineChange(line, 'line.unallocated', now, { allocations }, { reason, allocations: undoneAllocations })
}

/**
 * Makes the write that brings a refund to its next version; `from` is its status before, `null` for a new one. The
 * caller has decided that the change is allowed.
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

/**
 * Makes the next version of a refund; a field that `changes` leaves out stays. A failed refund gives its receipt free,
 * unless a debit proved the payout.
 */
export function nextRefund(refund: Refund, now: Instant, changes: Partial<Refund>): Refund {
  const next = { ...refund, updatedAt: now, version: refund.version + 1, ...changes }
  if (next.status !== 'failed' || next.amountReconciled > 0) return next
  const { providerTransactionId: _, ...free } = next
  return free
}

/** Makes the write of a refund's next version with these changes. */
export function changedRefund(
  refund: Refund,
  origin: RefundOrigin,
  changes: Partial<Refund>,
  report: RefundReport,
): RefundWrite {
  return refundWrite(nextRefund(refund, report.now, changes), refund.status, origin, report)
}
