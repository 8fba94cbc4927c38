import { parse } from 'csv-parse/sync'

export interface Row {
  /** The line of the file on which the row begins, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvFormat {
  readonly delimiter?: string
  /** Lines before the first row that counts. */
  readonly skip?: number
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

/** Returns the text after a number of lines, whatever is in them: a preamble need not be CSV. */
function withoutLines(text: string, count: number): string {
  let rest = text
  for (let line = 0; line < count; line++) rest = /\r\n|\r|\n/.test(rest) ? rest.replace(/^.*?(\r\n|\r|\n)/s, '') : ''
  return rest
}

/** Reads rows as they are: no trimming, no types, and short or long rows are let through, for the reader to judge. */
export function readRows(text: string, { delimiter = ',', skip = 0 }: CsvFormat = {}): Row[] {
  const bytes = Buffer.from(withoutLines(text.replace(/^\ufeff/, ''), skip))
  const rows = parse(bytes, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  }) as unknown as { info: { bytes: number }; record: string[] }[]

  // Lines are counted here, because csv-parse counts a CR LF inside a quoted cell twice.
  let line = skip + 1
  let end = 0
  return rows.map(({ info, record }) => {
    const source = bytes.toString('latin1', end, info.bytes)
    const blankLines = lineBreaks(/^[\r\n]*/.exec(source)?.[0] ?? '')
    const row = { line: line + blankLines, cells: record }
    line += lineBreaks(source)
    end = info.bytes
    return row
  })
}

/** Returns the rows below a header row, each as a function from a column's name to its cell. */
export function readRecords(text: string): { line: number; cell: (column: string) => string }[] {
  const [header, ...rows] = readRows(text)
  return rows.map(({ line, cells }) => ({
    line,
    cell: (column) => cells[header?.cells.indexOf(column) ?? -1] ?? '',
  }))
}
