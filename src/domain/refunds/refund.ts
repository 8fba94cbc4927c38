/** A refund: money that is to be given back, and the proof that it was. The library moves no money. */
import type { Instant } from '../payments/payment.js'

/** The state of a refund; it changes only as `refundTransitions` lists. */
export type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled'

export const refundStatuses: readonly RefundStatus[] = ['requested', 'pending', 'succeeded', 'failed', 'canceled']

/** The reason for which money is given back; `other` needs a note. */
export type RefundReason =
  'duplicate' | 'overpayment' | 'service_not_given' | 'price_corrected' | 'insurance_paid' | 'other'

export const refundReasons: readonly RefundReason[] = [
  'duplicate',
  'overpayment',
  'service_not_given',
  'price_corrected',
  'insurance_paid',
  'other',
]

/** The time by which reports count refunds. */
export type RefundBasis = 'createdAt' | 'paidAt'

export const refundBases: readonly RefundBasis[] = ['createdAt', 'paidAt']

/** Money of a payment, or of a statement line that belongs to no payment, that is to be given back. */
export interface Refund {
  /** `ref_…` */
  readonly id: string
  readonly status: RefundStatus
  /** The payment whose money is given back; `null` for a refund of a line. */
  readonly paymentId: string | null
  /** The credit whose open money is given back; `null` for a refund of a payment. */
  readonly lineKey: string | null
  /** Integer, minor units. */
  readonly amount: number
  readonly currency: string
  readonly reason: RefundReason
  /** Free text; in no event, log or webhook. */
  readonly note?: string
  /** The reference that the payout should name, so that a statement proves it. */
  readonly reference: string
  /** The person who asked for it. */
  readonly requestedBy: string | null
  /** The person who approved it; `null` where none was needed. */
  readonly approvedBy: string | null
  /** The receipt of the payout. */
  readonly providerTransactionId?: string
  /** Minor units that bank statements have proved: 0, or the whole amount. */
  readonly amountReconciled: number
  /** The key of the credit by which the payout of a failed refund came back; `null` where none is known. */
  readonly returnedBy: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** The time of the payout. */
  readonly paidAt: Instant | null
  /** 1 at creation, one more with each change. */
  readonly version: number
}
