import type { Evidence } from '../payments/event.js'
import type { Instant } from '../payments/payment.js'
import type { WaiverChange } from './waiver-change.js'
import type { WaiverStatus } from './waiver.js'

/** The type of an event of a waiver: the status of the waiver after the change. */
export type WaiverEventType = `waiver.${WaiverStatus}`

/**
 * An event of a waiver. It is in order among the events of its payment: `paymentVersion` is the version of the payment that the
 * change made. It contains no note and no patient data.
 */
export interface WaiverEvent {
  readonly id: string
  readonly createdAt: Instant
  readonly type: WaiverEventType
  readonly data: {
    readonly waiverId: string
    readonly paymentId: string
    /** The key of the line on the scheme's account; `null` unless it was granted. */
    readonly lineKey: string | null
    readonly reference: string
    /** Integer, minor units. */
    readonly amount: number
    readonly currency: string
    readonly scheme: string
    /** The reason for the waiver. */
    readonly reason: string
    readonly status: WaiverStatus
    readonly previousStatus: WaiverStatus | null
    /** The version of the waiver. */
    readonly version: number
    /** The version of the payment that the change made. */
    readonly paymentVersion: number
  }
  readonly actor: string | null
  /** The reason for which the waiver was rejected, canceled or revoked. */
  readonly reason: string | null
  /** The line that the change made on the scheme's account; `null` for a change that moves no money. */
  readonly evidence: Evidence | null
}

/** Makes the event of a waiver's change; its `createdAt` is the time of the decision. */
export function waiverEvent(
  { waiver, previousStatus, reason, evidence, payment }: WaiverChange,
  { id, actor }: { id: string; actor: string | null },
): WaiverEvent {
  const { paymentId, lineKey, reference, amount, currency, scheme, status, version } = waiver
  return {
    id,
    createdAt: waiver.updatedAt,
    type: `waiver.${status}`,
    data: {
      waiverId: waiver.id,
      paymentId,
      lineKey,
      reference,
      amount,
      currency,
      scheme,
      reason: waiver.reason,
      status,
      previousStatus,
      version,
      paymentVersion: payment.version,
    },
    actor,
    reason,
    evidence,
  }
}
