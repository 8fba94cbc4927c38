import { text } from './values.js'

const nineDigits = 1_000_000_000n

/**
 * Returns a sum as exact decimal digits. It comes whole, or as one part before and one part from its last nine digits.
 */
export function exactSum(sums: readonly unknown[]): string {
  const parts = sums.map((sum) => BigInt(text(sum)))
  return parts.reduce((high, low) => high * nineDigits + low).toString()
}
