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

  constructor(private readonly account: string) {}

  entry(record: unknown): Entry {
    const read = readRecord(record)
    if (read.line === null) return read
    // Known by what the file has, as ever: keys of lines that were stored before must not change.
    const identity = identityOf(this.account, read.line)
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

/** Reads the records in file order, in batches of which each needs few look-ups. */
export async function* batchesOf(lines: Lines, file: LinesOfFile): AsyncGenerator<Entry[]> {
  let batch: Entry[] = []
  let text = 0
  const full = (record: unknown): Entry[] | null => {
    const all = batch
    const entry = file.entry(record)
    text += textOf(entry)
    if (all.push(entry) < batchSize && text < maxText) return null
    batch = []
    text = 0
    return all
  }
  yield* paced(lines, full)
  if (batch.length > 0) yield batch
}
