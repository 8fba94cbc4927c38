import { minorUnitExponent } from '../../domain/currencies.js'
import { parseAmount } from '../../domain/money.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import { receiptOf } from '../receipt.js'
import { canBeReadTwoWays, twoWays } from '../two-ways.js'
import { dayOf, decimalOf } from './amounts.js'

/** The content of field 61 about a movement; `details` are the words behind its reference. */
type Entry = Pick<
  StatementLine,
  'direction' | 'amount' | 'currency' | 'valueDate' | 'reference' | 'providerTransactionId'
> & {
  details: string
}

/**
 * The form of field 61: value date, entry date or blanks, mark, funds code, amount, and what stands behind it: type and
 * references.
 */
const form = /^(\d{6})(\d{4})?\s*([ER]?[CD])([A-Z])?\s*((?:(?!\/\/)[^A-Z])*)(.*)$/s
/**
 * The form of a type: the standard has N, S or F and three more; banks write types of their own as well, filled up with
 * blanks.
 */
const typed = /^[A-Z][A-Za-z0-9 ]{3}(.*)$/s
/** The types of the standard: a kind of message, or one of its codes. */
const standardType =
  /^[NSF](?:\d{3}|BNK|BOE|BRF|CAR|CAS|CHG|CHK|CLR|CMI|CMN|CMP|CMS|CMT|CMZ|COL|COM|CPN|DCR|DDT|DIS|DIV|EQA|EXT|FEX|INT|LBX|LDP|MAR|MAT|MGT|MSC|NWI|ODC|OPT|PCH|POP|PRN|REC|RED|RIG|RTI|SAL|SEC|SLE|STO|STP|SWP|TAX|TCK|TCM|TRF|TRN|UWC|VDA|WAR)/
const referenceWidth = 16
/**
 * The most line ends within the first line: a value date, an entry date, a mark, an amount, a type, and two references;
 * no line is cut more often.
 */
const maxBreaks = 6

/** Returns the mark of expected money (EC, ED), which has not moved; else null. */
export function expectedMark(text: string): string | null {
  const mark = form.exec(text)?.[3] ?? ''
  return mark.startsWith('E') ? mark : null
}

/** Returns true where the second line can only be the rest of the first one, and no words about the movement. */
function isBroken(first: string, second: string): boolean {
  const joined = form.exec(first + second)?.[6]
  if (joined === undefined) return false
  const behind = form.exec(first)?.[6]
  // Within the dates or the mark; then within the amount or the type.
  if (behind === undefined) return true
  if (behind === '') return standardType.test(joined) || joined.startsWith('//')
  if (behind.length < 4 && !behind.startsWith('/')) return standardType.test(joined)
  const isOneWord = !/\s/.test(second)
  if (behind.endsWith('//')) return isOneWord
  if (behind.includes('//')) return false
  if (second.startsWith('//') || (behind.endsWith('/') && second.startsWith('/'))) return true
  // Within the reference of the customer.
  const slashes = second.indexOf('//')
  return slashes > 0 && isOneWord && joined.indexOf('//') <= 4 + referenceWidth && !second.includes(':')
}

/** Returns the lines of field 61, trimmed, without a line end that a bank set within the first of them. */
export function unbrokenEntry(lines: readonly string[]): string[] {
  let [first = '', ...details] = lines.map((line) => line.trim())
  for (let breaks = 0; breaks < maxBreaks; breaks++) {
    const [second] = details
    if (second === undefined || !isBroken(first, second)) break
    first += second
    details = details.slice(1)
  }
  return [first, ...details]
}

/**
 * Returns true for a day of some year. Entries are booked around their value date, so 29 February may be of the year
 * before or after.
 */
function isEntryDate(mmdd: string, valueDate: string): boolean {
  if (valueDate.endsWith(`${mmdd.slice(0, 2)}-${mmdd.slice(2)}`)) return true
  const year = Number(valueDate.slice(2, 4))
  return [year, year + 1, year + 99].some((one) => dayOf(String(one % 100).padStart(2, '0') + mmdd) !== null)
}

