import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { readerOf } from '../http/routes/statement-file.js'
import { joinBytes } from '../internal/encoding.js'
import { shippedLayouts } from '../statements/csv/layouts.js'
import { type CsvMapping, readCsvStatement, type StatementFormat, type StatementReader } from '../statements/index.js'
import { SetupError, UsageError } from './failures.js'
import type { Io } from './io.js'

const formats: readonly StatementFormat[] = ['camt', 'mt940', 'csv']

/** How the user said that a file is to be read. */
export interface Reading {
  readonly format: StatementFormat | undefined
  /** By its name in the library, or the JSON of a `CsvMapping`. */
  readonly layout: { readonly name: string; readonly mapping: CsvMapping } | undefined
}

/** A statement that is ready to be read once. */
export interface OpenStatement {
  readonly reader: StatementReader
  /** How it is read, and whether that was found or said: a person sees it before the file is believed. */
  readonly shown: string
}

/** @throws UsageError, SetupError for a layout that cannot be read */
export async function readingOf(
  format: string | undefined,
  layout: string | undefined,
  folder: string,
): Promise<Reading> {
  const known = formats.find((name) => name === format)
  if (format !== undefined && known === undefined) throw new UsageError(`--format is one of ${formats.join(', ')}.`)
  if (layout === undefined) return { format: known, layout: undefined }
  if (known !== undefined && known !== 'csv') throw new UsageError('--layout is for CSV: leave it or --format out.')
  return { format: 'csv', layout: { name: layout, mapping: await layoutNamed(layout, folder) } }
}

async function layoutNamed(name: string, folder: string): Promise<CsvMapping> {
  if (Object.hasOwn(shippedLayouts, name)) return shippedLayouts[name]!
  const names = Object.keys(shippedLayouts).join(', ')
  if (!/\.json$/i.test(name)) throw new UsageError(`--layout is one of ${names}, or a FILE.json.`)
  const mapping = await jsonOf(resolve(folder, name))
  try {
    readCsvStatement('', mapping as CsvMapping)
  } catch (error) {
    throw new UsageError(`--layout: ${(error as Error).message}.`)
  }
  return mapping as CsvMapping
}

async function jsonOf(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new SetupError(`The layout ${file} cannot be read.\nTo do: correct the path.`, { cause })
  })
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new UsageError(`The layout ${file} is no JSON.`, { cause })
  }
}

/** So much of a file is looked at to find out what it is. */
const beginningBytes = 65_536

interface Begun {
  readonly start: Uint8Array
  /** Whether nothing comes behind it. */
  readonly isWhole: boolean
  readonly whole: AsyncIterable<Uint8Array>
}

/** The file is read once, piece by piece, and may be a pipe: its beginning is looked at, and then handed on. */
async function begin(input: AsyncIterable<Uint8Array>): Promise<Begun> {
  const pieces = input[Symbol.asyncIterator]()
  let start: Uint8Array = new Uint8Array()
  let isWhole = false
  while (!isWhole && start.length < beginningBytes) {
    const next = await pieces.next()
    if (next.done) isWhole = true
    else start = joinBytes([start, next.value])
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield start
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
    } finally {
      await pieces.return?.()
    }
  }
  return { start, isWhole, whole: whole() }
}

/** By what stands at the beginning; the zeros are those of UTF-16. */
export function formatOf(start: Uint8Array): StatementFormat {
  const text = Buffer.from(start).toString('latin1').replaceAll('\0', '')
  if (/<\?xml|<(\w+:)?Document[\s>]/.test(text)) return 'camt'
  return /(^|[\r\n]):(20|61):/.test(text) ? 'mt940' : 'csv'
}

/** The currencies of the lines at the beginning of a file, as a layout reads them; `null` where it lacks a column of it. */
async function currenciesBy(mapping: CsvMapping, start: Uint8Array): Promise<ReadonlySet<string> | null> {
  const currencies = new Set<string>()
  try {
    for await (const record of readCsvStatement(start, mapping)) {
      if (!('rejected' in record)) currencies.add(record.currency)
    }
  } catch {
    // No such columns; or the beginning ends within a row, behind lines that show enough.
  }
  return currencies.size > 0 ? currencies : null
}

const widthOf = ({ columns }: CsvMapping) => Object.keys(columns).length

/**
 * The layout whose columns the file has; of several the one with the most. All lines must be in its own currency: the portal
 * of another country may have the same columns, and other times.
 */
async function layoutOf({ start }: Begun): Promise<{ name: string; mapping: CsvMapping }> {
  const widestFirst = Object.entries(shippedLayouts).sort(([, a], [, b]) => widthOf(b) - widthOf(a))
  for (const [name, mapping] of widestFirst) {
    const currencies = await currenciesBy(mapping, start)
    if (currencies && [...currencies].every((currency) => currency === mapping.currency)) return { name, mapping }
    if (currencies) break
  }
  const names = Object.keys(shippedLayouts).join(', ')
  throw new UsageError(
    'This CSV is none that the library has a layout for.\n' +
      `To do: give --layout FILE.json with the columns of your bank (a CsvMapping), or one of ${names}.`,
  )
}

/** @param file the path of one, or `-` for standard input */
export async function openStatement(file: string, { format, layout }: Reading, io: Io): Promise<OpenStatement> {
  const begun = await begin(file === '-' ? io.stdin : piecesOf(resolve(io.folder, file)))
  const known = format ?? formatOf(begun.start)
  const found = format === undefined ? ', found by its beginning' : ''
  if (known !== 'csv') return { reader: readerOf(begun.whole, known), shown: `${known}${found}` }
  const { name, mapping } = layout ?? (await layoutOf(begun))
  const how = layout ? `layout ${name}` : `layout ${name}, found by its columns: times of ${mapping.timeZone}`
  return { reader: readerOf(begun.whole, 'csv', mapping), shown: `csv, ${how}` }
}

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of createReadStream(path)) yield piece as Uint8Array
  } catch (cause) {
    const { code } = cause as { code?: string }
    const reason = code === 'ENOENT' ? 'There is no file' : code === 'EISDIR' ? 'This is a folder:' : 'Cannot be read:'
    throw new SetupError(`${reason} ${path}`, { cause })
  }
}

/** What people call the file; no one needs the folders of this machine. */
export function fileNameOf(file: string): string | undefined {
  return file === '-' ? undefined : basename(file)
}
