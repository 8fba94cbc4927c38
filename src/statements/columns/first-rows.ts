/** The first rows of a file whose layout is not known, as people see them. */
import { joinBytes } from '../../internal/encoding.js'
import { isPaymentError } from '../../errors.js'
import { begin, type BegunFile } from '../begun-file.js'
import { csvRows } from '../csv/csv-rows.js'
import { maxColumns } from '../csv/column.js'
import { markedEncoding, type Piece, type StatementInput } from '../input.js'
import { otherFile } from '../other-files.js'
import { isArchive, openedArchive } from '../read-archive.js'
import { sheetsToRead } from '../xlsx/records.js'
import { rowsOf } from '../xlsx/rows.js'
import { openWorkbook } from '../xlsx/workbook.js'

/** A row: the texts of its cells, up to the last one. */
export interface ShownRow {
  /** The line of the file, or the row of the sheet, counted from 1. */
  readonly row: number
  readonly cells: readonly string[]
  /** The columns of a spreadsheet whose cells are numbers and dates by themselves, counted from 0. */
  readonly typed: ReadonlySet<number>
}

/** The first rows of a CSV file or of a sheet. */
export interface FirstRows {
  readonly format: 'csv' | 'xlsx'
  /** The encoding of a CSV file that is not in UTF-8; else `null`. */
  readonly encoding: string | null
  /** The sheet, where the workbook has several that are visible; else `null`. */
  readonly sheet: string | null
  readonly rows: readonly ShownRow[]
}

const maxRows = 1000
/** The bytes or characters of the beginning in which rows are looked for. */
const maxLength = 524_288
const delimiters = [',', ';', '\t', '|']
/** The encoding of older programs, in which every byte is a character. */
const otherEncoding = 'windows-1252'

/** Decodes the beginning of a file, whose last character may be cut. */
function textOf(start: readonly Piece[]): { text: string; encoding: string | null } {
  if (start.every((piece) => typeof piece === 'string')) return { text: start.join(''), encoding: null }
  const bytes = joinBytes(start.filter((piece) => typeof piece !== 'string'))
  try {
    const decoder = new TextDecoder(markedEncoding(bytes) ?? 'utf-8', { fatal: true })
    return { text: decoder.decode(bytes, { stream: true }), encoding: null }
  } catch {
    return { text: new TextDecoder(otherEncoding).decode(bytes), encoding: otherEncoding }
  }
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}

/** Splits a text at a delimiter, as far as it is CSV. */
function rowsBy(delimiter: string, text: string, isWhole: boolean): ShownRow[] {
  const rows: ShownRow[] = []
  try {
    for (const { row, cells } of csvRows(delimiter)(text, isWhole)) {
      if (!isEmpty(cells)) rows.push({ row, cells, typed: new Set() })
      if (rows.length === maxRows) break
    }
  } catch (error) {
    if (!isPaymentError(error, 'invalid_request')) throw error
  }
  return rows
}

/** Counts the rows that have the number of cells which most rows have, if that is more than one. */
function evenRows(rows: readonly ShownRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

function csvFirstRows({ start }: Pick<BegunFile, 'start'>): FirstRows | null {
  const { text, encoding } = textOf(start)
  const length = start.reduce((sum, piece) => sum + piece.length, 0)
  if (text.includes('\0')) return null
  const best = delimiters
    .map((delimiter) => rowsBy(delimiter, text, length < maxLength))
    .reduce((a, b) => (evenRows(b) > evenRows(a) ? b : a))
  return evenRows(best) > 1 ? { format: 'csv', encoding, sheet: null, rows: best } : null
}

async function sheetFirstRows(begun: BegunFile, sheetName: string | undefined): Promise<FirstRows | null> {
  const files = await openedArchive(begun)
  if (!files.some(({ name }) => /^xl[\\/]workbook\.xml$/i.test(name))) return null
  const workbook = await openWorkbook(files)
  const sheets = sheetsToRead(workbook, sheetName)
  for (const sheet of sheets) {
    const firstRows: ShownRow[] = []
    for await (const rows of rowsOf(workbook, sheet, () => true)) {
      for (const { row, cells } of rows) {
        if (cells.size === 0 || firstRows.length === maxRows) continue
        const texts = Array<string>(Math.min(maxColumns, Math.max(...cells.keys()) + 1)).fill('')
        for (const [column, { text }] of cells) texts[column] = text
        const isTyped = (kind: string) => kind === 'number' || kind === 'date'
        const typed = Array.from(cells).flatMap(([column, { kind }]) => (isTyped(kind) ? [column] : []))
        firstRows.push({ row, cells: texts, typed: new Set(typed) })
      }
      if (firstRows.length === maxRows) break
    }
    if (firstRows.filter(({ cells }) => cells.length > 1).length > 1)
      return { format: 'xlsx', encoding: null, sheet: workbook.sheets.length > 1 ? sheet.name : null, rows: firstRows }
  }
  return null
}

/**
 * Reads the first thousand rows of a CSV file, or of the first sheet with some; `null` for a file that is neither, or whose
 * rows have one cell.
 *
 * @throws PaymentError `invalid_request` for a damaged workbook, and for one without a sheet of this name
 */
export async function firstRowsOf(input: StatementInput, sheet?: string): Promise<FirstRows | null> {
  const begun = await begin(input, maxLength)
  try {
    if (isArchive(begun)) return await sheetFirstRows(begun, sheet)
    return otherFile(begun.text) ? null : csvFirstRows(begun)
  } finally {
    await begun.close()
  }
}
