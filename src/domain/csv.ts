/**
 * CSV by RFC 4180: comma, CRLF, quotes where they are needed. Null is an empty field, empty text is a quoted empty
 * field.
 */
import { stringify } from 'csv-stringify/sync'

/** The mode of an export: `spreadsheet` neutralises formulas in caller text; `exact` keeps every byte. */
export type CsvMode = 'spreadsheet' | 'exact'

export const csvModes: readonly CsvMode[] = ['spreadsheet', 'exact']

export type CsvValue = string | number | boolean | null

/**
 * A column of a CSV text. `plain` never needs quotes (ids, numbers, codes, instants), `text` may, and `callerText` may
 * also hold a formula.
 */
export interface CsvColumn {
  name: string
  kind: 'plain' | 'text' | 'callerText'
}

export const byteOrderMark = '\ufeff'

const lineEnd = '\r\n'
// White space at an end and the empty text are quoted, because readers trim the one and take the other for null.
const needsQuotes = /[",\r\n]|^\s|\s$|^$/
// NUL stands in no text that the library stores.
const separator = '\0'
const quoting = { quoted: true, quoted_empty: true, delimiter: separator, eof: false }

/** Quotes the fields by csv-stringify: one record for a whole batch, because a record costs more than a field. */
function quote(fields: readonly string[]): string[] {
  const written = stringify([fields], quoting).split(separator)
  if (written.length !== fields.length) throw new RangeError('a CSV field contains a NUL character')
  return written
}

export function csvHeader(columns: readonly CsvColumn[]): string {
  return columns.map(({ name }) => name).join(',') + lineEnd
}

/**
 * Writes rows as CSV text. Only fields that need quotes go through csv-stringify; the text is the same as if all did.
 */
export function csvRows(columns: readonly CsvColumn[], mode: CsvMode, rows: readonly (readonly CsvValue[])[]): string {
  const kinds = columns.map(({ kind }) => kind)
  const toQuote: string[] = []
  const before: string[] = []
  let csv = ''
  for (const row of rows) {
    for (let i = 0; i < kinds.length; i++) {
      if (i > 0) csv += ','
      const value = row[i]
      if (value === null || value === undefined) continue
      let text = String(value)
      if (kinds[i] !== 'plain') {
        if (kinds[i] === 'callerText' && mode === 'spreadsheet') text = neutraliseFormulas(text)
        if (needsQuotes.test(text)) {
          before.push(csv)
          toQuote.push(text)
          csv = ''
          continue
        }
      }
      csv += text
    }
    csv += lineEnd
  }
  if (toQuote.length === 0) return csv
  return quote(toQuote).reduce((written, field, i) => written + before[i]! + field, '') + csv
}

/**
 * Replaces NUL in the text of a bank by U+FFFD, because a file of text must not hold it. Returns `null` for no text.
 */
export function visibleText(text: string | null | undefined): string | null {
  return text?.replaceAll('\0', '\ufffd') ?? null
}

/**
 * The characters that importers skip before they look for a formula: spaces (Unicode Zs), zero-width characters, a byte
 * order mark.
 */
const skippedCharacters = '[ \\u00a0\\u1680\\u180e\\u2000-\\u200d\\u202f\\u205f\\u2060\\u3000\\ufeff]*'
const trigger = '[=+\\-@\\t\\uff1d\\uff0b\\uff0d\\uff20]'
// Matches no character: a line break that makes the whole field live also begins the next line.
const lineStart = '(?<=^|[\\r\\n])'

/**
 * A quick test for text that may be a formula: nearly all text is one line that begins with a letter or a digit, and
 * the test costs a tenth of the whole search.
 */
const mayBeLive = /^[^0-9A-Za-z]|[\r\n]/
const liveFormula = new RegExp(`^(?=${skippedCharacters}[\\r\\n])|${lineStart}(?=${skippedCharacters}${trigger})`, 'g')

/**
 * Puts a `'` before the text, and before each line in it, that a spreadsheet would take for a formula (OWASP, CSV
 * Injection), and before nothing else.
 *
 * @example
 * neutraliseFormulas('=1+1') // => "'=1+1"
 * neutraliseFormulas('INV-1') // => 'INV-1'
 */
export function neutraliseFormulas(text: string): string {
  return mayBeLive.test(text) ? text.replace(liveFormula, "'") : text
}
