import { literal } from './text.js'

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const offset = 'offset'
const number = '\\d{1,2}'

/** What a token of a date-fns pattern matches, and what that is called. */
const tokens: Readonly<Record<string, readonly [shape: string, field: string]>> = {
  yyyy: ['\\d{4}', 'year'],
  yy: ['\\d{2}', 'shortYear'],
  MMM: [monthNames.join('|'), 'monthName'],
  MM: [number, 'month'],
  M: [number, 'month'],
  dd: [number, 'day'],
  d: [number, 'day'],
  HH: [number, 'hour'],
  H: [number, 'hour'],
  hh: [number, 'halfHour'],
  h: [number, 'halfHour'],
  mm: [number, 'minute'],
  m: [number, 'minute'],
  ss: [number, 'second'],
  s: [number, 'second'],
  SSS: ['\\d{3}', 'millisecond'],
  a: ['[ap]\\.?m\\.?', 'half'],
  X: ['Z|[+-]\\d{2}(?:\\d{2})?', offset],
  XX: ['Z|[+-]\\d{4}', offset],
  XXX: ['Z|[+-]\\d{2}:\\d{2}', offset],
  x: ['Z|[+-]\\d{2}(?:\\d{2})?', offset],
  xx: ['Z|[+-]\\d{4}', offset],
  xxx: ['Z|[+-]\\d{2}:\\d{2}', offset],
}

type Fields = Record<string, string | undefined>

/** Quotes, quoted text, runs of one letter, and any other character. */
const pieces = /''|'(?:[^']|'')+'|([a-zA-Z])\1*|[^a-zA-Z]/g

function isNumeric(piece: string | undefined): boolean {
  return piece !== undefined && Object.hasOwn(tokens, piece) && /^\\d/.test(tokens[piece]?.[0] ?? '')
}

function unquoted(piece: string): string {
  return piece === "''" ? "'" : piece.replace(/^'(.+)'$/s, '$1').replaceAll("''", "'")
}

/** `null` for a pattern with anything else than the tokens above, or with digits beside them. */
function shapeOf(pattern: string): { shape: RegExp; fields: string[] } | null {
  const fields: string[] = []
  let source = ''
  const all = pattern.match(pieces) ?? []
  for (const [index, piece] of all.entries()) {
    const [shape, field] = (Object.hasOwn(tokens, piece) && tokens[piece]) || []
    if (shape === undefined || field === undefined) {
      if (/^[a-z0-9]/i.test(piece) || /^'.*\d/.test(piece)) return null
      source += literal(unquoted(piece))
      continue
    }
    // Beside other digits only the full width tells where a number ends.
    const isBesideDigits = isNumeric(piece) && (isNumeric(all[index - 1]) || isNumeric(all[index + 1]))
    if (isBesideDigits && piece.length === 1) return null
    fields.push(field)
    source += `(${isBesideDigits ? `\\d{${piece.length}}` : shape})`
  }
  return { shape: new RegExp(`^${source}$`, 'i'), fields }
}

function hourOf({ hour, halfHour, half }: Fields): number {
  if (halfHour === undefined) return Number(hour ?? 0)
  if (Number(halfHour) < 1 || Number(halfHour) > 12) return NaN
  return (Number(halfHour) % 12) + (/^p/i.test(half ?? '') ? 12 : 0)
}

function offsetMs(text: string | undefined): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(text ?? '') ?? []
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -size : size
}

function millisecondsOf(fields: Fields): number | null {
  const { year, shortYear, monthName, month, day, minute = '0', second = '0', millisecond = '0' } = fields
  // As date-fns does with a reference date of 2000.
  const fullYear = shortYear === undefined ? Number(year) : Number(shortYear) + (Number(shortYear) < 50 ? 2000 : 1900)
  const monthIndex = monthName === undefined ? Number(month) - 1 : monthNames.indexOf(monthName.toLowerCase())
  const hour = hourOf(fields)
  // Date.UTC takes the years 0 to 99 for those of the 20th century.
  if (fullYear < 1000 || !(hour < 24) || Number(minute) > 59 || Number(second) > 59) return null
  const midnight = new Date(Date.UTC(fullYear, monthIndex, Number(day)))
  if (midnight.getUTCMonth() !== monthIndex || midnight.getUTCDate() !== Number(day)) return null
  const time = ((hour * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(millisecond)
  return midnight.getTime() + time - offsetMs(fields[offset])
}

/**
 * A reader of the date-fns pattern for texts of white space collapsed, thirty times as fast as date-fns: local time as
 * if it were UTC, or with an offset in the pattern the very instant, in epoch milliseconds. It gives what date-fns
 * gives or, where date-fns is lenient with years and missing digits, null. `null` instead of a reader for other patterns.
 */
export function compiledPattern(pattern: string): ((text: string) => number | null) | null {
  const compiled = shapeOf(pattern)
  if (compiled === null) return null
  const { shape, fields } = compiled
  const has = (...names: string[]) => names.filter((name) => fields.includes(name)).length === 1
  const isWhole = has('year', 'shortYear') && has('month', 'monthName') && has('day')
  const isClear = new Set(fields).size === fields.length && fields.includes('halfHour') === fields.includes('half')
  if (!isWhole || !isClear || (fields.includes('hour') && fields.includes('halfHour'))) return null

  return (text) => {
    const match = shape.exec(text)
    if (!match) return null
    const values: Fields = {}
    for (let index = 0; index < fields.length; index++) values[fields[index] as string] = match[index + 1]
    return millisecondsOf(values)
  }
}