/**
 * Splits a reference from the words behind it. A reference has 16 characters. Rabobank fills it up with blanks and goes
 * on with the payer's name; others write a longer reference. Where no blank decides, the words behind are returned with
 * what may have been cut off them.
 */
function referenceOf(field: string): { reference: string; details: string } {
  const text = field.trim()
  if (text.length <= referenceWidth || !/\s/.test(text)) return { reference: text, details: '' }
  const reference = text.slice(0, referenceWidth)
  const isFilled = /\s$/.test(reference) || /^\s/.test(text.slice(referenceWidth))
  return { reference: reference.trim(), details: isFilled ? text.slice(referenceWidth).trim() : text }
}

/**
 * Splits the type from what stands behind the amount. A type that is not of the standard may be the beginning of a
 * reference: then all of it is returned as words too. So it is where no type is seen, unless it is no wider than one.
 */
function typeTakenOff(text: string): { references: string; words: string } {
  if (text.startsWith('//')) return { references: text, words: '' }
  const references = typed.exec(text)?.[1]
  if (references === undefined)
    return { references: text.replace(/^.*?(?=\/\/|$)/s, ''), words: text.length > 4 ? text : '' }
  const isStandard = /^[NSF]/.test(text) || /^\s*(?:\/\/|$)/.test(references)
  return { references, words: isStandard ? '' : text.replace(/\/\/.*$/s, '') }
}

/**
 * Returns true for an amount that cannot go on behind its last digit: it has a comma and all decimals of its currency.
 */
function isWhole(amount: string, currency: string): boolean {
  const comma = amount.indexOf(',')
  return comma >= 0 && amount.length - comma - 1 === minorUnitExponent(currency)
}

/** Reads the first line of field 61, or returns the reason why it cannot be read. */
export function entryOf(text: string, currency: string | null): Entry | string {
  const [, date, entryDate, mark, , amountText, behind = ''] = form.exec(text) ?? []
  if (date === undefined || mark === undefined || amountText === undefined)
    return 'field 61 does not begin with a date YYMMDD and a mark C, D, RC or RD'
  const valueDate = dayOf(date)
  if (valueDate === null) return 'the value date of field 61 is not a calendar day'
  if (entryDate !== undefined && !isEntryDate(entryDate, valueDate))
    return 'the entry date of field 61 is not a calendar day'
  if (currency === null) return 'neither field 60 nor field 34F names a currency'
  if (minorUnitExponent(currency) === undefined) return 'the currency is not an active one with minor units'
  const amountDigits = amountText.trim()
  const decimal = decimalOf(amountDigits)
  const amount = decimal === null ? null : parseAmount(decimal, currency)
  if (decimal === null || amount === null)
    return 'the amount of field 61 is not a number above zero with a decimal comma and the digits of its currency'
  if (canBeReadTwoWays(decimal, currency)) return `the amount of field 61 ${twoWays}`
  if (behind === '' && !isWhole(amountDigits, currency)) return 'field 61 ends behind its amount, which may be cut off'

  const { references, words } = typeTakenOff(behind)
  const slashes = references.indexOf('//')
  const customer = referenceOf(slashes < 0 ? references : references.slice(0, slashes))
  const bank = referenceOf(slashes < 0 ? '' : references.slice(slashes + 2))
  const receipt = receiptOf(bank.reference)
  const isGiven = customer.reference !== '' && customer.reference !== 'NONREF'
  return {
    // A reversed credit took money away.
    direction: mark === 'C' || mark === 'RD' ? 'credit' : 'debit',
    amount,
    currency,
    valueDate,
    ...(isGiven && { reference: customer.reference }),
    ...(receipt !== undefined && { providerTransactionId: receipt }),
    details: `${words} ${customer.details} ${bank.details}`.trim(),
  }
}
