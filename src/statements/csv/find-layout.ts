import { isPaymentError } from '../../errors.js'
import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import type { CsvMapping } from './mapping.js'

/** Mappings by their names. */
export type NamedLayouts = Readonly<Record<string, CsvMapping>>

interface Candidate {
  readonly name: string
  readonly mapping: CsvMapping
  readonly width: number
  readonly lines: readonly StatementRecord[]
  readonly rejected: readonly StatementRecord[]
}

interface Tried {
  /** True where it has the columns by their names. */
  readonly fits: boolean
  readonly lines: StatementRecord[]
  readonly rejected: StatementRecord[]
}

function widthOf({ columns, only, debitWhen }: CsvMapping): number {
  return new Set([...Object.values(columns).flat(), only?.column, debitWhen?.column].map((one) => JSON.stringify(one)))
    .size
}

/** A function that reads the records at the beginning of a file by a layout. */
type ReadBeginning = (mapping: CsvMapping) => AsyncIterable<StatementRecord>

async function tryLayout(mapping: CsvMapping, read: ReadBeginning): Promise<Tried> {
  const lines: StatementRecord[] = []
  const rejected: StatementRecord[] = []
  let isRead = false
  try {
    for await (const record of read(mapping)) ('amount' in record ? lines : rejected).push(record)
    isRead = true
  } catch (error) {
    // No such columns; or the beginning ends within a row, behind rows that show enough.
    if (!isPaymentError(error, 'invalid_request')) throw error
  }
  const hasColumns = mapping.header !== false && (isRead || rejected.length > 0)
  return { fits: lines.length > 0 || hasColumns, lines, rejected }
}

function isOfItsCurrency({ mapping, lines }: Candidate): boolean {
  return lines.every((line) => 'currency' in line && (mapping.currency ?? line.currency) === line.currency)
}

/**
 * Finds the layout whose columns a file has; of several the one with the most columns, and of these the one that reads
 * the most lines. All lines must be in its own currency: the portal of another country may have the same columns, and
 * other times. A file of which no line can be read, or that has none, has the layout of its columns too: its rejected
 * rows name what is wrong with them.
 *
 * @returns its name; `null` for none; the names where several fit, and read other lines
 */
export async function findLayout(
  read: ReadBeginning,
  layouts: NamedLayouts,
): Promise<string | readonly string[] | null> {
  const fitting: Candidate[] = []
  for (const [name, mapping] of Object.entries(layouts)) {
    const { fits, lines, rejected } = await tryLayout(mapping, read)
    if (fits) fitting.push({ name, mapping, width: widthOf(mapping), lines, rejected })
  }
  const reading = fitting.filter(({ lines }) => lines.length > 0)
  const candidates = reading.length > 0 ? reading : fitting
  candidates.sort((a, b) => b.width - a.width || b.lines.length - a.lines.length)
  const [best] = candidates
  if (!best || !isOfItsCurrency(best)) return null
  const recordsOfBest = recordsTextOf(best)
  const equals = candidates.filter(({ width, lines }) => width === best.width && lines.length === best.lines.length)
  return equals.every((one) => recordsTextOf(one) === recordsOfBest) ? best.name : equals.map(({ name }) => name)
}

/** Returns what distinguishes layouts of as many columns and lines, as text. */
function recordsTextOf({ lines, rejected }: Candidate): string {
  return JSON.stringify(lines.length > 0 ? lines : rejected)
}
