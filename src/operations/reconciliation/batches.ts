import { lineDigest, lineKey } from '../../domain/reconciliation/line-key.js'
import { Occurrences } from '../../domain/reconciliation/occurrences.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import { invalidRequest } from '../../domain/issue.js'
import { pacer, recordsAtOnce } from '../../internal/event-loop.js'
import { isIterable } from '../../internal/iterables.js'
import { readRecord, storableLine } from '../input/statement-record.js'

/** A line with the key by which it counts once. */
export interface ReadLine {
  row: number
  line: StatementLine
  key: string
}

/** A line, or why it is none. */
export type Entry = ReadLine | { row: number; line: null; reason: string }

/** More would wait for each other in memory for longer than a garbage collector thinks is young. */
export const batchSize = 1000
/** Nor may long narrations pile up: a batch ends with the line that brings it to so many characters. */
const mostText = 1 << 20

function textOf(entry: Entry): number {
  return entry.line?.narration?.length ?? 0
}

type Lines = AsyncIterable<unknown> | Iterable<unknown>

/** Gives each line its key. */
function entries(source: string): (record: unknown) => Entry {
  const contents = new Occurrences()
  return (record) => {
    const read = readRecord(record)
    if (read.line === null) return read
    // Known by what the file has, as ever: keys of lines that were stored before must not change.
    const digest = lineDigest(source, read.line)
    const line = storableLine(read.line)
    if (line.lineId !== undefined) return { row: read.row, line, key: lineKey(line, digest, 1) }
    return { row: read.row, line, key: lineKey(line, digest, contents.add(digest) + 1) }
  }
}

/** @throws PaymentError `invalid_request` */
export function checkIterable(lines: unknown): asserts lines is Lines {
  if (!isIterable(lines)) throw invalidRequest([{ path: 'lines', message: 'must be an iterable of statement lines' }])
}

/** The records in file order, in batches of which each needs few look-ups. */
export async function* batchesOf(lines: Lines, source: string): AsyncGenerator<Entry[]> {
  checkIterable(lines)
  const entryOf = entries(source)
  const pace = pacer(recordsAtOnce)
  let batch: Entry[] = []
  let text = 0
  const full = (record: unknown): Entry[] | null => {
    const all = batch
    const entry = entryOf(record)
    text += textOf(entry)
    if (all.push(entry) < batchSize && text < mostText) return null
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
