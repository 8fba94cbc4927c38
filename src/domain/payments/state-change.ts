/** The change of one payment from a version to the next: pure, stored together with its event. */
import type { Evidence, PaymentEventType } from './event.js'
import type { ReferencePolicy } from './reference-policy.js'
import { type LineOfChange, withMoneyOfLines } from './money-of-lines.js'
import { type Instant, type Payment, type PaymentStatus, withoutField } from './payment.js'

/** One payment's next version and what its event will hold. */
export interface StateChange {
  payment: Payment
  /** The version before. */
  former: Payment
  type: PaymentEventType
  previousStatus: PaymentStatus
  reason: string | null
  evidence: Evidence | null
  /** Another payment holds the reference already (`one-live` was taken up later): this one goes on without it. */
  yieldsReference?: boolean
}

export interface TransitionContext {
  now: Instant
  policy: ReferencePolicy
  /** The other payments of the same reference, where they matter (`needsSiblings`). */
  siblings: readonly Payment[]
}

/**
 * The next version of a payment; `statusReason` is only kept when it is given again.
 *
 * @throws RangeError for a change of `amountReconciled` that names no line
 */
export function nextVersion(payment: Payment, now: Instant, changes: Partial<Payment>, line?: LineOfChange): Payment {
  const next = { ...payment, updatedAt: now, version: payment.version + 1, ...changes }
  if (payment.statusReason !== undefined && changes.statusReason === undefined) delete next.statusReason
  return withMoneyOfLines(payment, next, line)
}

export function failedChange(payment: Payment, reason: string, now: Instant): StateChange {
  return {
    payment: nextVersion(payment, now, { status: 'failed', statusReason: reason }),
    former: payment,
    type: 'payment.failed',
    previousStatus: payment.status,
    reason,
    evidence: null,
  }
}

/** Why and when a payment is reversed, and what becomes of its money. */
interface Reversal extends Pick<Payment, 'moneyReturned'> {
  readonly reason: string
  readonly reversedAt: Instant
  readonly amountReconciled?: number
}

/**
 * The payment is undone as a whole. Its receipt is free again, for it may have been shown for another bill; what
 * statements proved stays, unless `amountReconciled` says otherwise.
 */
export function reversedChange(
  payment: Payment,
  { reason, reversedAt, ...money }: Reversal,
  now: Instant,
  evidence: Evidence | null = null,
  line?: LineOfChange,
): StateChange {
  const changes = { status: 'reversed', statusReason: reason, reversedAt, ...money } as const
  const reversed = withoutField(nextVersion(payment, now, changes, line), 'providerTransactionId')
  const { status: previousStatus } = payment
  return { payment: reversed, former: payment, type: 'payment.reversed', previousStatus, reason, evidence }
}
