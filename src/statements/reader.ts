import type { StatementRecord } from '../domain/reconciliation/statement-line.js'
import { leastWork, pacer, recordsAtOnce } from '../internal/event-loop.js'
import { isRepeatable, type StatementInput } from './input.js'
import { type StatementSummary, tally, type Tally } from './tally.js'

/** What a statement file is written in. */
export type StatementFormat = 'camt' | 'mt940' | 'csv'

/** The records of a statement in the order of the file; `row` strictly rises. */
export interface StatementReader extends AsyncIterable<StatementRecord> {
  /** Of the file; an import compares it with that of the one before. */
  readonly format: StatementFormat
  /** What was read, once the last record was; `TypeError` before. */
  summary(): StatementSummary
}

/** The records of a part of a file, read one after the other; `null` for what is left out, which is work too. */
export type RecordsOfPart = Iterable<StatementRecord | null>

/**
 * What a format does: the records of each part, all of which are taken before the next part is asked for, so that there is
 * a promise for a part and not for a record. It adds balances to `counted`, and counts no record itself.
 */
type RecordsOf = (input: StatementInput, counted: Tally) => AsyncIterable<RecordsOfPart>

/** A reader over `records`. Nothing is read before iteration; a stream can be read only once. */
export function statementReader(format: StatementFormat, input: StatementInput, records: RecordsOf): StatementReader {
  let started = false
  let whole: Tally | null = null

  async function* read(): AsyncGenerator<StatementRecord> {
    // A stream that was read to its end would look like a statement without lines.
    if (started && !isRepeatable(input)) throw new TypeError('a statement from a stream is read once; open it again')
    started = true
    whole = null
    const counted = tally()
    const pace = pacer(recordsAtOnce)
    for await (const part of records(input, counted)) {
      for (const record of part) {
        if (record) {
          counted.count(record)
          yield record
        }
        // Without the check each record would wait for a promise.
        const pause = pace(record ? 1 : leastWork)
        if (pause) await pause
      }
    }
    whole = counted
  }

  return {
    format,
    [Symbol.asyncIterator]: read,
    summary() {
      if (whole === null) throw new TypeError('summary() is known once the last record was read')
      return whole.summary()
    },
  }
}
