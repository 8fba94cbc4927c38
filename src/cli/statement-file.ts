import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { shippedLayouts } from '../statements/csv/layouts.js'
import {
  type CsvMapping,
  readCsvStatement,
  type StatementFormat,
  type StatementReader,
  type StatementRecord,
} from '../statements/index.js'
import { isUnknownFile, statementFormats } from '../statements/read-statement.js'
import { withRecords } from '../statements/reader.js'
import { readerOf } from '../statements/statement-file.js'
import { SetupError, UsageError } from './failures.js'
import type { Io } from './io.js'

/** The user's choice of how a file is read. */
interface Reading {
  readonly format: StatementFormat | undefined
  /** The layout, by its name in the library, or the JSON of a `CsvMapping`. */
  readonly layout: { readonly name: string; readonly mapping: CsvMapping } | undefined
}

/** A statement that is ready to be read once. */
interface OpenStatement {
  readonly reader: StatementReader
  /** Returns how it was read, and if that was found or chosen: a person sees it before the file is trusted. */
  readonly shown: () => string
}

/** @throws UsageError, SetupError for a layout that cannot be read */
export async function readingOf(
  format: string | undefined,
  layout: string | undefined,
  folder: string,
): Promise<Reading> {
  const known = statementFormats.find((name) => name === format)
  if (format !== undefined && known === undefined)
    throw new UsageError(`--format is one of ${statementFormats.join(', ')}.`)
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

/** @param file the path of one, or `-` for standard input */
export function openStatement(
  file: string,
  { format, layout }: Reading,
  io: Pick<Io, 'stdin' | 'folder'>,
): OpenStatement {
  const mapping = layout?.mapping
  const reader = readerOf(file === '-' ? io.stdin : piecesOf(resolve(io.folder, file)), { format, layout: mapping })
  async function* records(): AsyncGenerator<StatementRecord> {
    try {
      yield* reader
    } catch (cause) {
      if (!isUnknownFile(cause)) throw cause
      const names = Object.keys(shippedLayouts).join(', ')
      throw new UsageError(
        'The library has no layout for this CSV file.\n' +
          `To do: give --layout FILE.json with the columns of your bank (a CsvMapping), or one of ${names}.`,
        { cause },
      )
    }
  }
  function description(): string {
    if (layout) return `csv, layout ${layout.name}`
    const { format: formatRead, layoutName } = reader
    if (layoutName === null) return `${formatRead}${format === undefined ? ', found by its beginning' : ''}`
    return `csv, layout ${layoutName}, found by its columns: times of ${shippedLayouts[layoutName]!.timeZone}`
  }
  return { reader: withRecords(reader, records), shown: description }
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

/** Returns the name of the file; its folders on this machine are left out. `undefined` for standard input. */
export function fileNameOf(file: string): string | undefined {
  return file === '-' ? undefined : basename(file)
}
