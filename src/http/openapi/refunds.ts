/** The schemas of refunds. */
import { maxLength } from '../../domain/limits.js'
import {
  amount,
  component,
  currency,
  freeText,
  givenInstant,
  instant,
  listOf,
  nullable,
  object,
  page,
  paymentId,
  providerTransactionId,
  reason,
  reference,
  refundId,
  refundReason,
  refundStatus,
  type Schema,
  text,
} from './schemas.js'

const note: Schema = {
  ...freeText(maxLength.note),
  minLength: 1,
  description: 'For people; required where the reason is other.',
}
const payoutReference: Schema = { ...reference, description: 'What the payout is to name.', examples: ['R7K2MQ9DXP'] }

const requestProperties: Readonly<Record<string, Schema>> = {
  amount,
  reason: refundReason,
  note,
  reference: payoutReference,
}
const optionalOfRequest = ['note', 'reference']

export const refundSchemas: Readonly<Record<string, Schema>> = {
  Refund: object(
    {
      id: refundId,
      status: refundStatus,
      paymentId: { ...nullable(paymentId), description: 'null for a refund of a statement line.' },
      lineKey: { ...nullable(text), description: 'null for a refund of a payment.' },
      amount,
      currency,
      reason: refundReason,
      note,
      reference: payoutReference,
      requestedBy: nullable(text),
      approvedBy: nullable(text),
      providerTransactionId,
      amountReconciled: { ...amount, minimum: 0, description: 'What bank statements have proved of the payout.' },
      returnedBy: {
        ...nullable(text),
        description: 'The credit by which the payout of a failed refund came back; null where none is known.',
      },
      createdAt: instant,
      updatedAt: instant,
      paidAt: nullable(instant),
      version: { type: 'integer', minimum: 1 },
    },
    ['note', 'providerTransactionId'],
  ),
  RefundPage: page(component('Refund')),
  RefundTotals: object({
    items: listOf(
      object({
        currency,
        reason: refundReason,
        status: refundStatus,
        count: { type: 'integer', minimum: 1 },
        amount: { type: 'string', pattern: '^\\d+$', description: 'Exact decimal digits, in minor units.' },
      }),
    ),
  }),
  CreateRefundRequest: {
    description: 'Money of a payment that succeeded, or open money of a credit.',
    oneOf: [
      object({ paymentId: text, ...requestProperties }, optionalOfRequest),
      object({ lineKey: text, ...requestProperties }, optionalOfRequest),
    ],
  },
  ApproveRefundRequest: object({}),
  ConfirmRefundRequest: object({ paidAt: givenInstant, providerTransactionId }, ['paidAt', 'providerTransactionId']),
  EndRefundRequest: object({ reason }),
}
