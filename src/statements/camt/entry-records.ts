import type { StatementLine, StatementRecord } from '../../domain/reconciliation/statement-line.js'
import type { Writable } from '../../internal/writable.js'
import { directionOf, writtenAmount } from './amounts.js'
import { dateOf } from './dates.js'
import type { BankEntry } from './entry.js'
import { isPlaceholder } from '../receipt.js'
import type { LineNames } from './line-id.js'
import { receiptsOf } from './receipts.js'
import { type Details, type EntryLine, type Moved, splitOf } from './transaction.js'

/** Returns the status of an entry; `null` where it must have one and has none. */
function statusOf({ status: { code, text, proprietary }, needsStatus }: BankEntry): string | null {
  return code || text || proprietary || (needsStatus ? null : 'BOOK')
}

/** The properties that the lines of an entry have in common. */
interface Booked extends Moved {
  valueDate: string
  bookedAt: string | undefined
}

/** Returns what was booked, or the reason why that cannot be read. */
function bookedOf(entry: BankEntry): Booked | string {
  const direction = directionOf(entry.direction)
  if (direction === undefined) return 'CdtDbtInd must be CRDT or DBIT'
  const written = writtenAmount(entry.amount, entry.currency)
  if (written === null) return 'Amt must be decimal digits, in an active currency with minor units'
  const { currency, minorUnits: amount } = written
  if (amount === null) return 'Amt must be 1 to 2^53-1 minor units, without further digits'
  const booked = dateOf(entry.booked)
  if (booked === null) return 'BookgDt must be a calendar day of 1970 to 9998, or a time on one'
  const value = dateOf(entry.value)
  if (value === null) return 'ValDt must be a calendar day of 1970 to 9998, or a time on one'
  const valueDate = (value ?? booked)?.day
  if (valueDate === undefined) return 'ValDt and BookgDt are both missing'
  return { direction, amount, currency, valueDate, bookedAt: booked?.instant }
}

/** Returns the details of an entry that is one line: a reference only where all of its transactions have that one. */
function wholeOf(details: readonly Details[]): Details {
  const references = [...new Set(details.map(({ reference }) => reference))]
  const [reference = ''] = references
  const narration = details.flatMap((one) => one.narration)
  return references.length === 1
    ? { reference, narration }
    : { reference: '', narration: [...references, ...narration] }
}

function linesOf(entry: BankEntry, booked: Booked): EntryLine[] {
  const { transactions } = entry
  const receipts = receiptsOf(entry)
  const split = splitOf(transactions, booked, receipts)
  if (split) return split
  const { reference, narration } = wholeOf(transactions)
  const receipt = transactions.length > 1 ? undefined : receipts[0]
  return [{ direction: booked.direction, amount: booked.amount, receipt, reference, narration }]
}

/** Joins texts, with single spaces between the words. */
function joinedOf(texts: readonly string[]): string {
  const joined = texts.length === 1 ? texts[0]! : texts.join(' ')
  // Most texts of a bank need no work.
  return /^\s|\s\s|[^\S ]|\s$/.test(joined) ? joined.replace(/\s+/g, ' ').trim() : joined
}

function lineOf(entry: BankEntry, booked: Booked, line: EntryLine, row: number, lineId?: string): StatementLine {
  const { currency, valueDate, bookedAt } = booked
  const { direction, amount, receipt, reference } = line
  const record: Writable<StatementLine> = { row, direction, amount, currency, valueDate }
  if (bookedAt !== undefined) record.bookedAt = bookedAt
  if (lineId !== undefined) record.lineId = lineId
  if (reference !== '') record.reference = reference
  if (receipt !== undefined) record.providerTransactionId = receipt
  if (!isPlaceholder(entry.bankReference)) {
    record.entryReference = entry.bankReference
    record.entryAmount = booked.amount
  }
  const narration = joinedOf(entry.narration.length === 0 ? line.narration : [...line.narration, ...entry.narration])
  if (narration !== '') record.narration = narration
  return record
}

/** Returns the lines of a batch one at a time: it may have tens of thousands. */
function* linesOfBatch(
  entry: BankEntry,
  booked: Booked,
  lines: readonly EntryLine[],
  firstRow: number,
  lineIds: readonly string[],
): Generator<StatementLine> {
  for (const [index, line] of lines.entries()) yield lineOf(entry, booked, line, firstRow + index, lineIds[index])
}

/**
 * Returns the records of an entry: none unless it was booked, one for each transaction of a batch that can be split.
 *
 * @param firstRow of its first record; each further one has the next
 * @param leaveOut is given the status of one that was not booked
 */
export function recordsOfEntry(
  entry: BankEntry,
  names: LineNames,
  firstRow: number,
  leaveOut: (status: string) => void,
): Iterable<StatementRecord> {
  const status = statusOf(entry)
  if (status !== null && status !== 'BOOK') {
    leaveOut(status)
    return []
  }
  const booked = status === null ? 'Sts is missing' : bookedOf(entry)
  if (typeof booked === 'string') return [{ row: firstRow, rejected: booked }]
  const { direction, amount, currency, valueDate } = booked
  const lines = linesOf(entry, booked)
  const lineIds = isPlaceholder(entry.bankReference)
    ? []
    : names(`${entry.bankReference}/${valueDate}/${direction}/${amount}/${currency}`, lines)
  const [only, second] = lines
  if (only && !second) return [lineOf(entry, booked, only, firstRow, lineIds[0])]
  return linesOfBatch(entry, booked, lines, firstRow, lineIds)
}
