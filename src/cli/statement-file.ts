import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { knownLayouts } from '../http/known-layouts.js'
import type { HospitalPayments } from '../service.js'
import { type Layouts, readChoice, type StatementChoice } from '../statements/choice.js'
import { shippedLayouts } from '../statements/csv/layouts.js'
import {
  type CsvMapping,
  readCsvStatement,
  type ReadFile,
  type ReadStatementOptions,
  type StatementReader,
  type StatementRecord,
} from '../statements/index.js'
import { formatOfUnknown } from '../statements/read-statement.js'
import { withRecords } from '../statements/reader.js'
import { readerOf } from '../statements/statement-file.js'
import { SetupError, UsageError } from './failures.js'
import type { Io } from './io.js'
import { counted, printable, table } from './output.js'

/** A statement that is ready to be read once. */
interface OpenStatement {
  readonly reader: StatementReader
  /** Returns how it was read, and if that was found or chosen: a person sees it before the file is trusted. */
  readonly shown: () => string
  /** Returns a row for each file of an archive of several: how it was read, and its lines. */
  readonly filesShown: () => string[]
}

/**
 * @param stored returns the service, which has the stored layouts
 * @throws UsageError, SetupError for a layout that cannot be read
 */
export async function readingOf(
  choice: StatementChoice,
  folder: string,
  stored: () => Promise<Pick<HospitalPayments, 'layouts'>>,
): Promise<ReadStatementOptions> {
  if (choice.sheet !== undefined && choice.format !== undefined && choice.format !== 'xlsx')
    throw new UsageError('--sheet is for --format xlsx: leave one of them out.')
  const reading = await readChoice(choice, () => layoutsWith(choice.layout, folder, stored))
  if (!('refused' in reading)) return reading
  const { refused, known } = reading
  const names = known.join(', ')
  if (refused === 'format') throw new UsageError(`--format is one of ${names}.`)
  if (known.length === 0) throw new UsageError('--layout is for CSV and .xlsx: leave it or --format out.')
  throw new UsageError(`--layout is one of ${names}, or a FILE.json.`)
}

/** Returns the stored layouts and those of the library, or the `CsvMapping` of a JSON file where the name is one of such a file. */
async function layoutsWith(
  name: string | undefined,
  folder: string,
  stored: () => Promise<Pick<HospitalPayments, 'layouts'>>,
): Promise<Layouts> {
  const shipped = new Map(Object.entries(shippedLayouts))
  if (name === undefined || !/\.json$/i.test(name)) return knownLayouts(await stored(), shipped)
  return shipped.set(name, await mappingOf(name, folder, '--layout'))
}

/** Reads the mapping of a JSON file. @throws UsageError, SetupError */
export async function mappingOf(file: string, folder: string, option: string): Promise<CsvMapping> {
  const mapping = (await jsonOf(resolve(folder, file))) as CsvMapping
  try {
    readCsvStatement('', mapping)
  } catch (error) {
    throw new UsageError(`${option}: ${(error as Error).message}.`)
  }
  return mapping
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
  options: ReadStatementOptions,
  io: Pick<Io, 'stdin' | 'folder'>,
): OpenStatement {
  const reader = readerOf(inputOf(file, io), options)
  async function* records(): AsyncGenerator<StatementRecord> {
    try {
      yield* reader
    } catch (cause) {
      if (formatOfUnknown(cause) === null) throw cause
      const names = Object.keys(options.layouts ?? {}).join(', ')
      throw new UsageError(
        'No layout has the columns of this CSV file or spreadsheet.\n' +
          `To do: give --layout FILE.json with the columns of your bank (a CsvMapping), or one of ${names}; the desk can make one.`,
        { cause },
      )
    }
  }
  function descriptionOf({ format, layoutName }: Pick<StatementReader, 'format' | 'layoutName'>): string {
    if (layoutName === null) return `${format}${options.format === undefined ? ', found by its beginning' : ''}`
    if (options.layout !== undefined) return `${format}, layout ${layoutName}`
    return `${format}, layout ${layoutName}, found by its columns: times of ${options.layouts![layoutName]!.timeZone}`
  }
  return {
    reader: withRecords(reader, records),
    shown: () => [...new Set((reader.files ?? [reader]).map(descriptionOf))].join(', and ') || descriptionOf(reader),
    filesShown: () => fileRows(reader.files ?? []),
  }
}

const maxFiles = 20

function fileRows(files: readonly ReadFile[]): string[] {
  if (files.length < 2) return []
  const rows = files
    .slice(0, maxFiles)
    .map(({ name, format, layoutName, lines }) => [
      `  ${printable(name ?? '')}`,
      layoutName ?? format,
      counted(lines, 'line', 'lines'),
    ])
  const rest = files.length - rows.length
  return [
    '',
    `${files.length.toLocaleString('en-US')} files of the archive:`,
    ...table('llr', rows),
    ...(rest > 0 ? [`  ... and ${rest.toLocaleString('en-US')} more`] : []),
  ]
}

/** Returns the bytes of a file, as they are read; of `-`, those of standard input. */
export function inputOf(file: string, { stdin, folder }: Pick<Io, 'stdin' | 'folder'>): AsyncIterable<Uint8Array> {
  return file === '-' ? stdin : piecesOf(resolve(folder, file))
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
