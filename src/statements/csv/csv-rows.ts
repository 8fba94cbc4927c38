import { badStatement } from '../input.js'
import { literal } from './text.js'

/** A record of the file as it stands. */
export interface CsvRow {
  /** The line of the file on which it begins, counted from 1. */
  row: number
  cells: readonly string[]
  /** Its line breaks are not all inside proper quotes: a stray quote has swallowed lines. */
  isTorn: boolean
}

/** What is used of csv-parse's `Parser`. */
interface Parser {
  on(event: 'error', listener: () => void): unknown
  write(text: string, done: (error?: Error | null) => void): unknown
  end(done: (error?: Error | null) => void): unknown
  read(): { record: string[]; raw: string } | null
}

/** Longer records come of a quote that is never closed, and must not fill the memory. */
const longestRecord = 2 ** 20

const parserOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  relax_column_count: true,
  // For quotes after a space.
  ltrim: true,
  // For the line numbers: csv-parse counts a CR LF inside quotes as two lines.
  raw: true,
  max_record_size: longestRecord,
  // Every record of a piece, so that writing it never waits for reading.
  readableHighWaterMark: 2 ** 20,
}

async function openParser(delimiter: string): Promise<Parser> {
  const csvParse = await import('csv-parse').catch((cause: unknown) => {
    throw new TypeError('readCsvStatement needs the package csv-parse: npm install csv-parse', { cause })
  })
  const parser = csvParse.parse({ ...parserOptions, delimiter }) as unknown as Parser
  // What goes wrong is told to the callbacks; without a listener it would also end the process.
  parser.on('error', () => {})
  return parser
}

function finished(start: (done: (error?: Error | null) => void) => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => {
      if (!error) resolve()
      else reject(badStatement('has a quote that is never closed: it is cut off, or is no CSV file'))
    })
  })
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

/**
 * CSV text to rows, piece by piece.
 *
 * @param width how many cells most rows have: csv-parse is ten times as fast with these as with others
 * @throws PaymentError `invalid_request` for an end inside quotes
 */
export async function csvRows(delimiter: string, width = 1) {
  const parser = await openParser(delimiter)
  const between = literal(delimiter)
  const quotedCell = new RegExp(`(^|${between})\\s*"(?:[^"]|"")*"(?=${between}|$)`, 'g')
  let line = 1
  let isFirst = true

  function takeRows(): CsvRow[] {
    const rows: CsvRow[] = []
    for (let next = parser.read(); next !== null; next = parser.read()) {
      if (isFirst) {
        isFirst = false
        continue
      }
      const text = next.raw.replace(/(?:\r\n|\r|\n)$/, '')
      const inner = lineBreaks(text)
      const isTorn = inner > 0 && lineBreaks(text.replace(quotedCell, '$1')) > 0
      rows.push({ row: line, cells: next.record, isTorn })
      line += inner + 1
    }
    return rows
  }

  // It makes an error, with its stack, of each record that is not as wide as the first one.
  await finished((done) => parser.write(`${delimiter.repeat(width - 1)}\n`, done))

  return {
    async push(text: string): Promise<CsvRow[]> {
      await finished((done) => parser.write(text, done))
      return takeRows()
    },
    async end(): Promise<CsvRow[]> {
      await finished((done) => parser.end(done))
      return takeRows()
    },
  }
}
