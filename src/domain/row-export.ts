/** The writing of rows as CSV text in pieces, for exports of lines and of refunds. */
import { byteOrderMark, type CsvColumn, csvHeader, type CsvMode, csvRows, type CsvValue } from './csv.js'
import { minorUnitExponent } from './currencies.js'
import { formatAmount } from './money.js'

/** A column with the function of its cells. */
export interface RowColumn<Row> extends CsvColumn {
  cell(row: Row): CsvValue
}

export function rowColumn<Row>(name: string, kind: CsvColumn['kind'], cell: RowColumn<Row>['cell']): RowColumn<Row> {
  return { name, kind, cell }
}

/**
 * Writes an amount as decimal text; `null` for a currency that ISO has withdrawn since, whose exponent is no longer in
 * the table.
 */
export function decimalOf({ amount, currency }: { amount: number | string; currency: string }): string | null {
  return minorUnitExponent(currency) === undefined ? null : formatAmount(amount, currency)
}

interface RowExport<Row> {
  readonly columns: readonly RowColumn<Row>[]
  readonly mode: CsvMode
  readonly bom: boolean
  readonly signal: AbortSignal | undefined
  /** A function that reads the rows in batches, as of one instant; `null`: no row can match. */
  readonly scan: (() => AsyncIterable<readonly Row[]>) | null
}

/**
 * Writes the header together with the first rows: where the storage fails at once, no text was written that looks like
 * a file.
 */
export async function* exportRows<Row>(file: RowExport<Row>): AsyncGenerator<string> {
  const { columns, mode, bom, signal, scan } = file
  const cellsOf = (row: Row) => columns.map(({ cell }) => cell(row))
  signal?.throwIfAborted()
  let text = (bom ? byteOrderMark : '') + csvHeader(columns)
  if (scan) {
    for await (const rows of scan()) {
      signal?.throwIfAborted()
      yield text + csvRows(columns, mode, rows.map(cellsOf))
      signal?.throwIfAborted()
      text = ''
    }
  }
  if (text !== '') yield text
}
