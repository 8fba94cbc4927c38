import type { CsvMapping } from '../csv/mapping.js'
import { planOf } from '../csv/plan.js'
import type { StatementInput } from '../input.js'
import { readAnyRecords } from '../read-any.js'
import { type StatementReader, statementReader } from '../reader.js'

/**
 * Reads a statement that is a spreadsheet (.xlsx), by a mapping of its columns as of a CSV file. The sheet is `sheet` of the
 * mapping, else the only visible one that has the columns. `row` is the row of the sheet. Cells are read as the file stores
 * them: formulas by their stored values, dates by the date system of the workbook, and numbers with 15 significant digits. A row
 * with an error, a truth value or a formula without a value in a mapped cell is rejected, and so is a number that may have lost
 * digits. It needs the packages fflate and saxes.
 *
 * @throws TypeError at once for a wrong mapping
 * @throws PaymentError `invalid_request` while reading, for a file without such a sheet, for one that is damaged, protected by a
 *   password, or larger than 96 MiB unpacked
 * @example
 * const mapping = { columns: { valueDate: 'Date', amount: 'Amount' }, dates: ['dd/MM/yyyy'], timeZone: 'Africa/Nairobi', currency: 'KES' }
 * const reader = readXlsxStatement(new Uint8Array(), mapping)
 * reader.format // => 'xlsx'
 */
export function readXlsxStatement(input: StatementInput, mapping: CsvMapping): StatementReader {
  planOf(mapping)
  return statementReader({ format: 'xlsx', mapping }, input, (again, counted, reads) =>
    readAnyRecords(again, { format: 'xlsx', mapping, layoutName: undefined, layouts: {} }, { counted, reads }),
  )
}
