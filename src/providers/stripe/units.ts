/** The units of Stripe, which are those of ISO 4217 but for some currencies. */
import { minorUnitExponent } from '../../domain/currencies.js'

/** @see https://docs.stripe.com/currencies#zero-decimal */
const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
/** @see https://docs.stripe.com/currencies#three-decimal */
const threeDecimal = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** Returns the decimals of a currency at Stripe: two of UGX and ISK, though these have none. */
function stripeExponent(currency: string): number {
  if (zeroDecimal.has(currency)) return 0
  return threeDecimal.has(currency) ? 3 : 2
}

/** Multiplies an amount by a power of ten; `null` where the result is no integer. */
function shifted(amount: number, digits: number): number | null {
  const result = digits >= 0 ? amount * 10 ** digits : amount / 10 ** -digits
  return Number.isSafeInteger(result) ? result : null
}

/**
 * Converts minor units to those of Stripe; `null` for a currency that is none, and an amount that Stripe cannot take.
 *
 * @example
 * stripeUnits(1_500, 'UGX') // => 150000
 * stripeUnits(1_500, 'JPY') // => 1500
 * stripeUnits(1_505, 'KWD') // => null
 */
export function stripeUnits(amount: number, currency: string): number | null {
  const exponent = minorUnitExponent(currency)
  if (exponent === undefined) return null
  // Of three decimals, the last must be 0.
  if (threeDecimal.has(currency) && amount % 10 !== 0) return null
  return shifted(amount, stripeExponent(currency) - exponent)
}

/** Converts units of Stripe to minor units, with their sign; `null` for a currency that is none, and for parts of a minor unit. */
export function minorUnitsOf(amount: unknown, currency: string): number | null {
  const exponent = minorUnitExponent(currency)
  if (exponent === undefined || !Number.isSafeInteger(amount)) return null
  return shifted(amount as number, exponent - stripeExponent(currency))
}
