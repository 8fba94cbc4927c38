import { minorUnitExponent } from '../domain/currencies.js'

/**
 * Returns true where an amount, written with the decimal mark as its only mark, may as well be one of thousands:
 * `25.000` XAF is 25, or 25,000 where the mark was set wrong. `digits` are plain digits with a point.
 */
export function canBeReadTwoWays(digits: string, currency: string): boolean {
  const [, fraction = ''] = digits.split('.')
  return fraction.length === 3 && /[1-9]/.test(digits) && (minorUnitExponent(currency) ?? 3) < 3
}

/** The problem, as words that follow the name of the amount. */
export const twoWays =
  'can be read in two ways: its only mark has three digits behind it, and its currency has fewer decimals'
