import type { Receipt } from '../../domain/receipts/receipt.js'
import { decimalOf, exportRows, type RowColumn, rowColumn } from '../../domain/row-export.js'
import { receipts } from '../../repository/aggregates/receipts.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { rowExportOf, type RowExportOptions } from '../input/csv.js'
import { parseOptions } from '../input/parse.js'
import { receiptsExportQuery, type ReceiptsExportQuery } from '../input/receipt-calls.js'
import { financeOf } from '../storage.js'
import { type ReceiptSelection, receiptsOfPayment, selectionOf } from './find-receipts.js'
import { viewsOf } from './stored-receipts.js'

const column = rowColumn<Receipt>

/** The columns in the documented order. */
const receiptColumns: readonly RowColumn<Receipt>[] = [
  column('year', 'plain', ({ year }) => year),
  column('number', 'plain', ({ number }) => number),
  column('status', 'plain', ({ status }) => status),
  column('issuedAt', 'plain', ({ issuedAt }) => issuedAt),
  column('issuedBy', 'callerText', ({ issuedBy }) => issuedBy),
  column('paymentId', 'plain', ({ paymentId }) => paymentId),
  column('reference', 'callerText', ({ reference }) => reference),
  column('received', 'plain', decimalOf),
  column('currency', 'plain', ({ currency }) => currency),
  column('channel', 'text', ({ channel }) => channel),
  column('payerId', 'callerText', ({ payerId }) => payerId),
  column('copies', 'plain', ({ copies }) => copies),
  column('voidReason', 'callerText', ({ voidReason }) => voidReason),
]

async function* scanReceipts(
  finance: FinanceRepository,
  { query, paymentId }: ReceiptSelection,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Receipt[]> {
  if (paymentId !== undefined) {
    yield await viewsOf(finance, await receiptsOfPayment(finance, paymentId, query))
    return
  }
  for await (const rows of finance.scanRows(receipts, query, signal)) yield await viewsOf(finance, rows)
}

export async function* exportReceipts(
  context: Context,
  query?: ReceiptsExportQuery,
  options?: RowExportOptions,
): AsyncGenerator<string> {
  const { mode, bom, ...filter } = parseOptions(receiptsExportQuery, query)
  const written = rowExportOf({ mode, bom }, options)
  const selection = selectionOf(filter, context.timeZone)
  const finance = financeOf(context)
  yield* exportRows({
    columns: receiptColumns,
    ...written,
    scan: () => scanReceipts(finance, selection, written.signal),
  })
}
