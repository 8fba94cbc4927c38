import { pacer } from '../event-loop.js'
import { badStatement } from '../input.js'
import { type CsvRow, csvRows } from './csv-rows.js'
import { type Header, headerOf, missingIn, numberedHeader } from './header.js'
import type { Plan } from './plan.js'
import { rowReader, rowsAtOnce } from './row.js'

const candidates = [',', ';', '\t', '|']
/** So many rows are read to find the delimiter of a file without names. */
const rowsTried = 1000

/** How a file is to be read. */
interface Layout {
  delimiter: string
  header: Header
  /** Rows up to here are no lines of the statement; 0 without a header. */
  headerRow: number
}

/** The beginning of the file, read with one of the delimiters. */
interface Beginning {
  delimiter: string
  rows: readonly CsvRow[]
  /** It ends inside quotes. */
  failure: unknown
}

function begin(text: string, isWhole: boolean, delimiter: string): Beginning {
  const rows: CsvRow[] = []
  try {
    for (const row of csvRows(delimiter)(text, isWhole)) rows.push(row)
    return { delimiter, rows, failure: null }
  } catch (failure) {
    return { delimiter, rows, failure }
  }
}

/** Without names: the delimiter with which most rows can be read, or at least have all the columns. */
async function byNumbers(beginnings: readonly Beginning[], plan: Plan): Promise<Layout | null> {
  const header = numberedHeader(plan)
  const needed = Math.max(...header.positions.values()) + 1
  const read = rowReader(plan, header)
  const pace = pacer(rowsAtOnce)
  let best = { delimiter: '', lines: 0, wide: 0 }
  for (const { delimiter, rows } of beginnings) {
    const wide = rows.filter(({ cells }) => cells.length >= needed).length
    let lines = 0
    for (const row of rows.slice(0, rowsTried)) {
      const record = read(row)
      if (record !== null && !('rejected' in record)) lines++
      await pace(1)
    }
    if (lines > best.lines || (lines === best.lines && wide > best.wide)) best = { delimiter, lines, wide }
  }
  return best.wide > 0 ? { delimiter: best.delimiter, header, headerRow: 0 } : null
}

/** The delimiter with which some row, the first one counts, has all the columns. */
function byNames(beginnings: readonly Beginning[], plan: Plan): Layout | null {
  const layouts = beginnings.flatMap(({ delimiter, rows }) => {
    for (const { row, cells } of rows) {
      const header = headerOf(cells, plan)
      if (header) return [{ delimiter, header, headerRow: row }]
    }
    return []
  })
  return layouts.sort((a, b) => a.headerRow - b.headerRow)[0] ?? null
}

/** Names of columns come from the mapping; nothing of the file is repeated. */
function missingColumns(beginnings: readonly Beginning[], plan: Plan): string {
  let fewest = plan.names
  for (const { rows } of beginnings) {
    for (const { cells } of rows) {
      const missing = missingIn(cells, plan)
      if (missing.length < fewest.length) fewest = missing
    }
  }
  return fewest.map((name) => JSON.stringify(name)).join(', ')
}

/**
 * Finds the delimiter, unless it is given, and the header in the beginning of a file.
 *
 * @param isWhole whether nothing comes after `text`
 * @throws PaymentError `invalid_request` for a file without a row that has all the mapped columns
 */
export async function layoutOfFile(text: string, isWhole: boolean, plan: Plan): Promise<Layout> {
  const delimiters = plan.delimiter === undefined ? candidates : [plan.delimiter]
  const beginnings = delimiters.map((delimiter) => begin(text, isWhole, delimiter))
  const layout = plan.hasHeader ? byNames(beginnings, plan) : await byNumbers(beginnings, plan)
  if (layout) return layout
  const failures = beginnings.flatMap(({ failure }) => failure ?? [])
  if (failures[0] && failures.length === beginnings.length) throw failures[0]
  const problem = plan.hasHeader ? 'has no header row with all the columns' : 'has no row with all the columns'
  throw badStatement(`${problem} of the mapping: ${missingColumns(beginnings, plan)} not found`)
}
