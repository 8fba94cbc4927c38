import type { Evidence } from '../payments/event.js'
import type { Instant } from '../payments/payment.js'
import type { RefundReason, RefundStatus } from './refund.js'
import type { RefundChange } from './refund-change.js'

/** The type of an event of a refund: the status of the refund after the change. */
export type RefundEventType = `refund.${RefundStatus}`

/**
 * An event of a refund. A refund of a payment changes the payment too, and its event is in order among the payment's
 * events: `paymentVersion` is the version of the payment that the change made. It contains no note and no patient data.
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
    /** The version of the refund. */
    readonly version: number
    /** The version of the payment that the change made; `null` for a refund of a line. */
    readonly paymentVersion: number | null
  }
  readonly actor: string | null
  /** The reason for which the refund was rejected, canceled or failed. */
  readonly reason: string | null
  readonly evidence: Evidence | null
}

/** Makes the event of a refund's change; its `createdAt` is the time of the decision. */
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
