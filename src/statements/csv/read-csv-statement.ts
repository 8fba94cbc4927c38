import type { StatementRecord } from '../../domain/statement.js'
import { badStatement, decode, type StatementInput } from '../input.js'
import { type StatementReader, statementReader } from '../reader.js'
import { type CsvRow, csvRows } from './csv-rows.js'
import { layoutOfFile } from './layout-of-file.js'
import { type Header, headerOf } from './header.js'
import type { CsvMapping } from './mapping.js'
import { type Plan, planOf } from './plan.js'
import { rowReader } from './row.js'
import { sliceLength, slices } from './slices.js'

/** Rows to records; what is left out is null. A later row with all mapped columns is a header again, of a new page. */
function recordsBelow(header: Header, plan: Plan): (row: CsvRow) => StatementRecord | null {
  let read = rowReader(plan, header)
  return (row) => {
    const record = read(row)
    const isRefused = record !== null && 'rejected' in record
    const again = isRefused && plan.hasHeader && !row.isTorn ? headerOf(row.cells, plan) : null
    if (!again) return record
    read = rowReader(plan, again)
    return null
  }
}

async function* recordsOf(input: StatementInput, plan: Plan): AsyncGenerator<StatementRecord> {
  const texts = slices(decode(input, { encodingOf: () => plan.encoding }))
  const first = await texts.next()
  if (first.done) throw badStatement('is empty')
  // A slice is shorter than the others only where the file ends.
  const isWhole = first.value.length < sliceLength - 1
  const { delimiter, header, headerRow, width } = await layoutOfFile(first.value, isWhole, plan)
  const parser = await csvRows(delimiter, width)
  const read = recordsBelow(header, plan)

  function* records(rows: readonly CsvRow[]): Generator<StatementRecord> {
    for (const row of rows) {
      const record = row.row > headerRow ? read(row) : null
      if (record) yield record
    }
  }

  yield* records(await parser.push(first.value))
  for await (const text of texts) yield* records(await parser.push(text))
  yield* records(await parser.end())
}

/**
 * Reads a CSV statement: an export of a bank or a provider of mobile money, as text, bytes or pieces of them. The
 * header is the first row with all mapped columns (of the first 65,536 characters); what stands before it is skipped.
 * A row that cannot be read for certain is `{ row, rejected }`, never 0 and never a guess. It needs the package
 * csv-parse, and a million rows no more memory than a hundred.
 *
 * @throws TypeError at once for a wrong mapping
 * @throws PaymentError `invalid_request` while reading, for a file without such a header, in another encoding, or
 *   that ends inside quotes
 * @example
 * const reader = readCsvStatement('Date,Amount,Text\n20/11/2026,"1,500.00",INV-7\n', {
 *   columns: { valueDate: 'Date', amount: 'Amount', narration: 'Text' },
 *   dates: ['dd/MM/yyyy'],
 *   timeZone: 'Africa/Nairobi',
 *   currency: 'KES',
 * })
 * const records = []
 * for await (const record of reader) records.push(record)
 * records
 * // => [{ row: 2, direction: 'credit', amount: 150000, currency: 'KES', valueDate: '2026-11-20', narration: 'INV-7' }]
 * reader.summary().credits // => [{ currency: 'KES', amount: '150000' }]
 */
export function readCsvStatement(input: StatementInput, mapping: CsvMapping): StatementReader {
  const plan = planOf(mapping)
  return statementReader(input, (again) => recordsOf(again, plan))
}
