import { visibleText } from '../../domain/csv.js'
import type { Refund } from '../../domain/refunds/refund.js'
import type { Context } from '../context.js'
import { csvFields, type CsvOptions, rowExportOf, type RowExportOptions } from '../input/csv.js'
import * as field from '../input/fields.js'
import { parseOptions } from '../input/parse.js'
import { portRefundFilter, type RefundFilter, refundFilterFields } from '../input/refund-filter.js'
import { decimalOf, exportRows, type RowColumn, rowColumn } from '../row-export.js'
import { financeOf } from '../storage.js'

/** Which refunds an export holds, and how they are written. */
export interface RefundsExportQuery extends RefundFilter, CsvOptions {}

const exportQuery = field.object({ ...refundFilterFields, ...csvFields })

const column = rowColumn<Refund>

/** In the documented order. */
export const refundColumns: readonly RowColumn<Refund>[] = [
  column('refundId', ({ id }) => id),
  column('status', ({ status }) => status),
  column('paymentId', ({ paymentId }) => paymentId),
  column('lineKey', ({ lineKey }) => lineKey, 'text'),
  column('amount', ({ amount }) => amount),
  column('amountDecimal', decimalOf),
  column('currency', ({ currency }) => currency),
  column('reason', ({ reason }) => reason),
  column('note', ({ note }) => visibleText(note), 'callerText'),
  column('reference', ({ reference }) => reference, 'callerText'),
  column('providerTransactionId', ({ providerTransactionId }) => providerTransactionId ?? null, 'callerText'),
  column('requestedBy', ({ requestedBy }) => requestedBy, 'callerText'),
  column('approvedBy', ({ approvedBy }) => approvedBy, 'callerText'),
  column('amountReconciled', ({ amountReconciled }) => amountReconciled),
  column('createdAt', ({ createdAt }) => createdAt),
  column('paidAt', ({ paidAt }) => paidAt),
  column('version', ({ version }) => version),
]

export async function* exportRefunds(
  context: Context,
  query?: RefundsExportQuery,
  options?: RowExportOptions,
): AsyncGenerator<string> {
  const { mode, bom, ...read } = parseOptions(exportQuery, query)
  const written = rowExportOf({ mode, bom }, options)
  const filter = portRefundFilter(read, context.timeZone)
  const finance = financeOf(context)
  const scan = filter && (() => finance.scanRefunds(filter, written.signal))
  yield* exportRows({ columns: refundColumns, ...written, scan })
}
