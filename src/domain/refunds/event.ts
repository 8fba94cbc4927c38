import type { Evidence } from '../payments/event.js'
import type { Instant } from '../payments/payment.js'
import type { RefundReason, RefundStatus } from './refund.js'
import type { RefundChange } from './refund-change.js'

/** What happened to a refund: the status that it has now. */
export type RefundEventType = `refund.${RefundStatus}`

/**
 * What happened to a refund. That of a payment is an event of the payment too, in order with its others: `paymentVersion` is
 * the version of the payment that it made. Holds no note and no patient data.
 */
export interface RefundEvent {
  readonly id: string
  readonly createdAt: Instant
  readonly type: RefundEventType
  readonly data: {
    readonly refundId: string
    readonly paymentId: string | null
    readonly lineKey: string | null
    readonly reference: string
    /** Integer, minor units. */
    readonly amount: number
    readonly currency: string
    readonly reason: RefundReason
    readonly status: RefundStatus
    readonly previousStatus: RefundStatus | null
    /** Of the refund. */
    readonly version: number
    /** `null` for a refund of a line. */
    readonly paymentVersion: number | null
  }
  readonly actor: string | null
  /** Why it was rejected, canceled or failed. */
  readonly reason: string | null
  readonly evidence: Evidence | null
}

/** The event of a refund's change, at the time at which it was decided. */
export function refundEvent(
  { refund, previousStatus, reason, evidence, payment }: RefundChange,
  { id, actor }: { id: string; actor: string | null },
): RefundEvent {
  const { paymentId, lineKey, reference, amount, currency, status, version } = refund
  return {
    id,
    createdAt: refund.updatedAt,
    type: `refund.${status}`,
    data: {
      refundId: refund.id,
      paymentId,
      lineKey,
      reference,
      amount,
      currency,
      reason: refund.reason,
      status,
      previousStatus,
      version,
      paymentVersion: payment?.version ?? null,
    },
    actor,
    reason,
    evidence,
  }
}
