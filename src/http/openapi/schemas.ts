/** The JSON Schemas of payments and reports, and those that the others are made of. */
import { maxLength, shapes } from '../../domain/limits.js'
import type { PaymentEventType } from '../../domain/payments/event.js'
import { paymentStatuses } from '../../domain/payments/payment.js'
import type { RefundEventType } from '../../domain/refunds/event.js'
import { refundStatuses } from '../../domain/refunds/refund.js'
import * as field from '../../operations/input/fields.js'
import * as refundCalls from '../../operations/input/refund-calls.js'
import { component, jsonSchemaOf, type Schema } from './json-schema.js'

/** Describes an object. Every property is required, but the `optional` ones. */
export function object(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}

export const text: Schema = { type: 'string' }
const nonEmptyText: Schema = { type: 'string', minLength: 1 }
export const nullable = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] })
export const listOf = (items: Schema): Schema => ({ type: 'array', items })

export const paymentId: Schema = {
  type: 'string',
  pattern: '^pay_[0-9A-HJKMNP-TV-Z]{26}$',
  examples: ['pay_01KAF5Z8Q3M4N5P6R7S8T9V0WX'],
}
export const amount = jsonSchemaOf(field.amount)
export const currency = jsonSchemaOf(field.currency)
export const refundId: Schema = {
  type: 'string',
  pattern: '^ref_[0-9A-HJKMNP-TV-Z]{26}$',
  examples: ['ref_01KAF5Z8Q3M4N5P6R7S8T9V0WX'],
}
export const ruleId: Schema = {
  type: 'string',
  pattern: '^rul_[0-9A-HJKMNP-TV-Z]{26}$',
  examples: ['rul_01KAF5Z8Q3M4N5P6R7S8T9V0WX'],
}
export const sessionId: Schema = {
  type: 'string',
  pattern: '^csh_[0-9A-HJKMNP-TV-Z]{26}$',
  examples: ['csh_01KAF5Z8Q3M4N5P6R7S8T9V0WX'],
}
export const refundStatus: Schema = { type: 'string', enum: refundStatuses }
export const refundReason = jsonSchemaOf(refundCalls.refundReason)
const status: Schema = { type: 'string', enum: paymentStatuses }
const reference = jsonSchemaOf(field.reference)
const channel: Schema = { type: 'string', pattern: shapes.channel.source, examples: ['mobile-banking'] }
/** ISO 8601 in UTC with milliseconds. */
export const instant: Schema = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  examples: ['2026-11-20T09:00:00.000Z'],
}
const freeText = (max: number): Schema => jsonSchemaOf(field.freeText(max))
export const providerTransactionId = jsonSchemaOf(field.providerTransactionId)

const instructionsOf = (type: string, extra: Readonly<Record<string, Schema>> = {}): Schema =>
  object({ type: { const: type }, message: nonEmptyText, ...extra })

const instructions: Schema = {
  description: 'How the payer completes the payment; the message is for people, and holds the reference.',
  oneOf: [
    instructionsOf('text'),
    instructionsOf('redirect', { url: nonEmptyText }),
    instructionsOf('ussd', { code: nonEmptyText }),
    instructionsOf('qr', { payload: nonEmptyText }),
  ],
}

/** Every type of event, once. */
const paymentEventTypes = Object.keys({
  'payment.created': true,
  'payment.imported': true,
  'payment.succeeded': true,
  'payment.failed': true,
  'payment.expired': true,
  'payment.reversed': true,
  'payment.reconciled': true,
  'payment.unreconciled': true,
  'payment.erased': true,
  'payment.attempt_started': true,
  'payment.attempt_ended': true,
} satisfies Record<PaymentEventType, true>)

const refundEventTypes = refundStatuses.map((refundStatus): RefundEventType => `refund.${refundStatus}`)

const optionalOfPayment = [
  'description',
  'customer',
  'metadata',
  'statusReason',
  'providerTransactionId',
  'undoneAllocations',
  'writtenOffBy',
  'moneyReturned',
  'imported',
]

