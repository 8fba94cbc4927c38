import { minWork, pacer, recordsAtOnce } from '../../internal/event-loop.js'
import { badStatement } from '../input.js'
import { shownColumn } from './column.js'
import { type CsvRow, csvRows } from './csv-rows.js'
import { type Header, headerOf, missingIn, numberedHeader } from './header.js'
import type { Plan } from './plan.js'
import { rowReader } from './row.js'

const candidates = [',', ';', '\t', '|']
/** The number of rows that are read to find the delimiter of a file without names. */
const rowsTried = 1000

/** The way a file is read. */
interface Layout {
  delimiter: string
  header: Header
  /** The last row that is no line of the statement; 0 without a header. */
  headerRow: number
}

/** The beginning of a file, with each of the delimiters that it may have. */
interface Beginning {
  delimiters: readonly string[]
  rowsWith(delimiter: string): Iterable<CsvRow>
}

/**
 * Finds the layout without names: the delimiter with which most rows can be read, or at least have all the columns;
 * `null` for none.
 */
async function byNumbers({ delimiters, rowsWith }: Beginning, plan: Plan): Promise<Layout | null> {
  const header = numberedHeader(plan)
  const needed = Math.max(...header.positions.values()) + 1
  const read = rowReader(plan, header)
  const pace = pacer(recordsAtOnce)
  let best = { delimiter: '', lines: 0, wide: 0 }
  for (const delimiter of delimiters) {
    let [rows, lines, wide] = [0, 0, 0]
    for (const row of rowsWith(delimiter)) {
      if (row.cells.length >= needed) wide++
      const record = rows++ < rowsTried ? read(row) : null
      if (record && 'amount' in record) lines++
      await pace(record ? 1 : minWork)
    }
    if (lines > best.lines || (lines === best.lines && wide > best.wide)) best = { delimiter, lines, wide }
  }
  return best.wide > 0 ? { delimiter: best.delimiter, header, headerRow: 0 } : null
}

/**
 * Finds the layout by names: the delimiter with which some row, of which the first one counts, has all the columns;
 * else returns the fewest columns that a row lacks.
 */
async function byNames({ delimiters, rowsWith }: Beginning, plan: Plan): Promise<Layout | readonly string[]> {
  const pace = pacer(recordsAtOnce)
  let layout: Layout | null = null
  let missing: readonly string[] = plan.all.map(shownColumn)
  for (const delimiter of delimiters) {
    for (const { row, cells } of rowsWith(delimiter)) {
      if (layout && row >= layout.headerRow) break
      const header = headerOf(cells, plan)
      if (header) {
        layout = { delimiter, header, headerRow: row }
        break
      }
      // A row of few cells lacks at least all the other names.
      if (plan.all.length - cells.length < missing.length) missing = fewest(missing, missingIn(cells, plan))
      await pace(minWork)
    }
  }
  return layout ?? missing
}

function fewest(some: readonly string[], others: readonly string[]): readonly string[] {
  return others.length < some.length ? others : some
}

/**
 * Finds the delimiter, unless it is given, and the header in the beginning of a file.
 *
 * @param isWhole whether nothing comes after `text`
 * @throws PaymentError `invalid_request` for a file without a row that has all the mapped columns
 */
export async function layoutOfFile(text: string, isWhole: boolean, plan: Plan): Promise<Layout> {
  const delimiters = plan.delimiter === undefined ? candidates : [plan.delimiter]
  const failures: unknown[] = []
  function* rowsWith(delimiter: string): Generator<CsvRow> {
    try {
      yield* csvRows(delimiter)(text, isWhole)
    } catch (failure) {
      // It ends inside quotes; the rows before may show enough.
      failures.push(failure)
    }
  }
  const beginning = { delimiters, rowsWith }
  const layout = plan.hasHeader ? await byNames(beginning, plan) : await byNumbers(beginning, plan)
  if (layout && 'header' in layout) return layout
  if (failures.length === delimiters.length) throw failures[0]
  if (!layout) throw badStatement('has no row with all the columns of the mapping')
  // Names of columns come from the mapping; nothing of the file is repeated.
  const names = layout.join(', ')
  throw badStatement(`has no header row with all the columns of the mapping: ${names} not found`)
}
