import { isPaymentError } from '../../errors.js'
import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import type { Piece } from '../input.js'
import type { CsvMapping } from './mapping.js'
import { readCsvStatement } from './read-csv-statement.js'

/** Mappings by their names. */
export type NamedLayouts = Readonly<Record<string, CsvMapping>>

interface Candidate {
  readonly name: string
  readonly mapping: CsvMapping
  readonly width: number
  readonly lines: readonly StatementRecord[]
}

function widthOf({ columns, only, debitWhen }: CsvMapping): number {
  return new Set([...Object.values(columns).flat(), only?.column, debitWhen?.column].map((one) => JSON.stringify(one)))
    .size
}

/** The lines at the beginning of a file as a layout reads them. */
async function linesBy(mapping: CsvMapping, start: readonly Piece[]): Promise<StatementRecord[]> {
  const lines: StatementRecord[] = []
  try {
    for await (const record of readCsvStatement(start, mapping)) if ('amount' in record) lines.push(record)
  } catch (error) {
    // No such columns; or the beginning ends within a row, behind lines that show enough.
    if (!isPaymentError(error, 'invalid_request')) throw error
  }
  return lines
}

function isOfItsCurrency({ mapping, lines }: Candidate): boolean {
  return lines.every((line) => 'currency' in line && (mapping.currency ?? line.currency) === line.currency)
}

/**
 * The layout whose columns a file has; of several the one with the most columns, and of these the one that reads the most lines. All
 * lines must be in its own currency: the portal of another country may have the same columns, and other times.
 *
 * @returns its name; `null` for none; the names where several fit, and read other lines
 */
export async function findLayout(
  start: readonly Piece[],
  layouts: NamedLayouts,
): Promise<string | readonly string[] | null> {
  const candidates: Candidate[] = []
  for (const [name, mapping] of Object.entries(layouts)) {
    const lines = await linesBy(mapping, start)
    if (lines.length > 0) candidates.push({ name, mapping, width: widthOf(mapping), lines })
  }
  candidates.sort((a, b) => b.width - a.width || b.lines.length - a.lines.length)
  const [best] = candidates
  if (!best || !isOfItsCurrency(best)) return null
  const shown = JSON.stringify(best.lines)
  const equals = candidates.filter(({ width, lines }) => width === best.width && lines.length === best.lines.length)
  return equals.every(({ lines }) => JSON.stringify(lines) === shown) ? best.name : equals.map(({ name }) => name)
}
