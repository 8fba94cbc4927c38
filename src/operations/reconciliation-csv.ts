import * as z from 'zod'
import {
  byteOrderMark,
  type CsvColumn,
  csvHeader,
  type CsvMode,
  csvModes,
  csvRows,
  type CsvValue,
} from '../domain/csv.js'
import { invalidRequest } from '../domain/issue.js'
import type { ReconciliationItem } from '../domain/reconciliation.js'
import * as field from './input/fields.js'
import { parseOptions } from './input/parse.js'

/** How a reconciliation is written as CSV. */
export interface ReconciliationCsvOptions {
  /** Default `spreadsheet`. */
  mode?: CsvMode | undefined
  /** Begin with a byte order mark, for Excel; default false. */
  bom?: boolean | undefined
}

const csvOptions = field.object({
  mode: field.oneOf(csvModes).default('spreadsheet'),
  bom: z.boolean('must be true or false').default(false),
})

const columns: readonly CsvColumn[] = [
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
]

/** No file of text holds NUL, but what a bank writes may. */
function visible(text: string | null | undefined): string | null {
  return text?.replaceAll('\0', '\ufffd') ?? null
}

/** One row an allocation, or one where there is none; the summary is no row. */
function rowsOf(item: ReconciliationItem): CsvValue[][] {
  if (item.kind === 'summary') return []
  if (item.kind === 'payment') {
    const { outcome, payment, amountReconciled } = item
    const { paymentId, reference, amount, currency } = payment
    return [
      [
        'payment',
        null,
        outcome,
        null,
        null,
        reference,
        paymentId,
        amount,
        currency,
        null,
        amountReconciled,
        null,
        null,
      ],
    ]
  }
  const { row, outcome, applied, rule, line, allocations } = item
  const reason = visible(item.reason)
  const start = ['line', row, outcome, applied, rule]
  const money = [line?.amount ?? null, line?.currency ?? null, line?.valueDate ?? null]
  if (allocations.length === 0) return [[...start, visible(line?.reference), null, ...money, null, null, reason]]
  return allocations.map(({ paymentId, reference, amount, late }) => [
    ...start,
    reference,
    paymentId,
    ...money,
    amount,
    late,
    reason,
  ])
}

const batchSize = 500

type Items = AsyncIterable<ReconciliationItem> | Iterable<ReconciliationItem>

/**
 * A reconciliation as CSV text in pieces, for finance (RFC 4180: CRLF, a header row): one row for each allocation of a
 * line, or one for a line without any, and one for each payment, whose reconciled amount stands as `allocated`. Amounts
 * are integers in minor units. The summary is left out. Nothing is read before iteration.
 *
 * @throws PaymentError `invalid_request` for wrong options, by the first `next()`; and what `items` throws
 * @example
 * const lines = [{ row: 2, direction: 'credit', amount: 70000, currency: 'ETB', valueDate: '2026-11-20', reference: 'X-1' } as const]
 * let csv = ''
 * for await (const text of reconciliationCsv(payments.reconcile(lines, { source: 'cbe-1000' }))) csv += text
 * csv.split('\r\n')[1] // => 'line,2,unmatched_line,false,,X-1,,70000,ETB,2026-11-20,,,names no payment'
 */
export async function* reconciliationCsv(items: Items, options?: ReconciliationCsvOptions): AsyncGenerator<string> {
  const { mode, bom } = parseOptions(csvOptions, options)
  if (typeof items !== 'object' || items === null || !(Symbol.asyncIterator in items || Symbol.iterator in items)) {
    throw invalidRequest([{ path: 'items', message: 'must be an iterable of reconciliation items' }])
  }
  // The header comes together with the first rows: no text that looks like a file is written when the first read fails.
  let text = (bom ? byteOrderMark : '') + csvHeader(columns)
  let rows: CsvValue[][] = []
  for await (const item of items) {
    rows.push(...rowsOf(item))
    if (rows.length < batchSize) continue
    yield text + csvRows(columns, mode, rows)
    text = ''
    rows = []
  }
  text += csvRows(columns, mode, rows)
  if (text !== '') yield text
}
