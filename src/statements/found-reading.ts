/** The way a file is read: its format and layout, found by its beginning where they are not chosen. */
import { invalidRequest } from '../domain/issue.js'
import { readCamtRecords } from './camt/read-camt.js'
import { findLayout, type NamedLayouts } from './csv/find-layout.js'
import type { CsvMapping } from './csv/mapping.js'
import { planOf } from './csv/plan.js'
import { readCsvRecords, readCsvStatement } from './csv/read-csv-statement.js'
import type { BegunFile } from './begun-file.js'
import type { StatementFormat } from './format.js'
import { badStatement, type Piece, type StatementInput } from './input.js'
import { readMt940Records } from './mt940/read-mt940.js'
import { readOfxRecords } from './ofx/read-ofx.js'
import { otherFile } from './other-files.js'
import type { Reading, RecordsOfPart } from './reader.js'
import type { Tally } from './tally.js'
import { beginningOfWorkbook, sheetsToRead } from './xlsx/records.js'
import type { Workbook } from './xlsx/workbook.js'

/** The format and the layout that were chosen, and the layouts to find one among. */
export interface ChosenReading {
  readonly format: StatementFormat | undefined
  readonly mapping: CsvMapping | undefined
  readonly layoutName: string | undefined
  readonly layouts: NamedLayouts
  /** The sheet of a workbook, where the layout names none. */
  readonly sheet?: string | undefined
}

/** The kinds of tables, as the refusal of one whose columns no layout has names them. */
const tables = {
  csv: 'is not camt, MT940, or CSV with',
  xlsx: 'is a spreadsheet (.xlsx) without',
} as const

/** Makes the error for a table whose columns none of some layouts has. */
function unknownLayout(format: keyof typeof tables, layouts: NamedLayouts): Error {
  const names = Object.keys(layouts).join(', ')
  const message = `${tables[format]} the columns of a known layout (${names}): give the layout of the bank`
  return invalidRequest([{ path: 'input', message }], { unknownLayout: format })
}

/** Fields of MT940 at the beginning of a line. */
const fields = /(?:^|[\r\n])[^\S\r\n]*:(20|25P?|28C?|34F|6[01][FM]?|62[FM]):/g

/** Returns the format by what stands at the beginning; the zeros are those of UTF-16. */
function formatBy(start: string): StatementFormat {
  const text = start.replaceAll('\0', '').replace(/^[^!-~]*/, '')
  if (/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(start.replaceAll('\0', '')) || text.startsWith('<')) return 'camt'
  if (/^(?:\{1:|:20:)/.test(text)) return 'mt940'
  // Some banks write lines of their own before it.
  return new Set([...text.matchAll(fields)].map(([, tag]) => tag)).size > 1 ? 'mt940' : 'csv'
}

async function csvReading(start: readonly Piece[], layouts: NamedLayouts): Promise<Reading> {
  const layout = await findLayout((mapping) => readCsvStatement(start, mapping), layouts)
  if (typeof layout === 'string') return { format: 'csv', mapping: layouts[layout]!, layoutName: layout }
  if (!layout) throw unknownLayout('csv', layouts)
  throw badStatement(`is a CSV file that several layouts read differently: choose one of ${layout.join(', ')}`)
}

/** Returns the reading that is fixed before the file is looked at; `null` where something is found by its beginning. */
export function fixedReading({ format, mapping, layoutName }: ChosenReading): Reading | null {
  if (format === undefined || ((format === 'csv' || format === 'xlsx') && !mapping)) return null
  return { format, ...(mapping && { mapping }), ...(layoutName !== undefined && { layoutName }) }
}

/**
 * Returns how to read a workbook.
 *
 * @throws PaymentError `invalid_request` for one without the columns of a known layout
 */
export async function xlsxReading(workbook: Workbook, chosen: ChosenReading): Promise<Reading> {
  const fixed = fixedReading({ ...chosen, format: 'xlsx' })
  if (fixed) return fixed
  const { layouts, sheet } = chosen
  // A layout may name a sheet that is hidden.
  if (sheet !== undefined || workbook.sheets.length === 0) sheetsToRead(workbook, sheet)
  const layout = await findLayout((mapping) => beginningOfWorkbook(workbook, { mapping, sheet }), layouts)
  if (typeof layout === 'string') return { format: 'xlsx', mapping: layouts[layout]!, layoutName: layout }
  if (!layout) throw unknownLayout('xlsx', layouts)
  const names = layout.join(', ')
  throw badStatement(`is a spreadsheet (.xlsx) that several layouts read differently: choose one of ${names}`)
}

/** @throws PaymentError `invalid_request` for a file of another kind, by its name, and for CSV of no known layout */
export async function readingOf(
  { start, text }: Pick<BegunFile, 'start' | 'text'>,
  chosen: ChosenReading,
): Promise<Reading> {
  const fixed = fixedReading(chosen)
  if (fixed) return fixed
  const other = otherFile(text)
  // A workbook comes here only within an archive.
  const isReadable = other?.format === 'ofx' && chosen.format === undefined
  if (other && !isReadable) throw badStatement(other.problem)
  const format = chosen.format ?? other?.format ?? formatBy(text)
  if (format !== 'csv') return { format }
  return fixedReading({ ...chosen, format }) ?? csvReading(start, chosen.layouts)
}

export function recordsAs(
  { format, mapping }: Reading,
  input: StatementInput,
  counted: Tally,
): AsyncIterable<RecordsOfPart> {
  if (format === 'camt') return readCamtRecords(input, counted)
  if (format === 'ofx') return readOfxRecords(input, counted)
  return format === 'mt940' ? readMt940Records(input, counted) : readCsvRecords(input, planOf(mapping), counted)
}
