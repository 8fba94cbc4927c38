import type { StatementLine } from '../../domain/statement.js'
import { dateOf } from './dates.js'
import { childrenOf, type Element, textAt, textOf } from './element.js'
import { isPlaceholder, type LineNames } from './line-id.js'
import { directionOf, minorUnits, writtenAmount } from './money.js'
import { type Details, detailsOf, type Part, partsOf, transactionsOf } from './transaction.js'

/** What an entry gives; the rows are numbered by the reader of the file. */
type EntryRecord = Omit<StatementLine, 'row'> | { rejected: string }

/** The status stands in a `Cd` since version 8. */
function statusOf(entry: Element): string {
  return textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
}

function hasStatus(entry: Element): boolean {
  return statusOf(entry) !== '' || textAt(entry, 'Sts', 'Prtry') !== ''
}

interface Line extends Part {
  details: Details
}

const nothing: Details = { reference: '', narration: [] }

/** The details of an entry that is one line: a reference only where all of its transactions have that one. */
function wholeOf(details: readonly Details[]): Details {
  const references = [...new Set(details.map(({ reference }) => reference))]
  const [reference = ''] = references
  const narration = details.flatMap((one) => one.narration)
  return references.length === 1
    ? { reference, narration }
    : { reference: '', narration: [...references, ...narration] }
}

function textsOf({ reference, narration }: Details, entry: Element): Pick<StatementLine, 'reference' | 'narration'> {
  const texts = [...narration, ...childrenOf(entry, 'AddtlNtryInf').map(textOf)]
  const joined = texts.join(' ').replace(/\s+/g, ' ').trim()
  return { ...(reference !== '' && { reference }), ...(joined !== '' && { narration: joined }) }
}

type Booked = Pick<StatementLine, 'valueDate' | 'direction' | 'amount' | 'currency'>

function lineIdsOf(
  bankReference: string,
  { valueDate, direction, amount, currency }: Booked,
  lines: readonly Line[],
  names: LineNames,
): string[] | null {
  if (isPlaceholder(bankReference)) return null
  const entry = [bankReference, valueDate, direction, `${amount}`, currency]
  const [first, second] = lines
  // A line that is the whole entry differs from others by its reference; those of a batch also by their amounts.
  if (first && !second) return names.of([...entry, first.details.reference], [[]])
  return names.of(
    entry,
    lines.map((line) => [line.direction, `${line.amount}`, line.details.reference]),
  )
}

/** The records of an entry: none unless it was booked, one for each transaction of a batch that can be split. */
export function recordsOfEntry(entry: Element, names: LineNames): EntryRecord[] {
  if (!hasStatus(entry)) return [{ rejected: 'Sts is missing' }]
  if (statusOf(entry) !== 'BOOK') return []

  const direction = directionOf(entry)
  if (direction === undefined) return [{ rejected: 'CdtDbtInd must be CRDT or DBIT' }]
  const written = writtenAmount(childrenOf(entry, 'Amt')[0])
  if (written === null) return [{ rejected: 'Amt must be decimal digits, in an active currency with minor units' }]
  const amount = minorUnits(written)
  if (amount === null) return [{ rejected: 'Amt must be 1 to 2^53-1 minor units, without further digits' }]
  const booked = dateOf(entry, 'BookgDt')
  if (booked === null) return [{ rejected: 'BookgDt must be a calendar day of 1970 to 9998, or a time on one' }]
  const value = dateOf(entry, 'ValDt')
  if (value === null) return [{ rejected: 'ValDt must be a calendar day of 1970 to 9998, or a time on one' }]
  const valueDate = (value ?? booked)?.day
  if (valueDate === undefined) return [{ rejected: 'ValDt and BookgDt are both missing' }]

  const { currency } = written
  const transactions = transactionsOf(entry)
  const details = transactions.map(detailsOf)
  const split = partsOf(transactions, { ...written, amount, direction })
  const lines = split?.map((part, index) => ({ ...part, details: details[index] ?? nothing })) ?? [
    { direction, amount, details: wholeOf(details) },
  ]
  const lineIds = lineIdsOf(textAt(entry, 'AcctSvcrRef'), { valueDate, direction, amount, currency }, lines, names)

  return lines.map((line, index) => {
    const lineId = lineIds?.[index]
    return {
      direction: line.direction,
      amount: line.amount,
      currency,
      valueDate,
      ...(booked?.instant !== undefined && { bookedAt: booked.instant }),
      ...(lineId !== undefined && { lineId }),
      ...textsOf(line.details, entry),
    }
  })
}
