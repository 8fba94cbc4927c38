import { minorUnitExponent } from '../../domain/currencies.js'
import { isReportDay } from '../../domain/calendar.js'
import { parseInstant } from '../../domain/instant.js'
import { parseAmount, parseSum } from '../../domain/money.js'
import type { Instant } from '../../domain/payments/payment.js'
import type { StatementLine, StatementRecord } from '../../domain/reconciliation/statement-line.js'
import type { Writable } from '../../internal/writable.js'
import type { Balance } from '../tally.js'
import { canBeReadTwoWays, twoWays } from '../two-ways.js'

/** A `STMTTRN` as written; what is not there is missing. */
export type OfxTransaction = Partial<
  Record<
    'DTPOSTED' | 'TRNAMT' | 'FITID' | 'CHECKNUM' | 'REFNUM' | 'NAME' | 'PAYEE' | 'MEMO' | 'CURSYM' | 'CORRECTFITID',
    string
  >
>

interface PostedDate {
  readonly day: string
  /** The instant where there is a time with its zone. */
  readonly at?: Instant
}

/** Zones lie at quarters of an hour. */
const quarter = 15

/** Returns the offset of a zone, as ISO 8601 writes it; `null` for a text that names no such number of hours. */
function offsetOf(zone: string | undefined): string | null {
  const text = zone?.trim() ?? ''
  const [, sign, hours, fraction = '0'] = /^([+-]?)(\d{1,2})(?:\.(\d{1,2}))?(?::.*)?$/s.exec(text) ?? []
  if (hours === undefined) return /^(?:GMT|UTC)$/i.test(text) ? 'Z' : null
  const minutes = Number(`0.${fraction}`) * 60
  if (minutes % quarter !== 0) return null
  return `${sign === '-' ? '-' : '+'}${hours.padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** Reads `YYYYMMDD`, or `YYYYMMDDHHMMSS.XXX[+3:EAT]`; `null` for any other text. */
export function dateOf(text: string): PostedDate | null {
  const form = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(?:(\d\d)(?:\.(\d{1,6}))?)?)?(?:\s*\[([^\]]{0,64})\])?$/
  const [, year, month, date, hour, minute, second = '00', fraction = '', zone] = form.exec(text) ?? []
  if (year === undefined) return null
  const day = `${year}-${month}-${date}`
  if (!isReportDay(day)) return null
  if (hour === undefined || minute === undefined) return { day }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const offset = offsetOf(zone)
  const at = offset && parseInstant(`${day}T${hour}:${minute}:${second}.${fraction || '0'}${offset}`)
  return at ? { day, at } : { day }
}

interface WrittenAmount {
  readonly isNegative: boolean
  /** Plain digits with a point. */
  readonly digits: string
}

/** The most characters of an amount. */
const maxAmountLength = 64

/** Reads an amount; one comma or one point is the decimal mark. `null` for any other text. */
function amountOf(text: string): WrittenAmount | null {
  if (text.length > maxAmountLength) return null
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d*)(?:[.,](\d*))?$/.exec(text) ?? []
  if (whole + fraction === '') return null
  return { isNegative: sign === '-', digits: `${whole || '0'}.${fraction || '0'}` }
}

/** Reads a balance; `null` where it cannot be read. */
export function balanceOf(text: string, currency: string): Balance | null {
  const written = amountOf(text)
  if (!written || minorUnitExponent(currency) === undefined || canBeReadTwoWays(written.digits, currency)) return null
  const amount = parseSum(written.digits, currency)
  return amount === null ? null : { currency, amount: written.isNegative ? -amount : amount }
}

function moneyOf(
  text: string | undefined,
  currency: string,
): Pick<StatementLine, 'direction' | 'amount' | 'currency'> | string {
  if (text === undefined || text === '') return 'TRNAMT is missing'
  const written = amountOf(text)
  if (!written) return 'TRNAMT is not a number with one decimal mark'
  if (currency === '') return 'neither CURRENCY nor CURDEF names a currency'
  if (minorUnitExponent(currency) === undefined) return 'the currency is not an active one with minor units'
  if (!/[1-9]/.test(written.digits)) return 'TRNAMT is zero'
  if (canBeReadTwoWays(written.digits, currency)) return `TRNAMT ${twoWays}`
  const amount = parseAmount(written.digits, currency)
  if (amount === null) return 'TRNAMT has more decimals than its currency, or is too large'
  return { direction: written.isNegative ? 'debit' : 'credit', amount, currency }
}

const isZeros = (text: string) => /^0*$/.test(text)

/** Returns the record of a transaction. */
export function recordOf(row: number, read: OfxTransaction, statementCurrency: string): StatementRecord {
  // The bank does not say of both what counts, and the one before may be stored already.
  if (read.CORRECTFITID)
    return { row, rejected: 'corrects another transaction (CORRECTFITID): a person has to look at both' }
  const posted = dateOf(read.DTPOSTED ?? '')
  if (!posted) return { row, rejected: read.DTPOSTED ? 'DTPOSTED is not a date of OFX' : 'DTPOSTED is missing' }
  const money = moneyOf(read.TRNAMT, (read.CURSYM || statementCurrency).toUpperCase())
  if (typeof money === 'string') return { row, rejected: money }
  const line: Writable<StatementLine> = { row, ...money, valueDate: posted.day }
  if (posted.at !== undefined) line.bookedAt = posted.at
  if (read.FITID) line.lineId = read.FITID
  const reference = [read.CHECKNUM, read.REFNUM].find((one) => one !== undefined && !isZeros(one))
  if (reference !== undefined) line.reference = reference
  const narration = [read.NAME || read.PAYEE, read.MEMO].filter(Boolean).join(' ')
  if (narration !== '') line.narration = narration
  return line
}
