import { isPaymentError } from '../errors.js'
import { isPlainObject, unknownNames } from '../internal/option-checks.js'
import { readCamtRecords } from './camt/read-camt.js'
import { findLayout, type NamedLayouts } from './csv/find-layout.js'
import { shippedLayouts } from './csv/layouts.js'
import type { CsvMapping } from './csv/mapping.js'
import { planOf } from './csv/plan.js'
import { readCsvRecords } from './csv/read-csv-statement.js'
import { type StatementFormat, statementFormats } from './format.js'
import { badStatement, charactersOf, type Piece, piecesOf, type StatementInput } from './input.js'
import { readMt940Records } from './mt940/read-mt940.js'
import { readOfxRecords } from './ofx/read-ofx.js'
import { otherFile } from './other-files.js'
import { type Reading, type RecordsOfPart, type StatementReader, statementReader } from './reader.js'
import type { Tally } from './tally.js'

/** The options of `readStatement`. What is absent is found from the beginning of the file. */
export interface ReadStatementOptions {
  readonly format?: StatementFormat | undefined
  /** The layout of a CSV file: a name of `layouts`, or a mapping. */
  readonly layout?: string | CsvMapping | undefined
  /** The known layouts of CSV files, by their names; by default those of the library. */
  readonly layouts?: Readonly<Record<string, CsvMapping>> | undefined
}

/** The length of the beginning by which the kind of a file is found, in characters or bytes. */
const beginningLength = 65_536

const unknownFile = 'is not camt, MT940, OFX, or CSV with the columns of a known layout'

/** Returns true where a file was refused because no format and no layout of CSV fits it. */
export function isUnknownFile(error: unknown): boolean {
  return (
    isPaymentError(error, 'invalid_request') &&
    error.details.issues.some(({ message }) => message.includes(unknownFile))
  )
}

interface Begun {
  readonly start: readonly Piece[]
  /** The whole file, with what was looked at. */
  readonly all: AsyncIterable<Piece>
  /** Closes the file. */
  readonly close: () => Promise<unknown>
}

async function begin(input: StatementInput): Promise<Begun> {
  // Any file: it is named by more than its first bytes.
  const pieces = piecesOf(input, () => undefined)
  const start: Piece[] = []
  let length = 0
  while (length < beginningLength) {
    const next = await pieces.next()
    if (next.done) break
    start.push(next.value)
    length += next.value.length
  }
  async function* all(): AsyncGenerator<Piece> {
    yield* start
    yield* pieces
  }
  return { start, all: all(), close: () => pieces.return(undefined) }
}

/** Returns a character for each byte. */
function characters(start: readonly Piece[]): string {
  return start.map(charactersOf).join('').slice(0, beginningLength)
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

function layoutsIn(value: unknown): NamedLayouts {
  if (value === undefined) return shippedLayouts
  if (!isPlainObject(value)) throw new TypeError('readStatement: layouts must be an object of CSV mappings')
  for (const mapping of Object.values(value)) planOf(mapping)
  return { ...value } as NamedLayouts
}

/**
 * Returns the reading that the options fix before the file is looked at: all of it, or only that it is CSV; `null` for
 * neither.
 */
function readingIn({ format, layout }: ReadStatementOptions, layouts: NamedLayouts): Reading | 'csv' | null {
  if (format !== undefined && !statementFormats.includes(format))
    throw new TypeError(`readStatement: format must be one of ${statementFormats.join(', ')}`)
  if (layout === undefined) return format === undefined || format === 'csv' ? (format ?? null) : { format }
  if (format !== undefined && format !== 'csv') throw new TypeError('readStatement: layout is for format csv')
  if (typeof layout !== 'string') return { format: 'csv', mapping: layout }
  if (!Object.hasOwn(layouts, layout))
    throw new TypeError(`readStatement: layout must be one of ${Object.keys(layouts).join(', ')}, or a CSV mapping`)
  return { format: 'csv', mapping: layouts[layout]!, layoutName: layout }
}

async function csvReading(start: readonly Piece[], layouts: NamedLayouts): Promise<Reading> {
  const layout = await findLayout(start, layouts)
  if (typeof layout === 'string') return { format: 'csv', mapping: layouts[layout]!, layoutName: layout }
  const names = (layout ?? Object.keys(layouts)).join(', ')
  throw badStatement(
    layout
      ? `is a CSV file that several layouts read differently: choose one of ${names}`
      : `${unknownFile} (${names}): give the layout of the bank`,
  )
}

async function readingOf(start: readonly Piece[], known: 'csv' | null, layouts: NamedLayouts): Promise<Reading> {
  const text = characters(start)
  const other = otherFile(text)
  if (other && (known !== null || other.format === undefined)) throw badStatement(other.problem)
  const format = known ?? other?.format ?? formatBy(text)
  return format === 'csv' ? csvReading(start, layouts) : { format }
}

function recordsAs({ format, mapping }: Reading, input: StatementInput, counted: Tally): AsyncIterable<RecordsOfPart> {
  if (format === 'camt') return readCamtRecords(input, counted)
  if (format === 'ofx') return readOfxRecords(input, counted)
  return format === 'mt940' ? readMt940Records(input, counted) : readCsvRecords(input, planOf(mapping), counted)
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
  const known = readingIn(options, layouts)
  const chosenReading = known === null || known === 'csv' ? null : known
  if (chosenReading?.mapping) planOf(chosenReading.mapping)
  return statementReader(chosenReading, input, async function* (source, counted, reads) {
    if (chosenReading) {
      yield* recordsAs(chosenReading, source, counted)
      return
    }
    const begun = await begin(source)
    try {
      const reading = await readingOf(begun.start, known === 'csv' ? known : null, layouts)
      reads(reading)
      yield* recordsAs(reading, begun.all, counted)
    } finally {
      await begun.close()
    }
  })
}
