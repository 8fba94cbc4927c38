import { badStatement, decode, type StatementInput } from '../input.js'
import { type RecordsOfPart, type StatementReader, statementReader } from '../reader.js'
import type { Tally } from '../tally.js'
import { beginningFirst, beginningLength } from './beginning.js'
import { type CsvRow, csvRows } from './csv-rows.js'
import { layoutOfFile } from './layout-of-file.js'
import { type Header, headerOf } from './header.js'
import type { CsvMapping } from './mapping.js'
import { type Plan, planOf } from './plan.js'
import { recordsOfRows } from './records-of-rows.js'
import { type ReadRow, rowReader } from './row.js'

/** Reads rows; a later row with all mapped columns is a header again, of a new page. */
function rowsBelow(header: Header, plan: Plan): (row: CsvRow) => ReadRow {
  let read = rowReader(plan, header)
  return (row) => {
    const record = read(row)
    const isLine = !record || 'amount' in record
    const again = !isLine && plan.hasHeader && !row.isTorn ? headerOf(row.cells, plan) : null
    if (!again) return record
    read = rowReader(plan, again)
    return undefined
  }
}

interface OpenFile {
  rows: ReturnType<typeof csvRows>
  headerRow: number
  read(row: CsvRow): ReadRow
}

/** Opens a file by its beginning: the header and the delimiter are looked for there. */
async function openFile(text: string, isWhole: boolean, plan: Plan): Promise<OpenFile> {
  if (text === '') throw badStatement('is empty')
  const { delimiter, header, headerRow } = await layoutOfFile(text.slice(0, beginningLength), isWhole, plan)
  return { rows: csvRows(delimiter), headerRow, read: rowsBelow(header, plan) }
}

/** Reads the records for `readCsvStatement`. */
export async function* readCsvRecords(
  input: StatementInput,
  plan: Plan,
  counted: Tally,
): AsyncGenerator<RecordsOfPart> {
  let file: OpenFile | null = null
  const records = recordsOfRows(plan, counted)

  function* recordsIn({ rows, headerRow, read }: OpenFile, text: string, isLast: boolean) {
    for (const row of rows(text, isLast)) yield row.row > headerRow ? records.take(read(row)) : null
    if (isLast) yield records.end()
  }

  for await (const { text, isLast } of beginningFirst(decode(input, { encodingOf: () => plan.encoding }))) {
    file ??= await openFile(text, isLast, plan)
    yield recordsIn(file, text, isLast)
  }
  records.endStatement()
}

/**
 * Reads a CSV statement: an export of a bank or a provider of mobile money, as text, bytes or pieces of them. The header is the
 * first row with all mapped columns, within the first 65,536 characters; text before it is skipped. A row that cannot be read
 * for certain is `{ row, rejected }`, never 0 or a guess. A row without an amount is no line: it is counted in
 * `summary().skipped`, or continues the narration of the row above. A million rows need no more memory than a hundred; a row
 * has at most 262,144 characters.
 *
 * @throws TypeError at once for a wrong mapping
 * @throws PaymentError `invalid_request` while reading, for a file without such a header, in another encoding, with a longer
 *   row, or that ends inside quotes
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
  return statementReader({ format: 'csv', mapping }, input, (again, counted) => readCsvRecords(again, plan, counted))
}
