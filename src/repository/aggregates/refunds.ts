/**
 * Refunds of payments and of lines. What refunds reserve and have paid back of a payment stands in the payment, whose row bounds
 * it. A receipt belongs to one refund at a time, whatever its channel and the case of its ASCII letters.
 */
import type { Instant } from '../../domain/payments/payment.js'
import { receiptKey } from '../../domain/payments/receipt-spelling.js'
import { type Refund, refundReasons, type RefundStatus, refundStatuses } from '../../domain/refunds/refund.js'
import { aggregate } from './aggregate.js'
import { erasable, fixed, instant, key, longText, oneOf, orNull, orOmitted, positive, integer, text } from './column.js'

/** Values that are stored beside a refund. */
export interface RefundBeside {
  /** Channel of the payment; `null` for a refund of a line. */
  readonly channel: string | null
  readonly idempotencyKey: string | null
  readonly fingerprint: string | null
}

/** Conditions on the refunds of a read; all must hold. */
export interface RefundRowFilter {
  /** The time that period and order go by; a refund whose `by` is null is left out. */
  by: 'createdAt' | 'paidAt'
  /** Start of the period, inclusive. */
  from?: Instant
  /** End of the period, exclusive. */
  before?: Instant
  statuses?: readonly RefundStatus[]
  paymentId?: string
}

export const refunds = aggregate<Refund, RefundBeside>({
  name: 'refunds',
  columns: {
    id: key(64),
    status: oneOf(refundStatuses),
    paymentId: fixed(orNull(key(64))),
    lineKey: fixed(orNull(key(1020))),
    amount: fixed(positive),
    currency: fixed(key(3)),
    reason: fixed(oneOf(refundReasons)),
    note: erasable(orOmitted(longText)),
    reference: fixed(key(1020)),
    requestedBy: fixed(orNull(text(255))),
    approvedBy: orNull(text(255)),
    providerTransactionId: orOmitted(key(1020)),
    amountReconciled: integer,
    returnedBy: orNull(key(1020)),
    createdAt: fixed(instant),
    updatedAt: instant,
    paidAt: orNull(instant),
    version: positive,
  },
  beside: { channel: orNull(key(64)), idempotencyKey: orNull(key(255)), fingerprint: orNull(key(64)) },
  derived: { transactionKey: { column: orNull(key(1020)), of: receiptKey } },
  key: ['id'],
  unique: { key: { fields: ['idempotencyKey'] }, transaction: { fields: ['transactionKey'] } },
  lists: {
    created: { order: ['createdAt', 'id'] },
    paid: { order: ['paidAt', 'id'] },
    status: { equal: ['status'], order: ['createdAt', 'id'] },
    payment: { equal: ['paymentId'], order: ['createdAt', 'id'] },
  },
  lookups: ['reference', 'transactionKey', 'lineKey'],
  sums: ['currency', 'channel', 'reason', 'status'],
  rules: [
    {
      sql: 'amount_reconciled IN (0, amount)',
      holds: ({ amountReconciled, amount }) => amountReconciled === 0 || amountReconciled === amount,
    },
    {
      sql: "(returned_by IS NULL OR status = 'failed')",
      holds: ({ returnedBy, status }) => returnedBy === null || status === 'failed',
    },
    {
      sql: '(payment_id IS NULL) <> (line_key IS NULL)',
      holds: ({ paymentId, lineKey }) => (paymentId === null) !== (lineKey === null),
    },
    {
      sql: '(payment_id IS NULL) = (channel IS NULL)',
      holds: ({ paymentId }, beside) => !beside || (paymentId === null) === (beside.channel === null),
    },
    {
      sql: '(idempotency_key IS NULL) = (fingerprint IS NULL)',
      holds: (_, beside) => !beside || (beside.idempotencyKey === null) === (beside.fingerprint === null),
    },
    { sql: '(provider_transaction_id IS NULL) = (transaction_key IS NULL)', holds: () => true },
  ],
})
