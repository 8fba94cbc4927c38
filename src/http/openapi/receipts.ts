/** The schemas of receipts. */
import { component, type ObjectSchema, type Schema } from './json-schema.js'
import { amount, currency, instant, listOf, nullable, object, page, paymentId, text } from './schemas.js'

const count: Schema = { type: 'integer', minimum: 0 }

const receipt = object({
  number: { type: 'integer', minimum: 1, description: 'Within the year, without a gap.' },
  year: { type: 'integer', examples: [2026] },
  paymentId: { ...nullable(paymentId), description: 'null for a receipt of several payments, and for a deposit.' },
  reference: nullable(text),
  lineKey: {
    ...nullable(text),
    description: 'The movement at the counter; null for a receipt that was issued of a payment.',
  },
  received: { ...amount, description: 'The money of this receipt, in minor units.' },
  amount: { ...amount, description: 'The same as `received`.' },
  currency,
  amountDecimal: { type: 'string', description: 'The amount as decimal text by ISO 4217.', examples: ['1500.00'] },
  tendered: { ...nullable(count), description: 'The money that the payer handed over; null where it was not noted.' },
  change: { ...nullable(count), description: 'The change that the payer got back; null without `tendered`.' },
  payerId: nullable(text),
  allocations: {
    ...listOf(
      object({ paymentId, reference: text, amount, receiptNumber: { type: 'integer', minimum: 1 } }, ['receiptNumber']),
    ),
    description:
      'The payments that the money was for; the rest of `received` is a deposit. A part with a `receiptNumber` was drawn from a deposit, which has that receipt.',
  },
  copies: { ...count, description: 'The number of prints.' },
  channel: { ...nullable(text), description: 'Of the only payment.' },
  paidAt: { ...nullable(instant), description: 'Of the only payment.' },
  issuedAt: instant,
  issuedBy: nullable(text),
  status: { type: 'string', enum: ['valid', 'void'] },
  voidReason: { ...nullable(text), description: 'null while it is valid.' },
}) as ObjectSchema

export const receiptSchemas: Readonly<Record<string, Schema>> = {
  Receipt: receipt,
  PrintedReceipt: object({
    ...receipt.properties,
    copy: { ...count, description: '0 for the original, which is the first print; then 1, 2, 3 … for copies.' },
  }),
  ReceiptPage: page(component('Receipt')),
}
