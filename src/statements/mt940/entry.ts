import { minorUnitExponent } from '../../domain/currencies.js'
import { parseAmount } from '../../domain/money.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import { canBeReadTwoWays, twoWays } from '../two-ways.js'
import { dayOf, decimalOf } from './amounts.js'

/** What field 61 has of a movement; `details` are the words behind its reference. */
type Entry = Pick<StatementLine, 'direction' | 'amount' | 'currency' | 'valueDate' | 'reference'> & {
  details: string
}

/** Value date, entry date, mark, funds code, amount, transaction type, references. */
const form = /^(\d{6})(\d{4})?([ER]?[CD])([A-Z])?([^A-Z]*)(.*)$/s
/** The standard has N, S or F and three more; banks write types of their own as well, filled up with blanks. */
const typed = /^[A-Z][A-Za-z0-9 ]{3}(.*)$/s
const referenceWidth = 16

/** Expected money (EC, ED) has not moved. */
export function isExpected(text: string): boolean {
  return form.exec(text)?.[3]?.startsWith('E') === true
}

/** Entries are booked around their value date, so 29 February may be of the year before or after. */
function isEntryDate(mmdd: string, valueDate: string): boolean {
  if (valueDate.endsWith(`${mmdd.slice(0, 2)}-${mmdd.slice(2)}`)) return true
  const year = Number(valueDate.slice(2, 4))
  return [year, year + 1, year + 99].some((one) => dayOf(String(one % 100).padStart(2, '0') + mmdd) !== null)
}

/**
 * A reference has 16 characters. Rabobank fills it up with blanks and goes on with the payer's name; others write a
 * longer reference. Where no blank decides, the words behind are given with what may have been cut off them.
 */
function referenceOf(field: string): { reference: string; details: string } {
  const text = field.trim()
  if (text.length <= referenceWidth || !/\s/.test(text)) return { reference: text, details: '' }
  const reference = text.slice(0, referenceWidth)
  const isFilled = /\s$/.test(reference) || /^\s/.test(text.slice(referenceWidth))
  return { reference: reference.trim(), details: isFilled ? text.slice(referenceWidth).trim() : text }
}

/**
 * Where no type is seen, the reference may begin anywhere: all of it is given as words, and none where it is no wider
 * than a type.
 */
function typeTakenOff(text: string): { references: string; words: string } {
  const references = typed.exec(text)?.[1]
  if (references !== undefined) return { references, words: '' }
  return { references: '', words: text.length > 4 ? text : '' }
}

/** The first line of field 61, or why it cannot be read. */
export function entryOf(text: string, currency: string | null): Entry | string {
  const [, date, entryDate, mark, , amountText, behind = ''] = form.exec(text) ?? []
  if (date === undefined || mark === undefined || amountText === undefined)
    return 'field 61 does not begin with a date YYMMDD and a mark C, D, RC or RD'
  const valueDate = dayOf(date)
  if (valueDate === null) return 'the value date of field 61 is no calendar day'
  if (entryDate !== undefined && !isEntryDate(entryDate, valueDate))
    return 'the entry date of field 61 is no calendar day'
  if (currency === null) return 'neither field 60 nor field 34F names a currency'
  if (minorUnitExponent(currency) === undefined) return 'the currency is no active one with minor units'
  const decimal = decimalOf(amountText)
  const amount = decimal === null ? null : parseAmount(decimal, currency)
  if (decimal === null || amount === null)
    return 'the amount of field 61 is no number above zero with a decimal comma and the digits of its currency'
  if (canBeReadTwoWays(decimal, currency)) return `the amount of field 61 ${twoWays}`
  // The line may end within its amount.
  if (behind === '') return 'field 61 has no transaction type'

  const { references, words } = typeTakenOff(behind)
  const slashes = references.indexOf('//')
  const customer = referenceOf(slashes < 0 ? references : references.slice(0, slashes))
  const bank = referenceOf(slashes < 0 ? '' : references.slice(slashes + 2))
  const isGiven = customer.reference !== '' && customer.reference !== 'NONREF'
  return {
    // A reversed credit took money away.
    direction: mark === 'C' || mark === 'RD' ? 'credit' : 'debit',
    amount,
    currency,
    valueDate,
    ...(isGiven && { reference: customer.reference }),
    details: `${words} ${customer.details} ${bank.details}`.trim(),
  }
}
