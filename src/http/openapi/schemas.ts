/** The JSON Schemas of what goes in and out, by the names that the routes and the document call them. */
import { longest, maxAmount, mostMetadataPairs, shapes } from '../../domain/limits.js'
import { paymentStatuses } from '../../domain/payments/payment.js'

/** A JSON Schema of the 2020-12 dialect, as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>

export const component = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** Every property is required, but those that are named. */
export function object(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}

const text: Schema = { type: 'string' }
const some: Schema = { type: 'string', minLength: 1 }
const nullable = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] })
const listOf = (items: Schema): Schema => ({ type: 'array', items })

const paymentId: Schema = {
  type: 'string',
  pattern: '^pay_[0-9A-HJKMNP-TV-Z]{26}$',
  examples: ['pay_01KAF5Z8Q3M4N5P6R7S8T9V0WX'],
}
const amount: Schema = {
  type: 'integer',
  minimum: 1,
  maximum: maxAmount,
  description: "In the currency's minor units (ISO 4217): 150000 is 1,500.00 ETB.",
  examples: [150_000],
}
const currency: Schema = {
  type: 'string',
  pattern: shapes.currency.source,
  description: 'ISO 4217.',
  examples: ['ETB'],
}
const status: Schema = { type: 'string', enum: paymentStatuses }
const reference: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: longest.reference,
  description: "The caller's own, such as an invoice number; compared byte for byte.",
  examples: ['INV-0042'],
}
const channel: Schema = { type: 'string', pattern: shapes.channel.source, examples: ['mobile-banking'] }
/** ISO 8601 in UTC with milliseconds. */
const instant: Schema = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  examples: ['2026-11-20T09:00:00.000Z'],
}
/** What is read may have any offset. */
const givenInstant: Schema = {
  type: 'string',
  description: 'ISO 8601 date and time with Z or an offset.',
  examples: ['2026-11-20T12:00:00+03:00'],
}
const freeText = (maxLength: number): Schema => ({ type: 'string', maxLength })
const reason: Schema = { type: 'string', minLength: 1, maxLength: longest.reason, examples: ['charged twice'] }
const providerTransactionId: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: longest.reference,
  description: "The provider's receipt; unique in a channel.",
  examples: ['FT26325XK1'],
}

const customer = object(
  {
    name: freeText(longest.customerName),
    phone: { type: 'string', pattern: shapes.phone.source, description: 'E.164.', examples: ['+251911000000'] },
  },
  ['name', 'phone'],
)

const metadata: Schema = {
  type: 'object',
  propertyNames: { pattern: shapes.metadataName.source },
  additionalProperties: freeText(longest.metadataValue),
  maxProperties: mostMetadataPairs,
}

const instructionsOf = (type: string, extra: Readonly<Record<string, Schema>> = {}): Schema =>
  object({ type: { const: type }, message: some, ...extra })

const instructions: Schema = {
  description: 'How the payer completes the payment; the message is for people, and holds the reference.',
  oneOf: [
    instructionsOf('text'),
    instructionsOf('redirect', { url: some }),
    instructionsOf('ussd', { code: some }),
    instructionsOf('qr', { payload: some }),
  ],
}

const optionalOfPayment = ['description', 'customer', 'metadata', 'statusReason', 'providerTransactionId']

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
    late: { type: 'boolean', description: "The money's own time was after `expiresAt`." },
    amountReconciled: { ...amount, minimum: 0, description: 'What bank statements have proved so far.' },
    version: { type: 'integer', minimum: 1 },
    description: freeText(longest.description),
    customer: component('Customer'),
    metadata: component('Metadata'),
    statusReason: text,
    providerTransactionId,
  },
  optionalOfPayment,
)

const page = (items: Schema): Schema =>
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
      description: freeText(longest.description),
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
  ReverseRequest: object({ reason, reversedAt: givenInstant }, ['reversedAt']),
}
