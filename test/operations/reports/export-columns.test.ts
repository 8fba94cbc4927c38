import { expect, it } from 'vitest'
import { extraColumns } from '../../../src/domain/report.js'
import { exportColumns, exportedRows } from '../../../src/operations/reports/export-columns.js'

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
  expect(exportedRows(exportColumns(['netAmount']), rows)).toEqual([
    ['pay_1', 'INV-1', 150_000, 'ETB', 'pending', null, 130_000],
  ])
})
