/** The change of one payment from a version to the next: pure, stored together with its event. */
import type { Evidence, PaymentEventType } from './event.js'
import type { ReferencePolicy } from './reference-policy.js'
import type { Instant, Payment, PaymentStatus } from './payment.js'

/** One payment's next version and what its event will hold. */
export interface StateChange {
  payment: Payment
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

/** The next version of a payment; `statusReason` is only kept when it is given again. */
export function nextVersion(payment: Payment, now: Instant, changes: Partial<Payment>): Payment {
  const next = { ...payment, updatedAt: now, version: payment.version + 1, ...changes }
  if (payment.statusReason !== undefined && changes.statusReason === undefined) delete next.statusReason
  return next
}

export function failedChange(payment: Payment, reason: string, now: Instant): StateChange {
  return {
    payment: nextVersion(payment, now, { status: 'failed', statusReason: reason }),
    type: 'payment.failed',
    previousStatus: payment.status,
    reason,
    evidence: null,
  }
}

/**
 * The payment is undone as a whole. Its receipt is free again, for it may have been shown for another bill; what
 * statements proved stays, unless `amountReconciled` says otherwise.
 */
export function reversedChange(
  payment: Payment,
  { reason, reversedAt, ...money }: { reason: string; reversedAt: Instant; amountReconciled?: number },
  now: Instant,
  evidence: Evidence | null = null,
): StateChange {
  const { providerTransactionId: _, ...reversed } = nextVersion(payment, now, {
    status: 'reversed',
    statusReason: reason,
    reversedAt,
    ...money,
  })
  return { payment: reversed, type: 'payment.reversed', previousStatus: payment.status, reason, evidence }
}
