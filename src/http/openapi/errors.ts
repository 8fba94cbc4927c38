/** The envelope of errors, one schema a code. */
import { mostIssues } from '../../domain/issue.js'
import { paymentStatuses } from '../../domain/payments/payment.js'
import { lineOutcomes } from '../../domain/reconciliation/items.js'
import { errorCodes, type PaymentErrorCode, type PaymentErrorDetails } from '../../errors.js'
import { object, type Schema } from './schemas.js'

const text: Schema = { type: 'string' }
const texts: Schema = { type: 'array', items: text }
const status: Schema = { type: 'string', enum: paymentStatuses }
const integer: Schema = { type: 'integer' }
const nullableText: Schema = { type: ['string', 'null'] }
const share = object(
  {
    to: { type: 'string', enum: ['payment', 'refund', 'line', 'category'] },
    paymentId: text,
    refundId: text,
    lineKey: text,
    category: text,
    amount: integer,
    by: { type: 'string', enum: ['rule', 'hand'] },
  },
  ['paymentId', 'refundId', 'lineKey', 'category'],
)
const line = object(
  {
    key: text,
    source: text,
    importId: nullableText,
    row: integer,
    direction: { type: 'string', enum: ['credit', 'debit'] },
    amount: integer,
    currency: text,
    valueDate: text,
    bookedAt: nullableText,
    reference: text,
    providerTransactionId: text,
    outcome: { type: 'string', enum: lineOutcomes },
    status: { type: 'string', enum: ['open', 'settled'] },
    held: { type: 'boolean' },
    allocated: integer,
    shares: { type: 'array', items: share },
    assignee: nullableText,
    version: integer,
    createdAt: text,
    updatedAt: text,
  },
  ['reference', 'providerTransactionId'],
)
const money = object({ amount: integer, currency: text })

const details: Readonly<Record<keyof PaymentErrorDetails, Schema>> = {
  invalid_request: object(
    {
      issues: { type: 'array', minItems: 1, maxItems: mostIssues, items: object({ path: text, message: text }) },
      more: { type: 'integer', minimum: 1, description: 'How many issues there are beyond those listed.' },
    },
    ['more'],
  ),
  invalid_date_range: object({ field: { type: 'string', enum: ['from', 'to'] } }),
  unsupported_channel: object({ supported: texts }),
  unsupported_currency: object({ supported: texts }),
  payment_not_found: object({ paymentId: text }),
  invalid_transition: object({ paymentId: text, from: status, to: status }),
  amount_mismatch: object({ paymentId: text, expected: money, received: money }),
  duplicate_payment: object({ paymentId: text, existingPaymentId: text }),
  reference_conflict: object({ existingPaymentId: text }),
  line_not_found: object({ lineKey: text }),
  line_changed: object({ line }),
  allocation_exceeds: object({
    exceeded: { type: 'array', minItems: 1, items: object({ path: text, open: integer, asked: text }) },
  }),
  day_closed: object({ source: text, day: text }),
}

export function errorSchemaName(code: PaymentErrorCode): string {
  return `Error_${code}`
}

function errorObject(code: PaymentErrorCode): Schema {
  const own = Object.hasOwn(details, code) && { details: details[code as keyof PaymentErrorDetails] }
  return object({
    code: { const: code },
    message: { type: 'string', description: 'For the developer: what was wrong, and what to do next.' },
    requestId: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    ...own,
  })
}

/** The error of one of several payments, with the status that it has alone. */
export function refusalSchema(code: PaymentErrorCode): Schema {
  const { status, meaning } = errorCodes[code]
  return { ...object({ status: { const: status }, error: errorObject(code) }), description: meaning }
}

function envelope(code: PaymentErrorCode): Schema {
  return { ...object({ error: errorObject(code) }), description: errorCodes[code].meaning }
}

export function errorSchemas(codes: readonly PaymentErrorCode[]): Record<string, Schema> {
  return Object.fromEntries(codes.map((code) => [errorSchemaName(code), envelope(code)]))
}
