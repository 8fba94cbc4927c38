import type { StatementInput } from '../input.js'
import { type RecordsOfPart, type StatementReader, statementReader } from '../reader.js'
import type { Tally } from '../tally.js'
import { type Field, fieldSplitter } from './field.js'
import { type Line, linesOf } from './lines.js'
import { messageReader } from './messages.js'

/** Reads the records for `readMt940`. */
export async function* readMt940Records(input: StatementInput, counted: Tally): AsyncGenerator<RecordsOfPart> {
  const fields = fieldSplitter()
  const messages = messageReader(counted)

  function* endedBy(lines: readonly Line[]) {
    for (const line of lines) yield* fields.push(line)
  }
  function* recordsIn(ended: Iterable<Field | null>) {
    for (const field of ended) {
      yield messages.recordBefore(field)
      if (field) messages.push(field)
    }
  }

  for await (const lines of linesOf(input)) yield recordsIn(endedBy(lines))
  yield recordsIn([...fields.end(), null])
  messages.end()
}

/**
 * Reads SWIFT MT940 statements, with or without their envelope, as banks export them: UTF-8 or Windows-1252, several statements
 * and pages in one file. Amounts are minor units. `row` is the line of field 61; there is no `bookedAt` (MT940 has no time) and
 * no `lineId` (the bank's reference may repeat). The text after `//` in field 61 is the `providerTransactionId`, unless it is a
 * placeholder. Expected movements (EC, ED) are left out and counted. `summary().statements` has each message, also each page of
 * one statement.
 *
 * @throws PaymentError `invalid_request`, while it is read, for a file of another kind, or one that is cut off before the end
 *   of a last closing balance; a file that is cut between two of its statements looks complete
 * @example
 * const file = ':20:1\n:60F:C261119KES0,\n:61:261120C1500,NTRFINV-42\n:86:OPD VISIT\n:62F:C261120KES1500,\n-'
 * const reader = readMt940(file)
 * const lines = []
 * for await (const line of reader) lines.push(line)
 * lines
 * // => [{ row: 3, direction: 'credit', amount: 150000, currency: 'KES', valueDate: '2026-11-20', reference: 'INV-42', narration: 'OPD VISIT' }]
 * reader.summary().statements.map(({ addsUp }) => addsUp) // => [true]
 */
export function readMt940(input: StatementInput): StatementReader {
  return statementReader({ format: 'mt940' }, input, readMt940Records)
}
