import { visibleText } from '../../domain/csv.js'
import { type BankLine, openOfLine } from '../../domain/reconciliation/bank-line.js'
import { outcomeWords } from '../../domain/reconciliation/outcome-words.js'
import type { Context } from '../context.js'
import { csvFields, type CsvOptions, rowExportOf, type RowExportOptions } from '../input/csv.js'
import * as field from '../input/fields.js'
import { type LineFilter, lineFilterFields, portLineFilter } from '../input/line-filter.js'
import { parseOptions } from '../input/parse.js'
import { decimalOf, exportRows, type RowColumn, rowColumn } from '../row-export.js'
import { financeOf } from '../storage.js'

/** Which statement lines an export holds, and how they are written. */
export interface LinesExportQuery extends LineFilter, CsvOptions {}

const exportQuery = field.object({ ...lineFilterFields, ...csvFields })

const column = rowColumn<BankLine>

/** In the documented order. */
export const lineColumns: readonly RowColumn<BankLine>[] = [
  column('key', ({ key }) => key, 'text'),
  column('valueDate', ({ valueDate }) => valueDate),
  column('source', ({ source }) => source, 'callerText'),
  column('row', ({ row }) => row),
  column('direction', ({ direction }) => direction),
  column('amount', ({ amount }) => amount),
  column('amountDecimal', decimalOf),
  column('currency', ({ currency }) => currency),
  column('reference', ({ reference }) => visibleText(reference), 'callerText'),
  column('providerTransactionId', ({ providerTransactionId }) => visibleText(providerTransactionId), 'callerText'),
  column('narration', ({ narration }) => visibleText(narration), 'callerText'),
  column('outcome', ({ outcome }) => outcome),
  column('outcomeText', ({ outcome }) => outcomeWords[outcome], 'text'),
  column('status', ({ status }) => status),
  column('held', ({ held }) => held),
  column('allocated', ({ allocated }) => allocated),
  column('open', openOfLine),
  // JSON, which begins with a bracket and so is no formula.
  column('shares', ({ shares }) => JSON.stringify(shares), 'text'),
  column('assignee', ({ assignee }) => assignee, 'callerText'),
  column('importId', ({ importId }) => importId),
  column('version', ({ version }) => version),
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
