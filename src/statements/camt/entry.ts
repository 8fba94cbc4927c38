import type { StatementLine, StatementRecord } from '../../domain/reconciliation/statement-line.js'
import { dateOf, dateShape } from './dates.js'
import { allAt, childOf, type Element, holding, money, text, textAt } from './element.js'
import { isPlaceholder, type LineNames } from './line-id.js'
import { type Direction, directionOf, minorUnits, writtenAmount } from './amounts.js'
import { type Details, type Part, partsOf, type Transaction, transactionShape } from './transaction.js'
import type { Writable } from '../../internal/writable.js'

export const entryShape = holding({
  Amt: money,
  CdtDbtInd: text,
  // The code stands in a `Cd` since version 8.
  Sts: holding({ Cd: text, Prtry: text }, { hasText: true }),
  BookgDt: dateShape,
  ValDt: dateShape,
  AcctSvcrRef: text,
  NtryDtls: holding({ TxDtls: transactionShape }),
  AddtlNtryInf: text,
})

/** An entry (`Ntry`), its transactions apart. */
export interface BankEntry {
  entry: Element
  transactions: readonly Transaction[]
}

/** `null` where it has none; '' for one of the bank's own. */
function statusOf(entry: Element): string | null {
  const status = childOf(entry, 'Sts')
  return textAt(status, 'Cd') || status?.text || (textAt(status, 'Prtry') === '' ? null : '')
}

/** What the lines of an entry have in common. */
interface Booked {
  direction: Direction
  amount: number
  currency: string
  valueDate: string
  bookedAt?: string
}

/** What was booked, or why that cannot be read. */
function bookedOf(entry: Element): Booked | string {
  const direction = directionOf(entry)
  if (direction === undefined) return 'CdtDbtInd must be CRDT or DBIT'
  const written = writtenAmount(childOf(entry, 'Amt'))
  if (written === null) return 'Amt must be decimal digits, in an active currency with minor units'
  const amount = minorUnits(written)
  if (amount === null) return 'Amt must be 1 to 2^53-1 minor units, without further digits'
  const booked = dateOf(entry, 'BookgDt')
  if (booked === null) return 'BookgDt must be a calendar day of 1970 to 9998, or a time on one'
  const value = dateOf(entry, 'ValDt')
  if (value === null) return 'ValDt must be a calendar day of 1970 to 9998, or a time on one'
  const valueDate = (value ?? booked)?.day
  if (valueDate === undefined) return 'ValDt and BookgDt are both missing'
  const bookedAt = booked?.instant
  return { direction, amount, currency: written.currency, valueDate, ...(bookedAt !== undefined && { bookedAt }) }
}

/** The details of an entry that is one line: a reference only where all of its transactions have that one. */
function wholeOf(details: readonly Details[]): Details {
  const references = [...new Set(details.map(({ reference }) => reference))]
  const [reference = ''] = references
  const narration = details.flatMap((one) => one.narration)
  return references.length === 1
    ? { reference, narration }
    : { reference: '', narration: [...references, ...narration] }
}

/** Texts as one, with single spaces between its words. */
function joinedOf(texts: readonly string[]): string {
  const joined = texts.length === 1 ? texts[0]! : texts.join(' ')
  // Most texts of a bank need no work.
  return /^\s|\s\s|[^\S ]|\s$/.test(joined) ? joined.replace(/\s+/g, ' ').trim() : joined
}

function namesOf(
  bankReference: string,
  { valueDate, direction, amount, currency }: Booked,
  lines: readonly (Part & Details)[],
  names: LineNames,
): ((index: number, part: Part & Details) => string) | null {
  if (isPlaceholder(bankReference)) return null
  const entry = [bankReference, valueDate, direction, `${amount}`, currency]
  const [first, second] = lines
  if (first && !second) {
    const name = names([...entry, first.reference], 1)
    return (index) => name(index)
  }
  // A line that is the whole entry differs from others by its reference; those of a batch also by their amounts.
  const name = names(entry, lines.length)
  return (index, part) => name(index, [part.direction, `${part.amount}`, part.reference])
}

/**
 * The records of an entry: none unless it was booked, one for each transaction of a batch that can be split.
 *
 * @param firstRow of its first record; each further one has the next
 */
export function* recordsOfEntry(
  { entry, transactions }: BankEntry,
  names: LineNames,
  firstRow: number,
): Generator<StatementRecord> {
  const status = statusOf(entry)
  if (status !== null && status !== 'BOOK') return
  const booked = status === null ? 'Sts is missing' : bookedOf(entry)
  if (typeof booked === 'string') {
    yield { row: firstRow, rejected: booked }
    return
  }
  const { currency, valueDate, bookedAt } = booked
  const parts = partsOf(transactions, booked)
  const lines = parts?.map(({ direction, amount }, index) => {
    const { reference, narration } = transactions[index]!
    return { direction, amount, reference, narration }
  }) ?? [{ direction: booked.direction, amount: booked.amount, ...wholeOf(transactions) }]
  const nameOf = namesOf(textAt(entry, 'AcctSvcrRef'), booked, lines, names)
  const added = allAt(entry, 'AddtlNtryInf').map((one) => one.text)
  let index = 0
  for (const line of lines) {
    const { direction, amount, reference } = line
    const record: Writable<StatementLine> = { row: firstRow + index, direction, amount, currency, valueDate }
    if (bookedAt !== undefined) record.bookedAt = bookedAt
    if (nameOf) record.lineId = nameOf(index, line)
    if (reference !== '') record.reference = reference
    const narration = joinedOf([...line.narration, ...added])
    if (narration !== '') record.narration = narration
    index++
    yield record
  }
}
