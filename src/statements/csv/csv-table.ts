/** CSV tables that are no statements: their columns are known by the names in their header. */
import { badStatement, decode, type StatementInput } from '../input.js'
import { beginningFirst, beginningLength } from './beginning.js'
import { maxColumns, spelling } from './column.js'
import { type CsvRow, csvRows } from './csv-rows.js'

/** A column that a table may have. */
export interface TableColumn {
  /** The names by which a header may call it, in any case and punctuation; the first one that the header has counts. */
  readonly names: readonly string[]
  /** The number of the column, counted from 1, in place of a name. */
  readonly at?: number
  /** True where a table is no such table without it. */
  readonly isRequired?: boolean
}

/** A row below the header. */
export interface TableRow<Name extends string> {
  /** The line of the file on which it begins, counted from 1. */
  readonly row: number
  /** The texts of its cells that are not empty, by column; `null` where cells may have run together or shifted. */
  readonly texts: Readonly<Partial<Record<Name, string>>> | null
}

/** A table that is ready to be read once. */
export interface CsvTable<Name extends string> {
  /** The required columns that no row of its beginning has; such a table has no rows. */
  readonly missing: readonly Name[]
  /** The names of the columns as its header writes them; of a column by its number, the number. */
  readonly header: Readonly<Partial<Record<Name, string>>>
  readonly rows: AsyncGenerator<TableRow<Name>>
}

const delimiters = [',', ';', '\t', '|']

interface Header<Name> {
  readonly row: number
  readonly width: number
  readonly positions: ReadonlyMap<Name, number>
  readonly cells: readonly string[]
  readonly missing: readonly Name[]
}

function positionIn(spellings: readonly string[], { names, at }: TableColumn): number {
  if (at !== undefined) return at <= spellings.length ? at - 1 : -1
  for (const name of names) {
    const position = spellings.indexOf(spelling(name))
    if (position >= 0) return position
  }
  return -1
}

type TableColumns<Name extends string> = Readonly<Record<Name, TableColumn>>

function namesOf<Name extends string>(columns: TableColumns<Name>): Name[] {
  return Object.keys(columns) as Name[]
}

function headerIn<Name extends string>({ row, cells }: CsvRow, columns: TableColumns<Name>): Header<Name> {
  const spellings = cells.map(spelling)
  const positions = new Map(namesOf(columns).map((name) => [name, positionIn(spellings, columns[name])]))
  const missing = namesOf(columns).filter((name) => columns[name].isRequired && positions.get(name) === -1)
  return { row, width: cells.length, positions, cells, missing }
}

interface FoundHeader<Name> extends Header<Name> {
  readonly delimiter: string
}

/** Finds the first row with all required columns, with any of the delimiters; else the row that lacks the fewest. */
function findHeader<Name extends string>(
  text: string,
  isWhole: boolean,
  columns: TableColumns<Name>,
): FoundHeader<Name> | null {
  let best: FoundHeader<Name> | null = null
  for (const delimiter of delimiters) {
    try {
      for (const row of csvRows(delimiter)(text, isWhole)) {
        if (row.cells.length > maxColumns) continue
        const header = headerIn(row, columns)
        if (!best || header.missing.length < best.missing.length) best = { ...header, delimiter }
        if (header.missing.length === 0) break
      }
    } catch {
      // The beginning ends inside quotes, or its rows are too long with this delimiter; the rows before may show enough.
    }
  }
  return best
}

function textsOf<Name extends string>({ cells, isTorn }: CsvRow, header: Header<Name>): TableRow<Name>['texts'] {
  // A delimiter in a text without quotes has shifted the columns: an amount of 1,500.00 would be 1.
  if (isTorn || cells.slice(header.width).some((cell) => cell.trim() !== '')) return null
  const texts: Partial<Record<Name, string>> = {}
  for (const [name, position] of header.positions) {
    const text = (cells[position] ?? '').trim()
    if (text !== '') texts[name] = text
  }
  return texts
}

/**
 * Opens a table: text, bytes in UTF-8, or pieces of them. The header is the first row with all required columns, within the
 * first 65,536 characters; rows without any text are left out. Rows are read as they come, so that a million need no more memory
 * than a hundred.
 *
 * @throws PaymentError `invalid_request` for what is no CSV; `rows` throws it for a row that is too long, or a file that ends
 *   inside quotes
 */
export async function openCsvTable<Name extends string>(
  input: StatementInput,
  columns: TableColumns<Name>,
): Promise<CsvTable<Name>> {
  const portions = beginningFirst(decode(input, { encodingOf: () => 'utf-8' }))
  const { value: first } = (await portions.next()) as { value: { text: string; isLast: boolean } }
  const header = findHeader(first.text.slice(0, beginningLength), first.isLast, columns)
  if (!header) throw badStatement('is empty')
  const read = csvRows(header.delimiter)
  const isNumbered = namesOf(columns).every((name) => !columns[name].isRequired || columns[name].at !== undefined)

  function* rowsIn(text: string, isLast: boolean): Generator<TableRow<Name>> {
    for (const row of read(text, isLast)) {
      // Where columns have numbers alone, no row is known to be a header.
      if (row.row < header!.row || (row.row === header!.row && !isNumbered)) continue
      if (row.cells.every((cell) => cell.trim() === '')) continue
      yield { row: row.row, texts: textsOf(row, header!) }
    }
  }
  async function* rows(): AsyncGenerator<TableRow<Name>> {
    if (header!.missing.length > 0) return
    yield* rowsIn(first.text, first.isLast)
    for await (const { text, isLast } of portions) yield* rowsIn(text, isLast)
  }
  const namesInHeader = namesOf(columns).flatMap((name) => {
    const position = header.positions.get(name)!
    const { at } = columns[name]
    return position < 0 ? [] : [[name, at === undefined ? header.cells[position]!.trim() : String(at)] as const]
  })
  return {
    missing: header.missing,
    header: Object.fromEntries(namesInHeader) as CsvTable<Name>['header'],
    rows: rows(),
  }
}
