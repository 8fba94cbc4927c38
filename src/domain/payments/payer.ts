/** The parts of a payer's phone number and name that a statement shows, or that people remember. */

/** The ends of a phone number, digits only; `first` is empty where only the last digits are known. */
export interface PhonePattern {
  readonly first: string
  readonly last: string
}

const minDigits = 3
/** The number of digits from which on a 0 in front is the prefix of a number within its country. */
const nationalLength = 9

function withoutPrefix(digits: string): string {
  return digits.replace(/^00/, '')
}

/**
 * Reads the last digits of a phone number, at least 3, a whole number, or one with stars in the middle; `null` for other
 * text.
 *
 * @example
 * readPhonePattern('2547****678') // => { first: '2547', last: '678' }
 * readPhonePattern('0712 345 678') // => { first: '', last: '712345678' }
 */
export function readPhonePattern(text: string): PhonePattern | null {
  const [, digits, stars, last = ''] = /^\+?(\d*)(\*+)?(\d*)$/.exec(text.replace(/[\s()-]/g, '')) ?? []
  if (digits === undefined) return null
  if (stars !== undefined) {
    const first = withoutPrefix(digits)
    const isEnough = last.length >= 2 && first.length + last.length >= minDigits
    return isEnough ? { first, last } : null
  }
  if (digits.length < minDigits) return null
  const whole = withoutPrefix(digits)
  return { first: '', last: whole.length >= nationalLength ? whole.replace(/^0/, '') : digits }
}

/** The length of the longest country code. */
const maxCountryCodeLength = 3

/** Checks that a number of E.164 (`+`, country code, number) may be the one of the pattern. */
export function matchesPhone({ first, last }: PhonePattern, phone: string): boolean {
  const digits = phone.replace(/^\+/, '')
  if (!digits.endsWith(last)) return false
  const front = digits.slice(0, digits.length - last.length)
  if (!first.startsWith('0')) return front.startsWith(first)
  const national = first.slice(1)
  return Array.from({ length: maxCountryCodeLength }, (_, i) => i + 1).some((code) => front.startsWith(national, code))
}

const minPartLength = 3

/** Returns the words of a name that have three letters or more, each once, in lower case and without accents. */
export function namePartsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
  const words = plain.split(/[^\p{L}\p{M}']+/u)
  return [...new Set(words)].filter((word) => [...word].length >= minPartLength)
}