const payment = object(
  {
    id: paymentId,
    status,
    reference,
    amount,
    currency,
    channel,
    instructions: component('Instructions'),
    createdAt: instant,
    updatedAt: instant,
    expiresAt: nullable(instant),
    paidAt: nullable(instant),
    reversedAt: nullable(instant),
    canceledAt: {
      ...nullable(instant),
      description: 'The time at which it was canceled; kept where money came for it all the same.',
    },
    late: { type: 'boolean', description: "The money's own time was after `expiresAt`." },
    amountReconciled: {
      ...amount,
      minimum: 0,
      description: 'The amount that statements have proved so far, in minor units.',
    },
    amountRefundPending: {
      ...amount,
      minimum: 0,
      description: 'The amount that requested and pending refunds reserve, in minor units.',
    },
    amountRefunded: { ...amount, minimum: 0, description: 'The amount that refunds have paid back, in minor units.' },
    amountWrittenOff: {
      ...amount,
      minimum: 0,
      description:
        'The part of `amountReconciled` that never came, because a negative category of a line settled it, in minor units.',
    },
    amountWaived: {
      ...amount,
      minimum: 0,
      description: 'The amount that granted waivers pay, in minor units. It is no received money.',
    },
    attemptId: {
      ...nullable(text),
      description: 'The living attempt by which a provider is taking the payment just now; `null` while there is none.',
    },
    version: { type: 'integer', minimum: 1 },
    description: freeText(maxLength.description),
    customer: component('Customer'),
    metadata: component('Metadata'),
    statusReason: text,
    undoneAllocations: {
      ...listOf(object({ lineKey: text, amount, givenBack: { ...amount, minimum: 0 } })),
      description:
        'Allocations that were undone while the payment was not pending, each with the part that was given back.',
    },
    writtenOffBy: {
      ...listOf(object({ lineKey: text, amount })),
      description: 'The lines that `amountWrittenOff` comes from.',
    },
    moneyReturned: {
      type: 'boolean',
      enum: [false],
      description: 'Present where the payment was reversed and no money went back to the payer.',
    },
    imported: {
      type: 'boolean',
      enum: [true],
      description: 'Present for a payment of the time before this library, which was imported.',
    },
    providerTransactionId,
  },
  optionalOfPayment,
)

const amountOfEvent: Schema = { ...amount, description: "In the currency's minor units." }

const event = object({
  id: text,
  createdAt: instant,
  type: { type: 'string', enum: paymentEventTypes },
  data: object({
    paymentId,
    reference,
    amount: amountOfEvent,
    currency,
    status,
    previousStatus: nullable(status),
    amountReconciled: { ...amountOfEvent, minimum: 0 },
    version: { type: 'integer', minimum: 1 },
  }),
  actor: nullable(text),
  reason: nullable(text),
  evidence: nullable(component('Evidence')),
})

const refundEvent = object({
  id: text,
  createdAt: instant,
  type: { type: 'string', enum: refundEventTypes },
  data: object({
    refundId,
    paymentId: nullable(paymentId),
    lineKey: nullable(text),
    reference,
    amount: amountOfEvent,
    currency,
    reason: refundReason,
    status: refundStatus,
    previousStatus: nullable(refundStatus),
    version: { type: 'integer', minimum: 1, description: 'Of the refund.' },
    paymentVersion: nullable({ type: 'integer', minimum: 1 }),
  }),
  actor: nullable(text),
  reason: nullable(text),
  evidence: nullable(component('Evidence')),
})

const evidence: Schema = {
  description: 'The proof that money moved.',
  oneOf: [
    object({ kind: { const: 'confirmation' }, paidAt: instant, providerTransactionId: nullable(text) }),
    object({
      kind: { const: 'statement' },
      account: text,
      lineKey: text,
      row: { type: 'integer' },
      valueDate: { type: 'string', format: 'date' },
      amount: amountOfEvent,
      providerTransactionId: nullable(text),
    }),
  ],
}

export const page = (items: Schema): Schema =>
  object({
    items: listOf(items),
    nextCursor: { ...nullable(text), description: 'For the parameter `cursor`; null when there is no further page.' },
  })

export const schemas: Readonly<Record<string, Schema>> = {
  Instructions: instructions,
  Payment: payment,
  PaymentPage: page(component('Payment')),
  PaymentEvent: event,
  Evidence: evidence,
  RefundEvent: refundEvent,
  PaymentHistory: listOf({ oneOf: [component('PaymentEvent'), component('RefundEvent'), component('WaiverEvent')] }),
  ReportItem: object({
    paymentId,
    reference,
    amount,
    currency,
    status,
    paidAt: nullable(instant),
  }),
  ReportPage: page(component('ReportItem')),
  Total: object({
    currency,
    channel,
    status,
    count: { type: 'integer', minimum: 1 },
    amount: { type: 'string', pattern: '^\\d+$', description: 'Exact decimal digits, in minor units.' },
    waived: {
      type: 'string',
      pattern: '^\\d+$',
      description: 'The part of it that waivers pay, which is no received money.',
    },
  }),
  Totals: object({ items: listOf(component('Total')) }),
}
