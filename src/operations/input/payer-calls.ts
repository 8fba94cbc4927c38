/** The arguments of the calls about payers. */
import type { ActorOption } from './payment-calls.js'
import * as field from './fields.js'
import { pageFields, type PageOptions } from './page.js'

/** The payer of a statement, and a page of it. */
export interface PayerStatementQuery extends PageOptions {
  /** The host's own id of the payer. */
  payerId: string
}

/** The bill for which a payer's deposit is drawn. */
export interface ApplyDepositRequest extends ActorOption {
  /** The host's own id of the payer whose deposit is drawn. */
  payerId: string
  /** The payment that it pays, of this payer or of another. */
  paymentId: string
  /** Integer, minor units; default all that is open of the payment. */
  amount?: number | undefined
}

/** The key of a call that draws a deposit. */
export interface PayerKeyOptions {
  /** A key of the caller's own: a repeated call with it answers what the first one did. */
  idempotencyKey?: string | undefined
}

export const payerArgument = field.object({ payerId: field.customerId })

export const payerStatementQuery = field.object({ payerId: field.customerId, ...pageFields })

export const applyDepositRequest = field.object({
  payerId: field.customerId,
  paymentId: field.text,
  amount: field.described(field.amount, { description: 'Default all that is open of the payment.' }).optional(),
  actor: field.actor.optional(),
})
