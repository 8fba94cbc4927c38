import { visibleText } from '../../domain/csv.js'
import { type AccountLine, openOfLine } from '../../domain/reconciliation/account-line.js'
import { outcomeWords } from '../../domain/reconciliation/outcome-words.js'
import type { Context } from '../context.js'
import { csvFields, type CsvOptions, rowExportOf, type RowExportOptions } from '../input/csv.js'
import * as field from '../input/fields.js'
import { type LineFilter, lineFilterFields, portLineFilter } from '../input/line-filter.js'
import { parseOptions } from '../input/parse.js'
import { decimalOf, exportRows, type RowColumn, rowColumn } from '../../domain/row-export.js'
import { financeOf } from '../storage.js'

/** The statement lines of an export, and the form of the CSV. */
export interface LinesExportQuery extends LineFilter, CsvOptions {}

const exportQuery = field.object({ ...lineFilterFields, ...csvFields })

const column = rowColumn<AccountLine>

/** The columns in the documented order. */
export const lineColumns: readonly RowColumn<AccountLine>[] = [
  column('key', 'text', ({ key }) => key),
  column('valueDate', 'plain', ({ valueDate }) => valueDate),
  column('account', 'callerText', ({ account }) => account),
  column('row', 'plain', ({ row }) => row),
  column('direction', 'plain', ({ direction }) => direction),
  column('amount', 'plain', ({ amount }) => amount),
  column('amountDecimal', 'plain', decimalOf),
  column('currency', 'plain', ({ currency }) => currency),
  column('reference', 'callerText', ({ reference }) => visibleText(reference)),
  column('providerTransactionId', 'callerText', ({ providerTransactionId }) => visibleText(providerTransactionId)),
  column('narration', 'callerText', ({ narration }) => visibleText(narration)),
  column('outcome', 'plain', ({ outcome }) => outcome),
  column('outcomeText', 'text', ({ outcome }) => outcomeWords[outcome]),
  column('status', 'plain', ({ status }) => status),
  column('held', 'plain', ({ held }) => held),
  column('allocated', 'plain', ({ allocated }) => allocated),
  column('open', 'plain', openOfLine),
  // JSON, which begins with a bracket and so is no formula.
  column('allocations', 'text', ({ allocations }) => JSON.stringify(allocations)),
  column('assignee', 'callerText', ({ assignee }) => assignee),
  column('importId', 'plain', ({ importId }) => importId),
  column('version', 'plain', ({ version }) => version),
]

export async function* exportLines(
  context: Context,
  query?: LinesExportQuery,
  options?: RowExportOptions,
): AsyncGenerator<string> {
  const { mode, bom, ...read } = parseOptions(exportQuery, query)
  const written = rowExportOf({ mode, bom }, options)
  const filter = portLineFilter(read)
  const finance = financeOf(context)
  const scan = filter && (() => finance.scanLines(filter, written.signal))
  yield* exportRows({ columns: lineColumns, ...written, scan })
}
