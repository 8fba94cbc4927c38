import { visibleText } from '../../domain/csv.js'
import type { Refund } from '../../domain/refunds/refund.js'
import type { Context } from '../context.js'
import { csvFields, type CsvOptions, rowExportOf, type RowExportOptions } from '../input/csv.js'
import * as field from '../input/fields.js'
import { parseOptions } from '../input/parse.js'
import { portRefundFilter, type RefundFilter, refundFilterFields } from '../input/refund-filter.js'
import { decimalOf, exportRows, type RowColumn, rowColumn } from '../../domain/row-export.js'
import { financeOf } from '../storage.js'
import { scanRefunds } from './stored-refunds.js'

/** The refunds of an export, and the form of the CSV. */
export interface RefundsExportQuery extends RefundFilter, CsvOptions {}

const exportQuery = field.object({ ...refundFilterFields, ...csvFields })

const column = rowColumn<Refund>

/** The columns in the documented order. */
const refundColumns: readonly RowColumn<Refund>[] = [
  column('refundId', 'plain', ({ id }) => id),
  column('status', 'plain', ({ status }) => status),
  column('paymentId', 'plain', ({ paymentId }) => paymentId),
  column('lineKey', 'text', ({ lineKey }) => lineKey),
  column('amount', 'plain', ({ amount }) => amount),
  column('amountDecimal', 'plain', decimalOf),
  column('currency', 'plain', ({ currency }) => currency),
  column('reason', 'plain', ({ reason }) => reason),
  column('note', 'callerText', ({ note }) => visibleText(note)),
  column('reference', 'callerText', ({ reference }) => reference),
  column('providerTransactionId', 'callerText', ({ providerTransactionId }) => providerTransactionId ?? null),
  column('requestedBy', 'callerText', ({ requestedBy }) => requestedBy),
  column('approvedBy', 'callerText', ({ approvedBy }) => approvedBy),
  column('amountReconciled', 'plain', ({ amountReconciled }) => amountReconciled),
  column('createdAt', 'plain', ({ createdAt }) => createdAt),
  column('paidAt', 'plain', ({ paidAt }) => paidAt),
  column('version', 'plain', ({ version }) => version),
  column('returnedBy', 'text', ({ returnedBy }) => returnedBy),
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
  const scan = filter && (() => scanRefunds(finance, filter, written.signal))
  yield* exportRows({ columns: refundColumns, ...written, scan })
}
