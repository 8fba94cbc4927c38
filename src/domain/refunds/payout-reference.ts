/** Without 0 and O, 1 and I, which people mistake for each other. */
const symbols = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = symbols.slice(0, 8)
const length = 8

export const payoutReferenceBytes = length + 1

/**
 * A short code that a payout is to name, made from so many random bytes: `R`, a digit, and eight letters or digits. With its
 * digit it is found in a narration, as any reference is.
 */
export function payoutReference(random: Uint8Array): string {
  const [first = 0, ...rest] = random
  return `R${digits.charAt(first & 7)}${rest.map((byte) => symbols.charAt(byte & 31)).join('')}`
}
