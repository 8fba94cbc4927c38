import * as z from 'zod'
import { maxLength } from '../../domain/limits.js'
import type { CreatePaymentRequest } from '../../domain/payments/payment.js'
import * as field from './fields.js'

export const customer = field.object({
  id: field.customerId.optional(),
  name: field.freeText(maxLength.customerName).optional(),
  phone: field.phone.optional(),
})

const channel = field.described(field.text, {
  description: 'The name of a channel of the service.',
  examples: ['mobile-banking'],
})

const request = field.object({
  amount: field.amount,
  currency: field.currency,
  reference: field.reference,
  channel,
  description: field.freeText(maxLength.description).optional(),
  customer: customer.optional(),
  metadata: field.metadata.optional(),
  expiresAt: field.instant.optional(),
})

/** A request that was checked: optional properties have a value or are left out, as `parse` leaves undefined ones out. */
export type CheckedRequest = {
  readonly [Name in keyof CreatePaymentRequest]: Exclude<CreatePaymentRequest[Name], undefined>
}

export const createRequest = request as z.ZodType<CheckedRequest>

/** The options of a request to create; they are no part of the payment. */
export interface CreatePaymentOptions {
  /**
   * A key of 1 … 255 visible ASCII characters. A repeated call with the same key and request returns the same payment.
   */
  idempotencyKey?: string | undefined
  /** The person or program that creates the payment, for the history. */
  actor?: string | undefined
}

export const createOptions = field.object({
  idempotencyKey: field.idempotencyKey.optional(),
  actor: field.actor.optional(),
})

/** One of the requests to `createPayments`, with a key of its own. */
export interface KeyedRequest {
  readonly request: CreatePaymentRequest
  /** The same key as that of `createPayment`. */
  readonly idempotencyKey?: string | undefined
}

/**
 * The shape of one element alone: its fields are checked as `createPayment` checks them, so that issues have the same paths.
 */
export const keyedRequest = field.object({ request: z.unknown().optional(), idempotencyKey: z.unknown().optional() })

export const createPaymentsOptions = field.object({ actor: field.actor.optional() })
