import { ethiopicMidnight } from '../../domain/ethiopic.js'
import { instantOf } from '../../domain/instant.js'
import { literal } from './text.js'

const pad = (value: number, width: number) => String(value).padStart(width, '0')

/** The texts that a token of a date-fns pattern may match where it is no part of the day. */
const times: Readonly<Record<string, string>> = {
  H: '\\d{1,2}',
  h: '\\d{1,2}',
  m: '\\d{1,2}',
  s: '\\d{1,2}',
  S: '\\d+',
  a: '[AaPp]\\.?[Mm]\\.?',
}

/**
 * Makes a function that rewrites texts of a pattern from days of the Ethiopic calendar to Gregorian ones; times stay as
 * they are. Only numbers are read: day, month, year of four digits.
 *
 * @param isExact whether each number has as many digits as its token
 * @returns what makes of a text that one, `null` of another text; or why the pattern cannot be read so
 */
export function ethiopicTexts(pattern: string, isExact: boolean): ((text: string) => string | null) | string {
  const parts: { name: 'y' | 'M' | 'd' | null; width: number }[] = []
  let source = ''
  for (const [token, quoted] of pattern.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^]/g)) {
    const letter = token[0]!
    if (quoted !== undefined) {
      source += `(${literal(quoted === '' ? "'" : quoted.replaceAll("''", "'"))})`
      parts.push({ name: null, width: 0 })
    } else if (letter === 'y' || letter === 'M' || letter === 'd') {
      const isNumber = letter === 'y' ? token.length === 4 : token.length <= 2
      if (!isNumber) return 'must have numbers in the Ethiopic calendar: d, dd, M, MM, yyyy'
      source += `(\\d{${letter === 'y' ? 4 : isExact ? token.length : '1,2'}})`
      parts.push({ name: letter, width: token.length })
    } else if (/[A-Za-z]/.test(letter)) {
      const time = times[letter]
      if (time === undefined) return 'must have numbers in the Ethiopic calendar, and times without a zone'
      source += `(${isExact && letter !== 'a' ? `\\d{${token.length}}` : time})`
      parts.push({ name: null, width: 0 })
    } else {
      source += `(${literal(token)})`
      parts.push({ name: null, width: 0 })
    }
  }
  const count = (name: string) => parts.filter((part) => part.name === name).length
  if (count('y') !== 1 || count('M') !== 1 || count('d') !== 1) return 'must have day, month and year once each'
  const shape = new RegExp(`^${source}$`)

  return (text) => {
    const texts = shape.exec(text)?.slice(1)
    if (!texts) return null
    const numberOf = (name: string) => Number(texts[parts.findIndex((part) => part.name === name)])
    const midnight = ethiopicMidnight({ year: numberOf('y'), month: numberOf('M'), day: numberOf('d') })
    if (midnight === null) return null
    const [year, month, day] = instantOf(midnight).slice(0, 10).split('-').map(Number)
    const values = { y: year!, M: month!, d: day! }
    return texts
      .map((written, at) => (parts[at]!.name ? pad(values[parts[at]!.name!], parts[at]!.width) : written))
      .join('')
  }
}
