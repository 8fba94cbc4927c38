/** The JSON Schemas of what goes in and out, by the names that the routes and the document call them. */
import { maxLength, maxAmount, maxMetadataPairs, shapes } from '../../domain/limits.js'
import type { PaymentEventType } from '../../domain/payments/event.js'
import { paymentStatuses } from '../../domain/payments/payment.js'
import type { RefundEventType } from '../../domain/refunds/event.js'
import { refundReasons, refundStatuses } from '../../domain/refunds/refund.js'

/** A JSON Schema of the 2020-12 dialect, as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>

export const component = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

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
export const amount: Schema = {
  type: 'integer',
  minimum: 1,
  maximum: maxAmount,
  description: "In the currency's minor units (ISO 4217): 150000 is 1,500.00 ETB.",
  examples: [150_000],
}
export const currency: Schema = {
  type: 'string',
  pattern: shapes.currency.source,
  description: 'ISO 4217.',
  examples: ['ETB'],
}
export const refundId: Schema = {
  type: 'string',
  pattern: '^ref_[0-9A-HJKMNP-TV-Z]{26}$',
  examples: ['ref_01KAF5Z8Q3M4N5P6R7S8T9V0WX'],
}
export const refundStatus: Schema = { type: 'string', enum: refundStatuses }
export const refundReason: Schema = { type: 'string', enum: refundReasons, examples: ['service_not_given'] }
const status: Schema = { type: 'string', enum: paymentStatuses }
export const reference: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: maxLength.reference,
  description: "The caller's own, such as an invoice number; compared byte for byte.",
  examples: ['INV-0042'],
}
const channel: Schema = { type: 'string', pattern: shapes.channel.source, examples: ['mobile-banking'] }
/** ISO 8601 in UTC with milliseconds. */
export const instant: Schema = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  examples: ['2026-11-20T09:00:00.000Z'],
}
/** An instant in a request, which may have any offset. */
export const givenInstant: Schema = {
  type: 'string',
  description: 'ISO 8601 date and time with Z or an offset.',
  examples: ['2026-11-20T12:00:00+03:00'],
}
export const freeText = (maxLength: number): Schema => ({ type: 'string', maxLength })
export const reason: Schema = { type: 'string', minLength: 1, maxLength: maxLength.reason, examples: ['charged twice'] }
export const providerTransactionId: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: maxLength.reference,
  description: "The provider's receipt; unique in a channel.",
  examples: ['FT26325XK1'],
}

const customer = object(
  {
    name: freeText(maxLength.customerName),
    phone: { type: 'string', pattern: shapes.phone.source, description: 'E.164.', examples: ['+251911000000'] },
  },
  ['name', 'phone'],
)

const metadata: Schema = {
  type: 'object',
  propertyNames: { pattern: shapes.metadataName.source },
  additionalProperties: freeText(maxLength.metadataValue),
  maxProperties: maxMetadataPairs,
}

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
  'payment.succeeded': true,
  'payment.failed': true,
  'payment.expired': true,
  'payment.reversed': true,
  'payment.reconciled': true,
  'payment.unreconciled': true,
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
      description: 'When it was canceled; kept where money came for it all the same.',
    },
    late: { type: 'boolean', description: "The money's own time was after `expiresAt`." },
    amountReconciled: { ...amount, minimum: 0, description: 'What bank statements have proved so far.' },
    amountRefundPending: {
      ...amount,
      minimum: 0,
      description: 'What refunds that are asked for or under way reserve.',
    },
    amountRefunded: { ...amount, minimum: 0, description: 'What refunds have paid back.' },
    amountWrittenOff: {
      ...amount,
      minimum: 0,
      description: 'What of `amountReconciled` never came: a negative category of a line settled it.',
    },
    version: { type: 'integer', minimum: 1 },
    description: freeText(maxLength.description),
    customer: component('Customer'),
    metadata: component('Metadata'),
    statusReason: text,
    undoneAllocations: {
      ...listOf(object({ lineKey: text, amount, givenBack: { ...amount, minimum: 0 } })),
      description:
        'Allocations that were taken back while the payment was not pending, and what of them was given back.',
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
  description: 'What proved that money moved.',
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
  CreatePaymentRequest: object(
    {
      amount,
      currency,
      reference,
      channel: { ...text, description: 'One of those that the service is set up with.', examples: ['mobile-banking'] },
      description: freeText(maxLength.description),
      customer: component('Customer'),
      metadata: component('Metadata'),
      expiresAt: givenInstant,
    },
    ['description', 'customer', 'metadata', 'expiresAt'],
  ),
  Customer: customer,
  Metadata: metadata,
  Instructions: instructions,
  Payment: payment,
  PaymentPage: page(component('Payment')),
  PaymentEvent: event,
  Evidence: evidence,
  RefundEvent: refundEvent,
  PaymentHistory: listOf({ oneOf: [component('PaymentEvent'), component('RefundEvent')] }),
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
  }),
  Totals: object({ items: listOf(component('Total')) }),
  ConfirmRequest: object({ paidAt: givenInstant, amount, currency, providerTransactionId }, [
    'paidAt',
    'amount',
    'currency',
    'providerTransactionId',
  ]),
  FailRequest: object({ reason }),
  ExpireRequest: object({}),
  ReverseRequest: object(
    {
      reason,
      reversedAt: givenInstant,
      moneyReturned: {
        type: 'boolean',
        description: '`false`: no money went back to the payer. Default `true`.',
      },
    },
    ['reversedAt', 'moneyReturned'],
  ),
}
