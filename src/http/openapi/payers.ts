/** The schemas of payers, their statements, and the remittances that pay their bills. */
import { paymentStatuses } from '../../domain/payments/payment.js'
import { waiverStatuses } from '../../domain/waivers/waiver.js'
import { refundStatuses } from '../../domain/refunds/refund.js'
import type { RemittanceProblemCode } from '../../domain/reconciliation/propose.js'
import { component, type Schema } from './json-schema.js'
import { amount, currency, instant, listOf, nullable, object, page, paymentId, text } from './schemas.js'

const digits: Schema = { type: 'string', pattern: '^\\d+$', description: 'Exact decimal digits, in minor units.' }
const lineKey: Schema = { ...text, description: 'The key of the line.' }
const difference: Schema = {
  type: 'integer',
  description: 'What is open of the line less the sum that is proposed, in minor units.',
}

const problemCodes = Object.keys({
  invalid_request: true,
  payment_not_found: true,
  currency_mismatch: true,
  status_mismatch: true,
  duplicate_credit: true,
  ambiguous: true,
  over_paid: true,
  duplicate_row: true,
} satisfies Record<RemittanceProblemCode, true>)

/** Describes an entry of one kind. */
const entry = (kind: string, fields: Readonly<Record<string, Schema>>): Schema =>
  object({ at: instant, id: text, kind: { const: kind }, amount, currency, ...fields })

export const payerSchemas: Readonly<Record<string, Schema>> = {
  Payer: object({
    payerId: text,
    currencies: listOf(object({ currency, asked: digits, open: digits, deposit: digits })),
  }),
  PayerStatement: page(component('PayerStatementEntry')),
  PayerStatementEntry: {
    description: 'An entry, with the instant at which it was recorded.',
    oneOf: [
      entry('payment', { reference: text, status: { type: 'string', enum: paymentStatuses } }),
      entry('line', { account: text, valueDate: { type: 'string', format: 'date' }, allocated: { type: 'integer' } }),
      entry('allocation', {
        amount: { type: 'integer', description: 'Minor units; below 0 for an allocation that was taken back.' },
        paymentId,
        lineKey: nullable(lineKey),
      }),
      entry('refund', {
        paymentId: nullable(paymentId),
        lineKey: nullable(lineKey),
        status: { type: 'string', enum: refundStatuses },
      }),
      entry('waiver', { paymentId, scheme: text, status: { type: 'string', enum: waiverStatuses } }),
    ],
  },
  AppliedDeposit: object({ payment: component('Payment'), lines: listOf(component('AccountLine')) }),
  RemittanceProposal: object({
    allocations: listOf(component('Allocation')),
    problems: listOf(
      object({ row: { type: 'integer', minimum: 1 }, code: { type: 'string', enum: problemCodes }, message: text }),
    ),
    difference,
  }),
}
