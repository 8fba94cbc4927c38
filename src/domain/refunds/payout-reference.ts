/** The characters of a reference, without 0 and O, 1 and I, which people mistake for each other. */
const symbols = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = symbols.slice(0, 8)
const length = 8

export const payoutReferenceBytes = length + 1

/**
 * Makes a short code that a payout is to name, from random bytes (`payoutReferenceBytes` of them): `R`, a digit, and
 * seven letters or digits. A reference with a digit is found in a narration.
 */
export function payoutReference(random: Uint8Array): string {
  const [first = 0, ...rest] = random
  return `R${digits.charAt(first & 7)}${rest.map((byte) => symbols.charAt(byte & 31)).join('')}`
}
