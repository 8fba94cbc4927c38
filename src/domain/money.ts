import { minorUnitExponent } from './currencies.js'

/** Checks that a value is an amount in minor units: an integer above 0 that a double holds exactly. */
export function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}

function exponentOf(currency: string): number {
  const exponent = minorUnitExponent(currency)
  if (exponent === undefined)
    throw new RangeError('formatAmount and parseAmount need an active ISO 4217 currency with minor units')
  return exponent
}

/**
 * Writes minor units as decimal text by the exponent of ISO 4217, exactly, because it uses digits and no floats.
 *
 * @param amount integer minor units, as a number, bigint or decimal digits (`PaymentTotal.amount`)
 * @throws RangeError for a currency without minor units, or an amount that is no integer
 * @example
 * formatAmount(150000, 'ETB') // => '1500.00'
 * formatAmount(5, 'KWD') // => '0.005'
 */
export function formatAmount(amount: number | bigint | string, currency: string): string {
  const exponent = exponentOf(currency)
  if (typeof amount === 'number' && !Number.isSafeInteger(amount))
    throw new RangeError('an amount must be an integer in minor units')
  const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(String(amount)) ?? []
  if (digits === '') throw new RangeError('an amount must be an integer in minor units')
  if (exponent === 0) return sign + digits
  const padded = digits.padStart(exponent + 1, '0')
  return `${sign}${padded.slice(0, -exponent)}.${padded.slice(-exponent)}`
}

/**
 * Converts decimal text to the digits of its minor units; `null` for other text, and for more digits than the currency
 * has.
 */
function minorDigits(text: string, currency: string): string | null {
  const exponent = exponentOf(currency)
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined) return null
  if (fraction.length === exponent) return whole + fraction
  if (/[1-9]/.test(fraction.slice(exponent))) return null
  return whole + fraction.slice(0, exponent).padEnd(exponent, '0')
}

/**
 * Reads decimal text as minor units by the ISO 4217 exponent, exactly. Returns `null` where the text is no plain
 * decimal number, has more digits than the currency (other than zeros), or is outside 1 … 2^53-1 minor units.
 *
 * @throws RangeError for a currency without minor units
 * @example
 * parseAmount('1500.00', 'ETB') // => 150000
 * parseAmount('1500.005', 'ETB') // => null
 */
export function parseAmount(text: string, currency: string): number | null {
  const amount = Number(minorDigits(text, currency) ?? 0)
  return isAmount(amount) ? amount : null
}

/** Reads decimal text as `parseAmount` does, for sums and balances, which may be 0 and larger than any payment. */
export function parseSum(text: string, currency: string): bigint | null {
  const digits = minorDigits(text, currency)
  return digits === null ? null : BigInt(digits)
}
