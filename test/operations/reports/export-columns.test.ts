import { expect, it } from 'vitest'
import { extraColumns } from '../../../src/domain/report.js'
import { exportColumns, exportedRows, scannedFields } from '../../../src/operations/reports/export-columns.js'

it('exportColumns: columns are text where a caller or a payer wrote it, and plain elsewhere', () => {
  const kinds = exportColumns(extraColumns).map(({ name, kind, field }) => [name, kind, field])
  expect(kinds).toEqual([
    ['paymentId', 'plain', 'id'],
    ['reference', 'callerText', 'reference'],
    ['amount', 'plain', 'amount'],
    ['currency', 'plain', 'currency'],
    ['status', 'plain', 'status'],
    ['paidAt', 'plain', 'paidAt'],
    ['createdAt', 'plain', 'createdAt'],
    ['channel', 'callerText', 'channel'],
    ['amountDecimal', 'plain', 'amount'],
    ['providerTransactionId', 'callerText', 'providerTransactionId'],
    ['late', 'plain', 'late'],
    ['reversedAt', 'plain', 'reversedAt'],
    ['amountReconciled', 'plain', 'amountReconciled'],
    ['amountRefundPending', 'plain', 'amountRefundPending'],
    ['amountRefunded', 'plain', 'amountRefunded'],
    ['amountWaived', 'plain', 'amountWaived'],
    ['netAmount', 'plain', 'amountRefunded'],
    ['statusReason', 'callerText', 'statusReason'],
    ['description', 'callerText', 'description'],
    ['customerId', 'callerText', 'customerId'],
    ['customerName', 'callerText', 'customerName'],
    ['customerPhone', 'text', 'customerPhone'],
  ])
})

it('exportedRows: the rows of the storage are returned as they are where no column is computed', () => {
  const rows = [['pay_1', 'INV-1', 150_000, 'ETB', 'pending', null, 20_000]]
  expect(exportedRows(exportColumns(['amountRefunded']), rows)).toBe(rows)
})

it('exportedRows: the net amount of a payment that was paid is its amount, less what is waived and refunded', () => {
  const columns = exportColumns(['netAmount'])
  expect(scannedFields(columns)).toEqual([
    ...['id', 'reference', 'amount', 'currency', 'status', 'paidAt', 'amountRefunded'],
    ...['amountWaived', 'amountReconciled'],
  ])
  const paid = ['pay_1', 'INV-1', 150_000, 'ETB', 'succeeded', '2026-11-20T09:00:00.000Z']
  const unpaid = ['pay_2', 'INV-2', 150_000, 'ETB', 'expired', null]
  expect(
    exportedRows(columns, [
      [...paid, 20_000, 40_000, 0],
      [...unpaid, 500, 40_000, 7_000],
    ]),
  ).toEqual([
    [...paid, 90_000],
    [...unpaid, 6_500],
  ])
})
