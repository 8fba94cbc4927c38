/** The arguments of the calls about one payment. */
import type { Instant } from '../../domain/payments/payment.js'
import * as field from './fields.js'

/** The person or program that calls. */
export interface ActorOption {
  /** The person or program, for the history. */
  actor?: string | undefined
}

/** The data of the money that came; all fields are optional. */
export interface ConfirmOptions extends ActorOption {
  /** The time at which the money moved; default the clock. */
  paidAt?: Instant | undefined
  /** The paid amount, in minor units; default the full amount. */
  amount?: number | undefined
  currency?: string | undefined
  /** The provider's receipt; unique in a channel. */
  providerTransactionId?: string | undefined
  /** The cash session in which a cashier saw the money; `actor` is required then. */
  sessionId?: string | undefined
  /** With `sessionId`: true where the caller knows that the person is a supervisor. */
  supervisor?: boolean | undefined
}

/** The reason for which a payment failed; it is required. */
export interface FailOptions extends ActorOption {
  /** Text for people or programs, 1 … 500 characters; it becomes `statusReason`. */
  reason: string
  /** `keep` lets a living attempt at a provider go on; without it such a payment is refused. */
  attempts?: 'keep' | undefined
}

/** The reason for which a payment is canceled; it is required. */
export interface CancelOptions extends ActorOption {
  /** Text for people, 1 … 500 characters; it becomes `statusReason`. */
  reason: string
  /** `keep` lets a living attempt at a provider go on; without it such a payment is refused. */
  attempts?: 'keep' | undefined
}

/** The reason for which a payment was reversed, which is required, and the time. */
export interface ReverseOptions extends ActorOption {
  /** Text for people, 1 … 500 characters; it becomes `statusReason`. */
  reason: string
  /** The time of the reversal; default the clock. */
  reversedAt?: Instant | undefined
  /** False where no money went back to the payer, so that a line that had paid it can be given back. Default true. */
  moneyReturned?: boolean | undefined
}

const actor = field.actor.optional()
export const confirmFields = {
  paidAt: field.instant.optional(),
  amount: field.amount.optional(),
  currency: field.currency.optional(),
  providerTransactionId: field.providerTransactionId.optional(),
}
export const confirmOptions = field.object({ ...confirmFields, actor })
const attemptsToKeep = field
  .described(field.oneOf(['keep']), { description: '`keep` lets a living attempt at a provider go on.' })
  .optional()
export const failOptions = field.object({ reason: field.reason, attempts: attemptsToKeep, actor })
export const cancelOptions = field.object({ reason: field.reason, attempts: attemptsToKeep, actor })
export const expireOptions = field.object({ actor })
export const reverseOptions = field.object({
  reason: field.reason,
  reversedAt: field.instant.optional(),
  moneyReturned: field
    .described(field.truth, { description: '`false`: no money went back to the payer. Default `true`.' })
    .optional(),
  actor,
})
