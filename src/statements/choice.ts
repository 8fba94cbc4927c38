/** The choice of how a statement file is read, in the words that HTTP, the desk and the command line take. */
import type { CsvMapping } from './csv/mapping.js'
import type { ReadStatementOptions } from './read-statement.js'
import { statementFormats, type StatementFormat } from './format.js'

/** Layouts of CSV statements by their names. */
export type Layouts = ReadonlyMap<string, CsvMapping>

/** The formats that take no layout, with their names for people. */
export const plainFormats: ReadonlyMap<string, string> = new Map<StatementFormat, string>([
  ['camt', 'camt.053 / camt.052 (ISO 20022)'],
  ['mt940', 'MT940 (SWIFT)'],
  ['ofx', 'OFX / QFX'],
])

/** A format, a layout and a sheet by their names; what is left out is read from the file. */
export interface StatementChoice {
  readonly format?: string | undefined
  readonly layout?: string | undefined
  readonly sheet?: string | undefined
}

/** The refusal of a name. */
interface RefusedChoice {
  readonly refused: 'format' | 'layout'
  /** The names that are known; none where the format takes no layout. */
  readonly known: readonly string[]
}

/** Returns the choice that one name makes, of a format without layouts or of a layout; the empty name chooses nothing. */
export function choiceOf(name: string): StatementChoice {
  if (name === '') return {}
  return plainFormats.has(name) ? { format: name } : { layout: name }
}

/**
 * Reads a choice as options of `readStatement`.
 *
 * @param layoutsOf returns the layouts to choose from; called only where the file may be CSV or a spreadsheet
 */
export async function readChoice(
  { format, layout, sheet }: StatementChoice,
  layoutsOf: () => Layouts | Promise<Layouts>,
): Promise<ReadStatementOptions | RefusedChoice> {
  const knownFormat = statementFormats.find((one) => one === format)
  if (format !== undefined && knownFormat === undefined) return { refused: 'format', known: statementFormats }
  if (format !== undefined && plainFormats.has(format))
    return layout === undefined ? { format: knownFormat } : { refused: 'layout', known: [] }
  const layouts = await layoutsOf()
  if (layout !== undefined && !layouts.has(layout)) return { refused: 'layout', known: [...layouts.keys()] }
  const known = { format: knownFormat, layout, layouts: Object.fromEntries(layouts) }
  return sheet === undefined ? known : { ...known, sheet }
}
