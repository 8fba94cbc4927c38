/** The change of one payment to its next version: pure, and stored together with its event. */
import type { Evidence, PaymentEventType } from './event.js'
import type { ReferencePolicy } from './reference-policy.js'
import { type LineOfChange, withMoneyOfLines } from './money-of-lines.js'
import { type Instant, type Payment, type PaymentStatus, withoutField } from './payment.js'

/** The next version of a payment, and the data of its event. */
export interface StateChange {
  payment: Payment
  /** The version before. */
  former: Payment
  type: PaymentEventType
  previousStatus: PaymentStatus
  reason: string | null
  evidence: Evidence | null
  /**
   * True where another payment has the reference already (`one-live` became the policy later): this payment succeeds
   * without it.
   */
  yieldsReference?: boolean
}

export interface TransitionContext {
  now: Instant
  policy: ReferencePolicy
  /** The other payments of the same reference, where the change depends on them (`needsSiblings`). */
  siblings: readonly Payment[]
}

/**
 * Makes the next version of a payment; `statusReason` stays only where `changes` repeats it.
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

/** The reason and time of a reversal, and the payment's money after it. */
interface Reversal extends Pick<Payment, 'moneyReturned'> {
  readonly reason: string
  readonly reversedAt: Instant
  readonly amountReconciled?: number
}

/**
 * Reverses a payment as a whole. Its receipt is free again, because it may have been entered for the wrong bill; the
 * money that statements proved stays, unless `amountReconciled` changes it.
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
