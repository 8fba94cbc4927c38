import { maxLength } from '../../domain/limits.js'
import type { Instant } from '../../domain/payments/payment.js'
import { type RefundReason, refundReasons } from '../../domain/refunds/refund.js'
import type { ActorOption } from './payment-calls.js'
import * as field from './fields.js'
import { parse } from './parse.js'
import { together } from './together.js'

/** The money to give back, of a payment or of a statement line. Set either `paymentId` or `lineKey`. */
export interface CreateRefundRequest {
  /** The payment whose money is given back. */
  paymentId?: string | undefined
  lineKey?: string | undefined
  /** An integer of minor units, in the currency of the payment or line. */
  amount: number
  reason: RefundReason
  /** A free text for people, up to 2,000 characters; required where the reason is `other`. */
  note?: string | undefined
  /** The reference of the payout; default a short code that the library makes. */
  reference?: string | undefined
}

/** The options of a request for a refund. */
export interface CreateRefundOptions extends ActorOption {
  /**
   * A key of 1 … 255 visible ASCII characters. A repeated call with the same key and request returns the same refund. Keys of
   * refunds and keys of payments are independent.
   */
  idempotencyKey?: string | undefined
}

/** The person who approves; it must be another than the one who asked. */
export type ApproveRefundOptions = ActorOption

/** The reason for which a refund ends; it is required. */
export interface RefundReasonOptions extends ActorOption {
  reason: string
}

/** The data of the payout; all fields are optional. */
export interface ConfirmRefundOptions extends ActorOption {
  /** The time at which the money moved; default the clock. */
  paidAt?: Instant | undefined
  /** The provider's receipt of the payout. */
  providerTransactionId?: string | undefined
}

const actor = field.actor.optional()

export const refundReason = field.described(field.oneOf(refundReasons), { examples: ['service_not_given'] })
export const note = field.described(field.someText(maxLength.note), {
  description: 'A text for people; required where the reason is `other`.',
})
export const payoutReference = field.described(field.reference, {
  description: 'The text that the payout is to name.',
  examples: ['R7K2MQ9DXP'],
})

export const createRefundRequest = together(
  field.object({
    paymentId: field.text.optional(),
    lineKey: field.text.optional(),
    amount: field.amount,
    reason: refundReason,
    note: note.optional(),
    reference: payoutReference.optional(),
  }),
  [
    {
      of: ['paymentId', 'lineKey'],
      message: 'is required, or lineKey',
      isBroken: ({ paymentId, lineKey }) => (paymentId ?? lineKey) === undefined,
    },
    {
      of: ['lineKey', 'paymentId'],
      message: 'must be left out where paymentId is given',
      isBroken: ({ paymentId, lineKey }) => paymentId !== undefined && lineKey !== undefined,
    },
    {
      of: ['note', 'reason'],
      message: 'is required where the reason is other',
      isBroken: ({ reason, note }) => reason === 'other' && note === undefined,
    },
  ],
)

export const createRefundOptions = field.object({ idempotencyKey: field.idempotencyKey.optional(), actor })
export const approveRefundOptions = field.object({ actor })
export const endRefundOptions = field.object({ reason: field.reason, actor })
export const confirmRefundOptions = field.object({
  paidAt: field.instant.optional(),
  providerTransactionId: field.providerTransactionId.optional(),
  actor,
})

const idArgument = field.object({ id: field.text })

/** @throws PaymentError `invalid_request` for an id that is no text */
export function checkRefundId(id: unknown): void {
  parse(idArgument, { id })
}
