/** Refunds as rows, in the order of the columns in `columns.ts`, and back. */
import { millisecondsOf } from '../../../domain/instant.js'
import type { Refund, RefundReason, RefundStatus } from '../../../domain/refunds/refund.js'
import type { Writable } from '../../../internal/writable.js'
import type { RefundEntry } from '../../../repository/refund-port.js'
import type { SqlRow, SqlValue } from '../database.js'
import { receiptKey } from '../../../domain/payments/receipt-spelling.js'
import { instant, instantOrNull, placesOf, text, textOrNull, time } from '../row.js'
import { fixedRefundColumns, refundColumns } from './columns.js'

/** Returns the values of a refund in the order of `fixedRefundColumns`. */
export function fixedRefundValues({ refund, channel }: Pick<RefundEntry, 'refund' | 'channel'>): SqlValue[] {
  const { paymentId, lineKey, amount, currency, reason, note, reference, requestedBy, createdAt } = refund
  return [
    paymentId,
    lineKey,
    channel,
    amount,
    currency,
    reason,
    note ?? null,
    reference,
    requestedBy,
    millisecondsOf(createdAt),
  ]
}

/** Returns the values of a refund in the order of `changingRefundColumns`. */
export function changingRefundValues(refund: Refund): SqlValue[] {
  return [
    refund.status,
    refund.approvedBy,
    refund.providerTransactionId ?? null,
    receiptKey(refund),
    refund.amountReconciled,
    refund.returnedBy,
    millisecondsOf(refund.updatedAt),
    time(refund.paidAt),
    refund.version,
  ]
}

/** Returns the values of a refund in the order of `refundColumns` and `refundKeyColumns`. */
export function refundValues(entry: RefundEntry): SqlValue[] {
  const { refund, idempotency } = entry
  return [
    refund.id,
    ...fixedRefundValues(entry),
    ...changingRefundValues(refund),
    idempotency?.key ?? null,
    idempotency?.fingerprint ?? null,
  ]
}

const nullable: readonly string[] = ['payment_id', 'line_key', 'channel', 'note', 'requested_by']

/**
 * Returns the condition on the stored refund that a change leaves these columns as they were; `''` stands for null on
 * either side.
 */
export function sameRefund(stored: string, valueOf: (column: string, isNullable: boolean) => string): string {
  return fixedRefundColumns
    .map((column) => {
      const isNullable = nullable.includes(column)
      const storedValue = isNullable ? `COALESCE(${stored}${column}, '')` : stored + column
      return `${storedValue} = ${valueOf(column, isNullable)}`
    })
    .join(' AND ')
}

const place = placesOf(refundColumns)

/** Reads a refund from a row that begins with `refundColumns`. */
export function refundOf(row: SqlRow): Refund {
  const refund: Writable<Refund> = {
    id: text(row[place.id]),
    status: text(row[place.status]) as RefundStatus,
    paymentId: textOrNull(row[place.payment_id]),
    lineKey: textOrNull(row[place.line_key]),
    amount: Number(row[place.amount]),
    currency: text(row[place.currency]),
    reason: text(row[place.reason]) as RefundReason,
    reference: text(row[place.reference]),
    requestedBy: textOrNull(row[place.requested_by]),
    approvedBy: textOrNull(row[place.approved_by]),
    amountReconciled: Number(row[place.amount_reconciled]),
    returnedBy: textOrNull(row[place.returned_by]),
    createdAt: instant(row[place.created_at]),
    updatedAt: instant(row[place.updated_at]),
    paidAt: instantOrNull(row[place.paid_at]),
    version: Number(row[place.version]),
  }
  const note = row[place.note]
  const providerTransactionId = row[place.provider_transaction_id]
  if (note !== null) refund.note = text(note)
  if (providerTransactionId !== null) refund.providerTransactionId = text(providerTransactionId)
  return refund
}
