import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import { badStatement } from '../input.js'
import { shownColumn } from '../csv/column.js'
import { collapsed, folded } from '../csv/text.js'
import { type Header, headerOf, missingIn, numberedHeader } from '../csv/header.js'
import type { CsvMapping } from '../csv/mapping.js'
import { type Plan, planOf } from '../csv/plan.js'
import { recordsOfRows } from '../csv/records-of-rows.js'
import type { RecordsOfPart } from '../reader.js'
import { tally, type Tally } from '../tally.js'
import { sheetRowReader } from './row-reader.js'
import { rowsOf, type SheetRow } from './rows.js'
import type { Sheet, Workbook } from './workbook.js'

/** The rows with something in them in which a header is looked for. */
const maxHeaderRows = 1000

/** A sheet, and the header of its rows. */
interface SheetWithHeader {
  readonly sheet: Sheet
  readonly header: Header
  /** The last row that is no line of the statement; 0 without a header. */
  readonly headerRow: number
}

/** Returns the cells of a row as texts, up to the last one. */
function textsOf({ cells }: SheetRow): string[] {
  const texts = Array<string>(Math.max(0, ...cells.keys()) + 1).fill('')
  for (const [column, { text }] of cells) texts[column] = text
  return texts
}

/** Finds the header in the first rows of a sheet; else returns the fewest columns that a row lacks. */
async function headerIn(workbook: Workbook, sheet: Sheet, plan: Plan): Promise<SheetWithHeader | readonly string[]> {
  const width = numberOfCells(plan)
  let missing: readonly string[] = plan.all.map(shownColumn)
  let count = 0
  for await (const rows of rowsOf(workbook, sheet, () => true)) {
    for (const row of rows) {
      if (++count > maxHeaderRows) return missing
      const texts = textsOf(row)
      if (!plan.hasHeader) {
        if (texts.length >= width) return { sheet, header: numberedHeader(plan), headerRow: 0 }
        continue
      }
      const header = headerOf(texts, plan)
      if (header) return { sheet, header, headerRow: row.row }
      const lacks = missingIn(texts, plan)
      if (lacks.length < missing.length) missing = lacks
    }
  }
  return missing
}

function numberOfCells({ all }: Plan): number {
  return Math.max(...all.map(({ at }) => (at ?? 0) + 1))
}

/** Returns the sheets to look at: that of a name, else all visible ones. */
export function sheetsToRead({ sheets }: Workbook, name: string | undefined): readonly Sheet[] {
  if (name === undefined) {
    const visible = sheets.filter(({ isVisible }) => isVisible)
    if (visible.length > 0) return visible
    throw badStatement('is a spreadsheet (.xlsx) without a visible sheet: save it as CSV')
  }
  const sheet =
    sheets.find((one) => collapsed(one.name) === collapsed(name)) ??
    sheets.find((one) => folded(one.name) === folded(name))
  if (sheet) return [sheet]
  throw badStatement('is a spreadsheet (.xlsx) that has no sheet of the given name')
}

/** Finds the sheets with the header of a plan. */
async function sheetsWithHeader(workbook: Workbook, plan: Plan, name: string | undefined): Promise<SheetWithHeader[]> {
  const fitting: SheetWithHeader[] = []
  let missing: readonly string[] | null = null
  for (const sheet of sheetsToRead(workbook, name)) {
    const result = await headerIn(workbook, sheet, plan)
    if ('header' in result) fitting.push(result)
    else if (!missing || result.length < missing.length) missing = result
  }
  if (fitting.length > 0) return fitting
  // Names of columns come from the mapping; nothing of the file is repeated.
  throw badStatement(`has no sheet with all the columns of the mapping: ${(missing ?? []).join(', ')} not found`)
}

/** The way to read a workbook. */
export interface XlsxReading {
  readonly mapping: CsvMapping | undefined
  /** The sheet, where the mapping names none. */
  readonly sheet?: string | undefined
}

/** Reads the records of an open workbook. */
export async function* recordsOfWorkbook(
  workbook: Workbook,
  { mapping, sheet: chosen }: XlsxReading,
  counted: Tally,
): AsyncGenerator<RecordsOfPart> {
  const plan = planOf(mapping)
  const [only, second] = await sheetsWithHeader(workbook, plan, plan.sheet ?? chosen)
  if (second) throw badStatement('has several sheets with the columns of the mapping: choose one by its name (sheet)')
  const { sheet, header, headerRow } = only!
  const read = sheetRowReader(plan, header)
  const positions = new Set(header.positions.values())
  const records = recordsOfRows(plan, counted)
  function* recordsIn(rows: readonly SheetRow[]) {
    for (const row of rows) yield row.row > headerRow ? records.take(read(row)) : null
  }
  for await (const rows of rowsOf(workbook, sheet, (column) => positions.has(column))) yield recordsIn(rows)
  yield [records.end()]
  records.endStatement()
}

/**
 * Reads the first rows of a workbook by a mapping, of the first sheet that has its columns: by them its layout is found.
 *
 * @throws PaymentError `invalid_request` where no sheet has them
 */
export async function* beginningOfWorkbook(
  workbook: Workbook,
  { mapping, sheet }: XlsxReading,
): AsyncGenerator<StatementRecord> {
  const plan = planOf(mapping)
  const [first] = await sheetsWithHeader(workbook, plan, plan.sheet ?? sheet)
  const single = { ...workbook, sheets: [{ ...first!.sheet, isVisible: true }] }
  let rows = 0
  for await (const part of recordsOfWorkbook(single, { mapping }, tally())) {
    for (const record of part) {
      if (record) yield record
      if (++rows > maxHeaderRows) return
    }
  }
}
