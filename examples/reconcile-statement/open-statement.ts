import { createReadStream } from 'node:fs'
import {
  type CsvMapping,
  readCamt,
  readCsvStatement,
  readMt940,
  type StatementReader,
} from 'hospital-payments/statements'
import { demand } from './usage.js'

export const formats = ['csv', 'camt', 'mt940'] as const
export type Format = (typeof formats)[number]

/** The caller's choice of how to read a statement. */
export interface Reading {
  readonly format?: Format | undefined
  readonly mapping?: CsvMapping | undefined
}

export interface OpenStatement {
  readonly format: Format
  readonly reader: StatementReader
}

/** Guesses the format by the beginning of the file; the zeros are those of UTF-16. */
export function guessFormat(start: Uint8Array): Format {
  const text = Buffer.from(start).toString('latin1').replaceAll('\0', '')
  if (/<\?xml|<(\w+:)?Document[\s>]/.test(text)) return 'camt'
  return /(^|[\r\n]):(20|61):/.test(text) ? 'mt940' : 'csv'
}

/** Opens a file that is read once, piece by piece, and may be a pipe: its beginning is looked at and then passed on. */
export async function openStatement(file: string, { format, mapping }: Reading): Promise<OpenStatement> {
  const pieces = createReadStream(file)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  const first = await pieces.next()
  const start = first.done ? new Uint8Array() : first.value
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield start
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
    } finally {
      await pieces.return?.()
    }
  }
  const known = format ?? guessFormat(start)
  if (known === 'camt') return { format: known, reader: readCamt(whole()) }
  if (known === 'mt940') return { format: known, reader: readMt940(whole()) }
  demand(mapping !== undefined, 'A CSV needs --mapping NAME or --map FIELD=COLUMN,... .')
  return { format: known, reader: readCsvStatement(whole(), mapping) }
}
