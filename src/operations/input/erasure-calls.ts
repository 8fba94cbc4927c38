/** The arguments of `eraseCustomer`. */
import type { ActorOption } from './payment-calls.js'
import * as field from './fields.js'
import { together } from './together.js'

/** The person whose data is erased: by the host's own id, of all payments, or of one payment alone. */
export type ErasureTarget = { readonly customerId: string } | { readonly paymentId: string }

/** The reason for an erasure, which is required. */
export interface ErasureOptions extends ActorOption {
  /** Text for people, 1 … 500 characters, in the history for ever: without a name. */
  reason: string
}

const fields = {
  customerId: field.described(field.text, { description: 'The person, of all payments.', examples: ['MRN-1042'] }),
  paymentId: field.described(field.text, { description: 'The payer of this payment alone.' }),
}

export const erasureTarget = together(
  field.object({ customerId: fields.customerId.optional(), paymentId: fields.paymentId.optional() }),
  [
    {
      of: ['customerId', 'paymentId'],
      message: 'is required, or paymentId',
      isBroken: ({ customerId, paymentId }) => (customerId ?? paymentId) === undefined,
    },
    {
      of: ['paymentId', 'customerId'],
      message: 'must be left out where customerId is given',
      isBroken: ({ customerId, paymentId }) => customerId !== undefined && paymentId !== undefined,
    },
  ],
)

const options = { reason: field.reason, actor: field.actor.optional() }

export const erasureOptions = field.object(options)

/** Makes the rule of both arguments as one object, with a person that is named by this field. */
export const erasureRequest = (name: keyof typeof fields) => field.object({ [name]: fields[name], ...options })
