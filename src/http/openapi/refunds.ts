/** The schemas of refunds. */
import * as refundCalls from '../../operations/input/refund-calls.js'
import { component, jsonSchemaOf, type Schema } from './json-schema.js'
import {
  amount,
  currency,
  instant,
  listOf,
  nullable,
  object,
  page,
  paymentId,
  providerTransactionId,
  refundId,
  refundReason,
  refundStatus,
  text,
} from './schemas.js'

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
      note: jsonSchemaOf(refundCalls.note),
      reference: jsonSchemaOf(refundCalls.payoutReference),
      requestedBy: nullable(text),
      approvedBy: nullable(text),
      providerTransactionId,
      amountReconciled: {
        ...amount,
        minimum: 0,
        description: 'The part of the payout that statements have proved, in minor units.',
      },
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
}
