/**
 * JSON numbers as they stand in the text. `JSON.parse` makes doubles of them, and a double rounds 9007199254740990.9 to an
 * integer: an amount that was not sent.
 */

/** The shape of numbers that may be rounded to an integer that they are not: only those with a fraction or an exponent are. */
const mayBeRounded = /[0-9][.eE]/
const number = /-?\d+(?:\.(\d+))?(?:[eE]([+-]?\d+))?/y
/** A number that every rule of integers refuses. */
const noInteger = '0.5'

/** Checks that a number is an integer as it is written: 1500.0, 15e2 and 0.15e4 are, 1500.00000000000000001 is not. */
function isWrittenInteger(token: string, fraction = '', exponent = '0'): boolean {
  const digits = token.slice(0, token.search(/[eE]|$/)).replace(/[-.]/g, '')
  let end = digits.length
  while (digits[end - 1] === '0') end--
  const zeros = digits.length - end
  return end === 0 || Number(exponent) - fraction.length + zeros >= 0
}

/** Returns the place behind the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
  return at + 1
}

/**
 * Replaces each number that is not an integer, but would be rounded to one, by a fraction; so every reader of the value
 * refuses it where it stands, as any other fraction.
 *
 * @param text valid JSON
 */
export function withExactNumbers(text: string): string {
  if (!mayBeRounded.test(text)) return text
  let exact = ''
  let copied = 0
  for (let at = 0; at < text.length;) {
    const character = text[at]!
    if (character === '"') {
      at = endOfString(text, at)
      continue
    }
    number.lastIndex = at
    const match = number.exec(text)
    if (!match) {
      at++
      continue
    }
    const [token, fraction, exponent] = match
    if (Number.isInteger(Number(token)) && !isWrittenInteger(token, fraction, exponent)) {
      exact += text.slice(copied, at) + noInteger
      copied = at + token.length
    }
    at += token.length
  }
  return exact + text.slice(copied)
}
