/** What is known of a payer from a statement or from a person who asks: parts of a phone number, parts of a name. */

/** The ends of a phone number; digits only, and `first` is empty where only the last ones are known. */
export interface PhonePattern {
  readonly first: string
  readonly last: string
}

const minDigits = 3
/** From so many digits on, a 0 in front is that of a number within its country. */
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

/** No country code is longer. */
const maxCountryCodeLength = 3

/** Whether a number of E.164 (`+`, country code, number) may be the one that the pattern shows. */
export function matchesPhone({ first, last }: PhonePattern, phone: string): boolean {
  const digits = phone.replace(/^\+/, '')
  if (!digits.endsWith(last)) return false
  const front = digits.slice(0, digits.length - last.length)
  if (!first.startsWith('0')) return front.startsWith(first)
  const national = first.slice(1)
  return Array.from({ length: maxCountryCodeLength }, (_, i) => i + 1).some((code) => front.startsWith(national, code))
}

const minPartLength = 3

/** The words of a name of three letters or more, in lower case and without accents: each once. */
export function namePartsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
  const words = plain.split(/[^\p{L}\p{M}']+/u)
  return [...new Set(words)].filter((word) => [...word].length >= minPartLength)
}
