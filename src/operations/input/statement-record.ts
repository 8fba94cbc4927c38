import { minorUnitExponent } from '../../domain/currencies.js'
import { parseInstant } from '../../domain/instant.js'
import { isAmount } from '../../domain/money.js'
import { storableText } from '../../domain/text.js'
import { isReportDay } from '../../domain/calendar.js'
import { amountRule } from './fields.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import type { Writable } from '../../internal/writable.js'

type ReadRecord = { row: number; line: StatementLine } | { row: number; line: null; reason: string }

const texts = ['lineId', 'reference', 'narration', 'providerTransactionId', 'entryReference'] as const
/** Texts that name nothing where they are blank. */
const names: readonly (typeof texts)[number][] = ['lineId', 'entryReference']

function isRow(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/**
 * Lists the problems of a record, by hand rather than by a schema: of a million records a schema takes as long as all the rest.
 */
function problemsOf(record: Partial<Record<string, unknown>>): string[] {
  const { row, direction, amount, currency, valueDate, bookedAt, entryAmount, balance, isFee } = record
  const problems: string[] = []
  const demand = (isRight: boolean, problem: string) => isRight || problems.push(problem)
  demand(isRow(row), 'row must be an integer from 0')
  demand(direction === 'credit' || direction === 'debit', 'direction must be credit or debit')
  demand(isAmount(amount), `amount must be ${amountRule}`)
  const isCode = typeof currency === 'string' && minorUnitExponent(currency) !== undefined
  demand(isCode, 'currency must be a code of ISO 4217 with minor units')
  const isDay = typeof valueDate === 'string' && isReportDay(valueDate)
  demand(isDay, 'valueDate must be a calendar day YYYY-MM-DD of 1970 to 9998')
  const isTime = bookedAt === undefined || (typeof bookedAt === 'string' && parseInstant(bookedAt) !== null)
  demand(isTime, 'bookedAt must be an ISO 8601 date and time with Z or an offset')
  demand(entryAmount === undefined || isAmount(entryAmount), `entryAmount must be ${amountRule}`)
  demand(balance === undefined || Number.isSafeInteger(balance), 'balance must be an integer in minor units')
  demand(isFee === undefined || typeof isFee === 'boolean', 'isFee must be true or false')
  for (const name of texts)
    demand(record[name] === undefined || typeof record[name] === 'string', `${name} must be text`)
  return problems
}

/** Copies the fields of a line alone: a host's reader may add others. A blank `lineId` or `entryReference` names nothing. */
function lineOf(record: StatementLine): StatementLine {
  const { row, direction, amount, currency, valueDate, bookedAt, entryAmount, balance, isFee } = record
  const line: Writable<StatementLine> = { row, direction, amount, currency, valueDate }
  if (bookedAt !== undefined) line.bookedAt = parseInstant(bookedAt)!
  for (const name of texts) {
    const text = record[name]
    if (text !== undefined && (!names.includes(name) || text.trim() !== '')) line[name] = text
  }
  if (entryAmount !== undefined) line.entryAmount = entryAmount
  if (balance !== undefined) line.balance = balance + 0
  if (isFee === true && direction === 'debit') line.isFee = isFee
  return line
}

/** Returns the line with texts that every storage can hold; nearly always the very line. */
export function storableLine(line: StatementLine): StatementLine {
  let storable: Writable<StatementLine> | undefined
  for (const name of texts) {
    const text = line[name]
    if (text === undefined) continue
    const kept = storableText(text)
    if (kept !== text) (storable ??= { ...line })[name] = kept
  }
  return storable ?? line
}

/** Reads a record. A bad record yields a reason, never an error: the rest of the statement still counts. */
export function readRecord(record: unknown): ReadRecord {
  try {
    return read(record)
  } catch {
    return { row: 0, line: null, reason: 'cannot be read' }
  }
}

function read(record: unknown): ReadRecord {
  if (typeof record !== 'object' || record === null) return { row: 0, line: null, reason: 'is not a statement line' }
  const { row, rejected } = record as { row?: unknown; rejected?: unknown }
  const rowNumber = isRow(row) ? row : 0
  if (typeof rejected === 'string') return { row: rowNumber, line: null, reason: rejected }
  const problems = problemsOf(record as Record<string, unknown>)
  if (problems.length > 0) return { row: rowNumber, line: null, reason: problems.join('; ') }
  return { row: rowNumber, line: lineOf(record as StatementLine) }
}
