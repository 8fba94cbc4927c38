import { identityOf, lineKey, placeOfKey, type SoughtMarks } from '../../domain/reconciliation/line-key.js'
import { NamesOfFile } from '../../domain/reconciliation/names-of-file.js'
import { Occurrences } from '../../domain/reconciliation/occurrences.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import { invalidRequest } from '../../domain/issue.js'
import { untilAborted } from '../../internal/abort.js'
import { isIterable } from '../../internal/iterables.js'
import { paced } from '../../internal/paced.js'
import { readRecord, storableLine } from '../input/statement-record.js'

/** A line with the key by which it counts once. */
export interface ReadLine {
  row: number
  line: StatementLine
  /** It becomes the next one where the line that is stored under it was corrected to another receipt. */
  key: string
  marks: SoughtMarks
  /** True where a line before it in the file has its name or receipt, direction and amount. */
  isRepeated: boolean
  /** True where a line before it in the file has its receipt. */
  hasKnownReceipt: boolean
}

/** A line, or the reason why a record is none. */
export type Entry = ReadLine | { row: number; line: null; reason: string }

/**
 * The most records of a batch: more would wait in memory for so long that a garbage collector moves them to its old generation.
 */
export const batchSize = 1000
/** The most characters of narrations in a batch, so that long ones do not pile up: the line that reaches it ends the batch. */
const maxText = 1 << 20

function textOf(entry: Entry): number {
  return entry.line?.narration?.length ?? 0
}

type Lines = AsyncIterable<unknown> | Iterable<unknown>

/** The lines of one file. Each gets its key, and is compared with those before it. */
export class LinesOfFile {
  private readonly lines = new Occurrences()
  private readonly names = new NamesOfFile()
  /** True where a `lineId` or receipt came again with another value date, reference, direction or amount. */
  hasOtherFacts = false

  /** @param isToStore true where the lines may be stored */
  constructor(
    private readonly account: string,
    private readonly isToStore: boolean,
  ) {}

  entry(record: unknown): Entry {
    const read = readRecord(record)
    if (read.line === null) return read
    // Known by what the file has, as ever: keys of lines that were stored before must not change.
    const identity = identityOf(this.account, read.line, this.isToStore)
    const { kind, digest, marks } = identity
    const key = lineKey(kind, digest, this.lines.add(digest) + 1)
    const { isRepeated, hasKnownReceipt, hasOtherFacts } = this.names.add(identity, read.line)
    if (hasOtherFacts) this.hasOtherFacts = true
    return { row: read.row, line: storableLine(read.line), key, marks, isRepeated, hasKnownReceipt }
  }

  /** Returns true where a line with this key was read of the file. */
  has(key: string): boolean {
    const place = placeOfKey(key)
    return place !== null && this.lines.count(place.digest) >= place.occurrence
  }
}

/**
 * Refuses what is no iterable.
 *
 * @throws PaymentError `invalid_request`
 */
export function checkIterable(lines: unknown): asserts lines is Lines {
  if (!isIterable(lines)) throw invalidRequest([{ path: 'lines', message: 'must be an iterable of statement lines' }])
}

/** Returns the same lines; of an asynchronous source, reading ends with the reason of `signal`, also where it stalls. */
export function readUntilAborted<Line>(
  lines: AsyncIterable<Line> | Iterable<Line>,
  signal: AbortSignal | null,
): AsyncIterable<Line> | Iterable<Line> {
  return signal && Symbol.asyncIterator in lines ? untilAborted(lines, signal) : lines
}

/** A file of which records are read. */
interface FileOfLines {
  readonly file: LinesOfFile
}

/** A part of the records of one file. */
export interface Batch<File> {
  readonly file: File
  readonly entries: readonly Entry[]
}

/** The files of a run, one after the other. */
interface FilesOfRun<File> {
  /** Returns the number of the file of which the last record is. */
  number: () => number
  /** Begins the next file, once its first record was read. */
  begin: () => File
}

/** Reads the records in file order, in batches of which each needs few look-ups, and has records of one file. */
export async function* batchesOf<File extends FileOfLines>(
  lines: Lines,
  files: FilesOfRun<File>,
): AsyncGenerator<Batch<File>> {
  let batch = null as { file: File; entries: Entry[] } | null
  let fileNumber: number | null = null
  let text = 0

  const beginBatch = (file: File) => {
    text = 0
    return (batch = { file, entries: [] })
  }
  /** Returns a batch as soon as it is full: a slow source may make wait for the record behind it. */
  const read = (record: unknown): Batch<File> | null => {
    const number = files.number()
    const ended = number === fileNumber ? null : batch
    const current = batch === null || number !== fileNumber ? beginBatch(files.begin()) : batch
    fileNumber = number
    const entry = current.file.file.entry(record)
    text += textOf(entry)
    current.entries.push(entry)
    if (ended !== null && ended.entries.length > 0) return ended
    if (current.entries.length < batchSize && text < maxText) return null
    beginBatch(current.file)
    return current
  }
  yield* paced(lines, read)
  if (batch !== null && batch.entries.length > 0) yield batch
}
