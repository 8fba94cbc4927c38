/** The envelope of errors, one schema a code. */
import { maxIssues } from '../../domain/issue.js'
import { paymentStatuses } from '../../domain/payments/payment.js'
import { refundStatuses } from '../../domain/refunds/refund.js'
import { waiverStatuses } from '../../domain/waivers/waiver.js'
import { errorCodes, type PaymentErrorCode, type PaymentErrorDetails } from '../../errors.js'
import { lineWithoutNarration } from './finance.js'
import type { Schema } from './json-schema.js'
import { object } from './schemas.js'

const text: Schema = { type: 'string' }
const texts: Schema = { type: 'array', items: text }
const status: Schema = { type: 'string', enum: paymentStatuses }
const refundStatus: Schema = { type: 'string', enum: refundStatuses }
const waiverStatus: Schema = { type: 'string', enum: waiverStatuses }
const integer: Schema = { type: 'integer' }
const money = object({ amount: integer, currency: text })

const details: Readonly<Record<keyof PaymentErrorDetails, Schema>> = {
  invalid_request: object(
    {
      issues: { type: 'array', minItems: 1, maxItems: maxIssues, items: object({ path: text, message: text }) },
      more: { type: 'integer', minimum: 1, description: 'How many issues there are beyond those listed.' },
      unknownLayout: {
        type: 'string',
        enum: ['csv', 'xlsx'],
        description: 'The format of a statement file whose columns no known layout has.',
      },
    },
    ['more', 'unknownLayout'],
  ),
  invalid_date_range: object({ field: { type: 'string', enum: ['from', 'to'] } }),
  unsupported_channel: object({ supported: texts }),
  unsupported_currency: object({ supported: texts }),
  unsupported_provider: object({ supported: texts }),
  payment_not_found: object({ paymentId: text }),
  invalid_transition: {
    oneOf: [
      object({ paymentId: text, from: status, to: status, amountReconciled: integer }, ['amountReconciled']),
      object({ refundId: text, from: refundStatus, to: refundStatus }),
      object({ waiverId: text, from: waiverStatus, to: waiverStatus }),
      object({ account: text, day: text, from: { type: 'string', enum: ['open', 'archived'] }, to: { const: 'open' } }),
    ],
  },
  amount_mismatch: object({ paymentId: text, expected: money, received: money }),
  duplicate_payment: {
    oneOf: [object({ paymentId: text, existingPaymentId: text }), object({ refundId: text, existingRefundId: text })],
  },
  reference_conflict: object({ existingPaymentId: text }),
  line_not_found: object({ lineKey: text, archive: text }, ['archive']),
  refund_not_found: object({ refundId: text }),
  receipt_not_found: { oneOf: [object({ year: integer, number: integer }), object({ paymentId: text })] },
  import_not_found: object({ importId: text }),
  layout_not_found: object({ layout: text }),
  layout_conflict: object({ layout: text }),
  waiver_not_found: object({ waiverId: text }),
  rule_not_found: object({ ruleId: text }),
  attempt_not_found: object({ attemptId: text }),
  attempt_conflict: object({ attempt: text }),
  session_not_found: object({ sessionId: text }),
  session_conflict: object({ sessionId: text }),
  session_closed: object({ sessionId: text }),
  cash_short: object({ account: text }),
  transfer_differs: object({ lineKey: text }),
  line_changed: object({ line: lineWithoutNarration }),
  allocation_exceeds: object(
    {
      exceeded: { type: 'array', minItems: 1, items: object({ path: text, open: integer, asked: text }) },
      status,
      paidAt: { type: ['string', 'null'], format: 'date-time' },
    },
    ['status', 'paidAt'],
  ),
  day_closed: object({ account: text, day: text }),
}

export function errorSchemaName(code: PaymentErrorCode): string {
  return `Error_${code}`
}

function errorObject(code: PaymentErrorCode): Schema {
  const detailsOfCode = Object.hasOwn(details, code) && { details: details[code as keyof PaymentErrorDetails] }
  return object({
    code: { const: code },
    message: { type: 'string', description: 'A text for developers: what happened, and what to do next.' },
    requestId: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    ...detailsOfCode,
  })
}

/** Describes the error of one of several payments, with the status that it has alone. */
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
