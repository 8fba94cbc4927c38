/** A waiver: a part of a bill that a scheme of the hospital pays for a patient. It is no received money. */
import type { Instant } from '../payments/payment.js'

/** The state of a waiver; it changes only as `waiverTransitions` lists. */
export type WaiverStatus = 'requested' | 'granted' | 'rejected' | 'canceled' | 'revoked'

export const waiverStatuses: readonly WaiverStatus[] = ['requested', 'granted', 'rejected', 'canceled', 'revoked']

/** A part of a payment, or all that is open of it, that a scheme is asked to pay. */
export interface Waiver {
  /** `wvr_…` */
  readonly id: string
  readonly status: WaiverStatus
  readonly paymentId: string
  /** The reference of the payment. */
  readonly reference: string
  /** Integer, minor units. */
  readonly amount: number
  readonly currency: string
  /** The scheme that pays, such as `poor_patients`; its lines are on the account `waiver.<scheme>`. */
  readonly scheme: string
  /** The reason as a word, such as `no_income`. */
  readonly reason: string
  /** Free text; in no event, log or webhook. */
  readonly note?: string
  /** The person who asked for it. */
  readonly requestedBy: string
  /** The person who granted or rejected it; `null` while it waits, where it was canceled, and where no second person was needed. */
  readonly decidedBy: string | null
  /** The time of the grant or the rejection. */
  readonly decidedAt: Instant | null
  /** The person who revoked it, and the time. */
  readonly revokedBy: string | null
  readonly revokedAt: Instant | null
  /** The key of the line on the scheme's account; `null` unless it was granted. */
  readonly lineKey: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** 1 at the request, one more with each change. */
  readonly version: number
}
