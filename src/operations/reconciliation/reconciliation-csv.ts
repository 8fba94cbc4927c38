import { byteOrderMark, type CsvColumn, csvHeader, csvRows, type CsvValue } from '../../domain/csv.js'
import { invalidRequest } from '../../domain/issue.js'
import { isIterable } from '../../internal/iterables.js'
import type { ItemAllocation, LineItem, PaymentItem, ReconciliationItem } from '../../domain/reconciliation/items.js'
import { csvFields, type CsvOptions } from '../input/csv.js'
import * as field from '../input/fields.js'
import { parseOptions } from '../input/parse.js'

/** The form of a reconciliation as CSV. */
export type ReconciliationCsvOptions = CsvOptions

const csvOptions = field.object(csvFields)

const columns = [
  { name: 'kind', kind: 'plain' },
  { name: 'row', kind: 'plain' },
  { name: 'outcome', kind: 'plain' },
  { name: 'applied', kind: 'plain' },
  { name: 'rule', kind: 'plain' },
  { name: 'reference', kind: 'callerText' },
  { name: 'paymentId', kind: 'plain' },
  { name: 'amount', kind: 'plain' },
  { name: 'currency', kind: 'plain' },
  { name: 'valueDate', kind: 'plain' },
  { name: 'allocated', kind: 'plain' },
  { name: 'late', kind: 'plain' },
  { name: 'reason', kind: 'callerText' },
] as const satisfies readonly CsvColumn[]

/** Replaces NUL, which no file of text holds but a bank may write. */
function visible(text: string | null | undefined): string | null {
  return text?.replaceAll('\0', '\ufffd') ?? null
}

type Row = Partial<Record<(typeof columns)[number]['name'], CsvValue | undefined>>

/** Makes a row. Its fields are written out, because spreading a common part takes twice as long. */
function lineRow({ row, outcome, applied, rule, line, reason }: LineItem, allocation?: ItemAllocation): Row {
  return {
    kind: 'line',
    row,
    outcome,
    applied,
    rule,
    reference: allocation ? allocation.reference : visible(line?.reference),
    paymentId: allocation?.paymentId,
    amount: line?.amount,
    currency: line?.currency,
    valueDate: line?.valueDate,
    allocated: allocation?.amount,
    late: allocation?.late,
    reason: visible(reason),
  }
}

function paymentRow({ outcome, payment, amountReconciled }: PaymentItem): Row {
  const { paymentId, reference, amount, currency } = payment
  return { kind: 'payment', outcome, reference, paymentId, amount, currency, allocated: amountReconciled }
}

/** Yields one row an allocation, or one where there is none; the summary is no row. */
function* rowsOf(item: ReconciliationItem): Generator<Row> {
  if (item.kind === 'summary') return
  if (item.kind === 'payment') yield paymentRow(item)
  else if (item.allocations.length === 0) yield lineRow(item)
  else for (const allocation of item.allocations) yield lineRow(item, allocation)
}

function cellsOf(row: Row): CsvValue[] {
  return columns.map(({ name }) => row[name] ?? null)
}

const batchSize = 500

export async function* reconciliationCsv(
  items: AsyncIterable<ReconciliationItem> | Iterable<ReconciliationItem>,
  options?: ReconciliationCsvOptions,
): AsyncGenerator<string> {
  const { mode, bom } = parseOptions(csvOptions, options)
  if (!isIterable(items)) {
    throw invalidRequest([{ path: 'items', message: 'must be an iterable of reconciliation items' }])
  }
  // The header comes together with the first rows: no text that looks like a file is written when the first read fails.
  let text = (bom ? byteOrderMark : '') + csvHeader(columns)
  let rows: CsvValue[][] = []
  for await (const item of items) {
    for (const row of rowsOf(item)) {
      rows.push(cellsOf(row))
      if (rows.length < batchSize) continue
      yield text + csvRows(columns, mode, rows)
      text = ''
      rows = []
    }
  }
  text += csvRows(columns, mode, rows)
  if (text !== '') yield text
}
