/** Codes of providers: the names of failures and refusals in rows, events and logs. */

const shape = /^[A-Za-z0-9_.-]{1,64}$/

/** Seven digits in a row may be a phone or an account of a payer. */
const longNumber = /\d{7}/

/** Returns true for text that can be a code: it is no free text, and has no long number. */
export function isCode(value: unknown): value is string {
  return typeof value === 'string' && shape.test(value) && !longNumber.test(value)
}

/** Returns a provider's code, or the other one where it has none, or text that is no code. */
export function codeOr(code: string | null, other: string): string {
  return isCode(code) ? code : other
}
