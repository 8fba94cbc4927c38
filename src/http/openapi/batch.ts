/** The schemas of the answer to many payments in one request. */
import type { PaymentErrorCode } from '../../errors.js'
import { refusalSchema } from './errors.js'
import { component, type Schema } from './json-schema.js'
import { object } from './schemas.js'

/** The codes by which one payment may be refused, besides those of the request as a whole. */
const codes = [
  'invalid_request',
  'unsupported_channel',
  'unsupported_currency',
  'idempotency_conflict',
  'reference_conflict',
  'concurrent_update',
  'internal_error',
  'storage_unavailable',
  'outcome_unknown',
] as const satisfies readonly PaymentErrorCode[]

const nameOf = (code: PaymentErrorCode) => `Refused_${code}`

export const batchSchemas: Readonly<Record<string, Schema>> = {
  CreatedPayments: object({
    results: {
      type: 'array',
      description: 'One for each payment that was asked for, in that order.',
      items: { anyOf: [component('CreatedPayment'), ...codes.map((code) => component(nameOf(code)))] },
    },
  }),
  CreatedPayment: object({ status: { const: 201 }, payment: component('Payment') }),
  ...Object.fromEntries(codes.map((code) => [nameOf(code), refusalSchema(code)])),
}
