import { minorUnitExponent } from '../../domain/currencies.js'
import { parseSum } from '../../domain/money.js'
import { isReportDay } from '../../domain/calendar.js'
import type { Balance } from '../tally.js'
import { canBeReadTwoWays } from '../two-ways.js'

/** Returns a calendar day, `null` for none. SWIFT writes two digits of the year: 80 to 99 are of the last century. */
export function dayOf(yymmdd: string): string | null {
  const century = Number(yymmdd.slice(0, 2)) < 80 ? '20' : '19'
  const day = `${century}${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`
  return isReportDay(day) ? day : null
}

/** The longest amount that is read; SWIFT's have at most 15 characters. */
const maxAmountLength = 64

/**
 * Returns an amount with a decimal point, `null` for other text. The comma is SWIFT's decimal mark, and some banks
 * leave it out; a point may be of thousands, so it is not guessed.
 */
export function decimalOf(amount: string): string | null {
  if (amount.length > maxAmountLength || !/^\d+(?:,\d*)?$/.test(amount)) return null
  return amount.replace(/,$/, '').replace(',', '.')
}

/** Returns the currency of a balance, readable even where its amount is not; `null` for none. */
export function currencyOfBalance(text: string): string | null {
  return /^[CD]\d{6}([A-Z]{3})/.exec(text)?.[1] ?? null
}

/** Reads mark, day, currency and amount, as in `C261120KES1500,00`; `null` for anything else. */
export function balanceOf(text: string): Balance | null {
  const [, mark, date, currency, amount] = /^([CD])(\d{6})([A-Z]{3})([\d,]+)\s*$/.exec(text) ?? []
  if (date === undefined || currency === undefined || amount === undefined || dayOf(date) === null) return null
  const decimal = decimalOf(amount)
  if (decimal === null || minorUnitExponent(currency) === undefined || canBeReadTwoWays(decimal, currency)) return null
  const size = parseSum(decimal, currency)
  return size === null ? null : { currency, amount: mark === 'D' ? -size : size }
}
