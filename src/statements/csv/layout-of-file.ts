import { badStatement } from '../input.js'
import { type CsvRow, csvRows } from './csv-rows.js'
import { type Header, headerOf, missingIn, numberedHeader } from './header.js'
import type { Plan } from './plan.js'
import { rowReader } from './row.js'

const candidates = [',', ';', '\t', '|']

/** How a file is to be read. */
interface Layout {
  delimiter: string
  header: Header
  /** Rows up to here are no lines of the statement; 0 without a header. */
  headerRow: number
  /** How many cells most rows have. */
  width: number
}

/** The beginning of the file, read with one of the delimiters. */
interface Beginning {
  delimiter: string
  rows: readonly CsvRow[]
  /** It ends inside quotes. */
  failure: Error | null
}

async function begin(text: string, isWhole: boolean, delimiter: string): Promise<Beginning> {
  const parser = await csvRows(delimiter)
  const rows = await parser.push(text)
  if (!isWhole) return { delimiter, rows, failure: null }
  try {
    return { delimiter, rows: [...rows, ...(await parser.end())], failure: null }
  } catch (error) {
    return { delimiter, rows, failure: error as Error }
  }
}

function usualWidth(rows: readonly CsvRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  return most?.[0] ?? 1
}

function layoutOf({ delimiter, rows }: Beginning, header: Header, headerRow: number): Layout {
  return { delimiter, header, headerRow, width: usualWidth(rows) }
}

/** Without names: the delimiter with which most rows can be read, or at least have all the columns. */
function byNumbers(beginnings: readonly Beginning[], plan: Plan): Layout | null {
  const header = numberedHeader(plan)
  const needed = Math.max(...header.positions.values()) + 1
  const read = rowReader(plan, header)
  const isLine = (row: CsvRow) => {
    const record = read(row)
    return record !== null && !('rejected' in record)
  }
  const [best] = beginnings
    .map((one) => ({
      one,
      wide: one.rows.filter(({ cells }) => cells.length >= needed).length,
      lines: one.rows.filter(isLine).length,
    }))
    .sort((a, b) => b.lines - a.lines || b.wide - a.wide)
  return best && best.wide > 0 ? layoutOf(best.one, header, 0) : null
}

/** The delimiter with which some row, the first one counts, has all the columns. */
function byNames(beginnings: readonly Beginning[], plan: Plan): Layout | null {
  const layouts = beginnings.flatMap((beginning) => {
    for (const { row, cells } of beginning.rows) {
      const header = headerOf(cells, plan)
      if (header) return [layoutOf(beginning, header, row)]
    }
    return []
  })
  return layouts.sort((a, b) => a.headerRow - b.headerRow)[0] ?? null
}

/** Names of columns come from the mapping; nothing of the file is repeated. */
function missingColumns(beginnings: readonly Beginning[], plan: Plan): string {
  const missing = beginnings.flatMap(({ rows }) => rows.map(({ cells }) => missingIn(cells, plan)))
  const [fewest = plan.names] = missing.sort((a, b) => a.length - b.length)
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
  const beginnings = await Promise.all(delimiters.map((delimiter) => begin(text, isWhole, delimiter)))
  const layout = (plan.hasHeader ? byNames : byNumbers)(beginnings, plan)
  if (layout) return layout
  const failures = beginnings.flatMap(({ failure }) => failure ?? [])
  if (failures[0] && failures.length === beginnings.length) throw failures[0]
  const problem = plan.hasHeader ? 'has no header row with all the columns' : 'has no row with all the columns'
  throw badStatement(`${problem} of the mapping: ${missingColumns(beginnings, plan)} not found`)
}
