/** Events of payments, refunds and waivers, and their streams: versions 1, 2, 3 … without gaps, delivered in that order. */
import type { PaymentEvent } from './payments/event.js'
import type { RefundEvent } from './refunds/event.js'
import type { WaiverEvent } from './waivers/event.js'

/** An event of a history, as it is stored and delivered. */
export type StoredEvent = PaymentEvent | RefundEvent | WaiverEvent

/** The place of an event in its stream. */
interface EventPlace {
  /** The payment's id; for a refund of a statement line the refund's own id. */
  readonly stream: string
  /** The number in its stream: 1, 2, 3 … */
  readonly version: number
}

export function isRefundEvent(event: StoredEvent): event is RefundEvent {
  return 'refundId' in event.data
}

export function isWaiverEvent(event: StoredEvent): event is WaiverEvent {
  return 'waiverId' in event.data
}

export function isPaymentEvent(event: StoredEvent): event is PaymentEvent {
  return !isRefundEvent(event) && !isWaiverEvent(event)
}

/**
 * Returns the place of an event. A refund of a payment changes the payment too, and so does a waiver: that change is one
 * event, in the payment's stream.
 */
export function placeOf(event: StoredEvent): EventPlace {
  if (isWaiverEvent(event)) return { stream: event.data.paymentId, version: event.data.paymentVersion }
  if (!isRefundEvent(event)) return { stream: event.data.paymentId, version: event.data.version }
  const { refundId, paymentId, version, paymentVersion } = event.data
  if (paymentId === null || paymentVersion === null) return { stream: refundId, version }
  return { stream: paymentId, version: paymentVersion }
}

/** The types of events that are history alone: no claim returns them. */
export const undeliveredTypes = ['payment.attempt_started', 'payment.attempt_ended'] as const

/** Returns true for an event that is delivered, and not history alone. */
export function isDelivered({ type }: StoredEvent): boolean {
  return !(undeliveredTypes as readonly string[]).includes(type)
}
