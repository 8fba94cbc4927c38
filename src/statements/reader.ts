import { canonicalJson, type JsonValue } from '../domain/days/canonical-json.js'
import type { StatementRecord } from '../domain/reconciliation/statement-line.js'
import { hex } from '../internal/encoding.js'
import { minWork, pacer, recordsAtOnce } from '../internal/event-loop.js'
import { sha256 } from '../internal/sha256.js'
import type { CsvMapping } from './csv/mapping.js'
import type { StatementFormat } from './format.js'
import { isRepeatable, type StatementInput } from './input.js'
import { type StatementSummary, tally, type Tally } from './tally.js'

/** A file that was read, such as one of an archive. */
export interface ReadFile {
  /** Its path within its archive; `null` for a file that is in none. */
  readonly name: string | null
  readonly format: StatementFormat
  /** The name of its layout, where that was found or chosen by its name. */
  readonly layoutName: string | null
  /** The number of its lines that were read so far, without rejected rows. */
  readonly lines: number
}

/** The records of a statement in the order of the file; each `row` is greater than the one before. */
export interface StatementReader extends AsyncIterable<StatementRecord> {
  /**
   * The format of the file; an import compares it with that of the one before. `null` until the first record where it
   * is found by the file's beginning.
   */
  readonly format: StatementFormat | null
  /** A digest of the format and, of a CSV file, of the mapping: SHA-256 in hex. Known with the format. */
  readonly layout: string | null
  /** The name of a CSV file's layout, where it was found or chosen by its name. Known with the format. */
  readonly layoutName: string | null
  /**
   * The number of the file in an archive of which the last record was read, counted from 1; 1 for any other file. `format`,
   * `layout` and `layoutName` are those of that file.
   */
  readonly fileNumber?: number
  /**
   * The files that were read so far, each with the way in which it was read: of an archive several, else one, as soon as its
   * format is known.
   */
  readonly files?: readonly ReadFile[]
  /** The number of accounts that the file names, after the last record was read; 0 where it names none. */
  readonly accounts: number
  /** Returns the counts and sums of all records. Throws `TypeError` before the last record was read. */
  summary(): StatementSummary
}

/** Returns the same reader with `records` in place of its own. */
export function withRecords(reader: StatementReader, records: () => AsyncIterator<StatementRecord>): StatementReader {
  // What is known of a file is asked of its own reader, when it is asked for.
  return Object.create(reader, { [Symbol.asyncIterator]: { value: records } }) as StatementReader
}

/** The way a file is read. */
export interface Reading {
  readonly format: StatementFormat
  readonly mapping?: CsvMapping
  readonly layoutName?: string
}

/** Computes the digest of `layout`. Names without meaning, such as that of the mapping, are not in it. */
export function layoutDigest({ format, mapping }: Reading): string {
  // Through JSON: what is undefined in a mapping is left out.
  return hex(sha256(canonicalJson(JSON.parse(JSON.stringify({ format, mapping })) as JsonValue)))
}

/** The records of a part of a file, read one after the other; `null` for what is left out, which is work too. */
export type RecordsOfPart = Iterable<StatementRecord | null>

/** Sets how a file is read, before its first record, and its name in an archive. */
export type Reads = (reading: Reading, name?: string) => void

function fileOf({ format, layoutName }: Reading, name: string | null): ReadFile & { lines: number } {
  return { name, format, layoutName: layoutName ?? null, lines: 0 }
}

/**
 * The work of a format: the records of each part, all of which are taken before the next part is asked for, so that
 * there is a promise for a part and not for a record. It adds balances to `counted`, and counts no record itself.
 */
type RecordsOf = (
  input: StatementInput,
  counted: Tally,
  /** Sets how a file is read, before its first record, where that is found out; of an archive, each file anew. */
  reads: Reads,
) => AsyncIterable<RecordsOfPart>

/** Makes a reader over `records`. Nothing is read before iteration; a stream can be read only once. */
export function statementReader(known: Reading | null, input: StatementInput, records: RecordsOf): StatementReader {
  let started = false
  let whole: Tally | null = null
  let reading = known
  let layout = known && layoutDigest(known)
  let fileNumber = 1
  let files = known ? [fileOf(known, null)] : []

  async function* read(): AsyncGenerator<StatementRecord> {
    // A stream that was read to its end would look like a statement without lines.
    if (started && !isRepeatable(input)) throw new TypeError('a statement from a stream is read once; open it again')
    started = true
    whole = null
    const counted = tally()
    const pace = pacer(recordsAtOnce)
    let isFound = false
    fileNumber = 1
    files = known ? [fileOf(known, null)] : []
    const reads: Reads = (one, name) => {
      reading = one
      layout = layoutDigest(one)
      // What was chosen stands for the file as a whole, until the files in it are known.
      if (!isFound) files = []
      isFound = true
      fileNumber = files.push(fileOf(one, name ?? null))
    }
    for await (const part of records(input, counted, reads)) {
      for (const record of part) {
        if (record) {
          counted.count(record)
          const file = files.at(-1)
          if (file && !('rejected' in record)) file.lines++
          yield record
        }
        // Without the check each record would wait for a promise.
        const pause = pace(record ? 1 : minWork)
        if (pause) await pause
      }
    }
    whole = counted
  }

  return {
    get format() {
      return reading && reading.format
    },
    get layout() {
      return layout
    },
    get layoutName() {
      return reading?.layoutName ?? null
    },
    get fileNumber() {
      return fileNumber
    },
    get files() {
      return files.map((file) => ({ ...file }))
    },
    get accounts() {
      return whole === null ? 0 : whole.accounts()
    },
    [Symbol.asyncIterator]: read,
    summary() {
      if (whole === null) throw new TypeError('summary() is known once the last record was read')
      return whole.summary()
    },
  }
}
