import { isPaymentError } from '../errors.js'
import { isPlainObject, unknownNames } from '../internal/option-checks.js'
import type { NamedLayouts } from './csv/find-layout.js'
import { shippedLayouts } from './csv/layouts.js'
import type { CsvMapping } from './csv/mapping.js'
import { planOf } from './csv/plan.js'
import { type StatementFormat, statementFormats } from './format.js'
import { type ChosenReading, fixedReading } from './found-reading.js'
import type { StatementInput } from './input.js'
import { readAnyRecords } from './read-any.js'
import { type StatementReader, statementReader } from './reader.js'

/** The options of `readStatement`. What is absent is found from the beginning of the file. */
export interface ReadStatementOptions {
  readonly format?: StatementFormat | undefined
  /** The layout of a CSV file or a spreadsheet: a name of `layouts`, or a mapping. */
  readonly layout?: string | CsvMapping | undefined
  /** The known layouts of these, by their names; by default those of the library. */
  readonly layouts?: Readonly<Record<string, CsvMapping>> | undefined
  /** The sheet of a workbook, where the layout names none. */
  readonly sheet?: string | undefined
}

/** Returns the format of a table that was refused because no known layout has its columns; `null` for any other error. */
export function formatOfUnknown(error: unknown): 'csv' | 'xlsx' | null {
  return (isPaymentError(error, 'invalid_request') && error.details.unknownLayout) || null
}

function layoutsIn(value: unknown): NamedLayouts {
  if (value === undefined) return shippedLayouts
  if (!isPlainObject(value)) throw new TypeError('readStatement: layouts must be an object of CSV mappings')
  for (const mapping of Object.values(value)) planOf(mapping)
  return { ...value } as NamedLayouts
}

/** Checks the options against each other. */
function chosenIn({ format, layout }: ReadStatementOptions, layouts: NamedLayouts): ChosenReading {
  if (format !== undefined && !statementFormats.includes(format))
    throw new TypeError(`readStatement: format must be one of ${statementFormats.join(', ')}`)
  if (layout === undefined) return { format, mapping: undefined, layoutName: undefined, layouts }
  if (format !== undefined && format !== 'csv' && format !== 'xlsx')
    throw new TypeError('readStatement: layout is for format csv or xlsx')
  if (typeof layout !== 'string') {
    planOf(layout)
    return { format, mapping: layout, layoutName: undefined, layouts }
  }
  if (!Object.hasOwn(layouts, layout))
    throw new TypeError(`readStatement: layout must be one of ${Object.keys(layouts).join(', ')}, or a CSV mapping`)
  return { format, mapping: layouts[layout]!, layoutName: layout, layouts }
}

/**
 * Reads a statement in any of the library's formats: camt, MT940, OFX, or CSV with a known layout. It finds the format by the
 * beginning of the file, and the layout by its columns. `format`, `layout` and `layoutName` of the reader are set when the
 * first record was read.
 *
 * @throws TypeError at once for wrong options, such as a layout of another name
 * @throws PaymentError `invalid_request`, while it is read, as the readers of the formats; and for a file of another kind, with
 *   what to ask the bank for: a PDF, a spreadsheet, an archive, QIF, BAI2, HTML, an image
 * @example
 * const reader = readStatement(':20:1\n:25:0100\n:60F:C261119ETB0,\n:61:261120C1500,NTRFINV-7\n:62F:C261120ETB1500,\n')
 * const lines = []
 * for await (const line of reader) lines.push(line)
 * lines // => [{ row: 4, direction: 'credit', amount: 150000, currency: 'ETB', valueDate: '2026-11-20', reference: 'INV-7' }]
 * reader.format // => 'mt940'
 */
export function readStatement(input: StatementInput, options: ReadStatementOptions = {}): StatementReader {
  if (!isPlainObject(options)) throw new TypeError('readStatement: options must be an object')
  const [unknown] = unknownNames(options, ['format', 'layout', 'layouts', 'sheet'])
  if (unknown !== undefined) throw new TypeError(`readStatement: unknown option ${JSON.stringify(unknown)}`)
  const { sheet } = options
  if (sheet !== undefined && (typeof sheet !== 'string' || sheet.trim() === ''))
    throw new TypeError('readStatement: sheet must be the name of a sheet')
  const layouts = layoutsIn(options.layouts)
  const chosen = { ...chosenIn(options, layouts), sheet }
  return statementReader(fixedReading(chosen), input, (again, counted, reads) =>
    readAnyRecords(again, chosen, { counted, reads }),
  )
}
