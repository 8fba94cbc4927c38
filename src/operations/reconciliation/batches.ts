import { identityOf, lineKey, placeOfKey, type SoughtMarks } from '../../domain/reconciliation/line-key.js'
import { NamesOfFile } from '../../domain/reconciliation/names-of-file.js'
import { Occurrences } from '../../domain/reconciliation/occurrences.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import { invalidRequest } from '../../domain/issue.js'
import { untilAborted } from '../../internal/abort.js'
import { pacer, recordsAtOnce } from '../../internal/event-loop.js'
import { isIterable } from '../../internal/iterables.js'
import { readRecord, storableLine } from '../input/statement-record.js'

/** A line with the key by which it counts once. */
export interface ReadLine {
  row: number
  line: StatementLine
  key: string
  marks: SoughtMarks
  /** Whether a line before it in the file has its name or receipt, direction and amount. */
  isRepeated: boolean
  /** Whether a line before it in the file has its receipt. */
  hasKnownReceipt: boolean
}

/** A line, or why it is none. */
export type Entry = ReadLine | { row: number; line: null; reason: string }

/** More would wait for each other in memory for longer than a garbage collector thinks is young. */
export const batchSize = 1000
/** Nor may long narrations pile up: a batch ends with the line that brings it to so many characters. */
const maxText = 1 << 20

function textOf(entry: Entry): number {
  return entry.line?.narration?.length ?? 0
}

type Lines = AsyncIterable<unknown> | Iterable<unknown>

/** The lines of one file: each gets its key, and what it repeats of those before it. */
export class LinesOfFile {
  private readonly lines = new Occurrences()
  private readonly names = new NamesOfFile()
  /** Whether a `lineId` or receipt came again with another value date, reference, direction or amount. */
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

  /** Whether a line with this key was read of the file. */
  has(key: string): boolean {
    const place = placeOfKey(key)
    return place !== null && this.lines.count(place.digest) >= place.occurrence
  }
}

/** @throws PaymentError `invalid_request` */
export function checkIterable(lines: unknown): asserts lines is Lines {
  if (!isIterable(lines)) throw invalidRequest([{ path: 'lines', message: 'must be an iterable of statement lines' }])
}

/** The same lines; of an asynchronous source, reading ends with the reason of `signal`, also where it stalls. */
export function readUntilAborted<Line>(
  lines: AsyncIterable<Line> | Iterable<Line>,
  signal: AbortSignal | null,
): AsyncIterable<Line> | Iterable<Line> {
  return signal && Symbol.asyncIterator in lines ? untilAborted(lines, signal) : lines
}

/** The records in file order, in batches of which each needs few look-ups. */
export async function* batchesOf(lines: Lines, file: LinesOfFile): AsyncGenerator<Entry[]> {
  const pace = pacer(recordsAtOnce)
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
  if (Symbol.asyncIterator in lines) {
    for await (const record of lines) {
      const done = full(record)
      if (done) yield done
      const turn = pace(1)
      if (turn) await turn
    }
  } else {
    // Apart, because `for await` over what is there already waits for each record as if it were not.
    for (const record of lines) {
      const done = full(record)
      if (done) yield done
      const turn = pace(1)
      if (turn) await turn
    }
  }
  if (batch.length > 0) yield batch
}
