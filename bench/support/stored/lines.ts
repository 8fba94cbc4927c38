import { storedRows, type StoredRows, type Value } from './rows.js'

/** Writes a field of the text that COPY and LOAD DATA read alike. */
function field(value: Value): string {
  if (value === null) return '\\N'
  return String(value).replace(
    /[\\\t\n\r]/g,
    (character) => `\\${{ '\t': 't', '\n': 'n', '\r': 'r' }[character] ?? '\\'}`,
  )
}

/** Writes one part of all rows, a line each, in pieces of about 64 KiB. */
export function* storedLines(count: number, part: (rows: StoredRows) => readonly Value[]): Generator<string> {
  let text = ''
  for (const rows of storedRows(count)) {
    text += `${part(rows).map(field).join('\t')}\n`
    if (text.length > 65_536) {
      yield text
      text = ''
    }
  }
  yield text
}
