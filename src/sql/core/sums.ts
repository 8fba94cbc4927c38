import { text } from './row.js'

const nineDigits = 1_000_000_000n

/** A sum comes whole, or as what stands before and behind its last nine digits: exact decimal digits. */
export function exactSum(sums: readonly unknown[]): string {
  const parts = sums.map((sum) => BigInt(text(sum)))
  return parts.reduce((high, low) => high * nineDigits + low).toString()
}
