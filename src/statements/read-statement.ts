import { isPaymentError } from '../errors.js'
import { isPlainObject, unknownNames } from '../internal/option-checks.js'
import { begin, beginningLength } from './begun-file.js'
import type { NamedLayouts } from './csv/find-layout.js'
import { shippedLayouts } from './csv/layouts.js'
import type { CsvMapping } from './csv/mapping.js'
import { planOf } from './csv/plan.js'
import { type StatementFormat, statementFormats } from './format.js'
import { type ChosenReading, fixedReading, readingOf, recordsAs, unknownFile } from './found-reading.js'
import type { StatementInput } from './input.js'
import { type StatementReader, statementReader } from './reader.js'
import { openArchive } from './zip/archive.js'
import { readZipRecords } from './zip/read-zip.js'

/** The options of `readStatement`. What is absent is found from the beginning of the file. */
export interface ReadStatementOptions {
  readonly format?: StatementFormat | undefined
  /** The layout of a CSV file: a name of `layouts`, or a mapping. */
  readonly layout?: string | CsvMapping | undefined
  /** The known layouts of CSV files, by their names; by default those of the library. */
  readonly layouts?: Readonly<Record<string, CsvMapping>> | undefined
}

/** The first bytes of an archive. */
const archiveMark = 'PK\x03\x04'

/** Returns true where a file was refused because no format and no layout of CSV fits it. */
export function isUnknownFile(error: unknown): boolean {
  return (
    isPaymentError(error, 'invalid_request') &&
    // A file in an archive is named in its refusal, which says more.
    error.details.issues.some(({ message }) => message.includes(unknownFile) && !message.includes('has the file'))
  )
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
  if (format !== undefined && format !== 'csv') throw new TypeError('readStatement: layout is for format csv')
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
  const [unknown] = unknownNames(options, ['format', 'layout', 'layouts'])
  if (unknown !== undefined) throw new TypeError(`readStatement: unknown option ${JSON.stringify(unknown)}`)
  const layouts = layoutsIn(options.layouts)
  const chosen = chosenIn(options, layouts)
  const fixed = fixedReading(chosen)
  return statementReader(fixed, input, async function* (source, counted, reads) {
    const begun = await begin(source, fixed ? archiveMark.length : beginningLength)
    try {
      if (begun.text.startsWith(archiveMark)) {
        yield* readZipRecords(await openArchive(begun.all), chosen, { counted, reads })
        return
      }
      const reading = await readingOf(begun, chosen)
      if (!fixed) reads(reading)
      yield* recordsAs(reading, begun.all, counted)
    } finally {
      await begun.close()
    }
  })
}
