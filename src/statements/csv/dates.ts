import { utc } from '@date-fns/utc/utc'
import { format } from 'date-fns/format'
import { parse } from 'date-fns/parse'
import { dayMs, instantOf, isInstantMs } from '../../domain/instant.js'
import type { Instant } from '../../domain/payments/payment.js'
import { dayOf, isReportDay, localInstant } from '../../domain/calendar.js'
import { ethiopicTexts } from './ethiopic.js'
import { collapsed, maxValueLength } from './text.js'

/** A day, and the instant where the text has a time. */
export interface ReadDate {
  day: string
  at: Instant | null
}

/** A function that reads a date; `null` for a text that fits no pattern, or is no day of 1970 … 9998. */
export type DateReader = (text: string) => ReadDate | null

interface Pattern {
  /** Returns local time as if it were UTC; the instant itself where `isZoned`; NaN for another text. */
  read(text: string): number
  hasTime: boolean
  isZoned: boolean
}

const options = { in: utc }
/** The day that fills what a pattern leaves out, fixed, so that two-digit years mean the same for ever: 1950 … 2049. */
const reference = Date.UTC(2000, 0, 1)
/** The instant on which patterns are tried: no two of its numbers are alike, and it is after noon. */
const sample = Date.UTC(2021, 10, 23, 17)
const maxRemembered = 2000
/**
 * The longest text that is kept: of a part of more characters V8 keeps the whole text in memory, and with it a piece of
 * the file.
 */
const maxRememberedLength = 12

/** Returns `make` with a memory for the last keys: most rows of a statement are of the same few days. */
function remembered<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new Map<Key, Made>()
  return (key) => {
    let made = known.get(key)
    if (made === undefined) {
      if (known.size >= maxRemembered) known.clear()
      made = make(key)
      known.set(key, made)
    }
    return made
  }
}

// `yyyyMMdd` would take 2026112 for the 2nd of November.
function hasAdjacentNumbers(pattern: string): boolean {
  return /([yMdHhms])(?!\1)[yMdHhmsS]/.test(withoutQuoted(pattern))
}

/**
 * Makes a function that returns epoch milliseconds, NaN for a text that does not fit; a pattern without a day gives
 * those on the day of `reference`.
 */
function parserOf(pattern: string): (text: string) => number {
  const isExact = hasAdjacentNumbers(pattern)
  const read = (text: string): number => {
    const date = parse(text, pattern, reference, options)
    const ms = date.getTime()
    if (Number.isNaN(ms)) return NaN
    return isExact && format(date, pattern, options).length !== text.length ? NaN : ms
  }
  const readAgain = remembered(read)
  return (text) => (text.length > maxRememberedLength ? read(text) : readAgain(text))
}

/**
 * Patterns that date-fns can read in two parts, and how their texts fall into these. No token of such a part takes a blank,
 * or changes what those of the other one mean, so that both are read as within the whole.
 */
const halves: readonly { pattern: RegExp; text: RegExp }[] = [
  // A day and a time of day.
  { pattern: /^([dMy.,/-]+) ([HhmsSa.:]+(?: a+)?)$/, text: /^([^ ]+) (.+)$/ },
  // A minute and its seconds.
  { pattern: /^(H+:m+):(s+)$/, text: /^([^ ]+):([^ :]+)$/ },
]

/** Does as `parserOf`, by parts where that can be: many rows are of one day, few have the very same time. */
function readerOf(pattern: string): (text: string) => number {
  if (hasAdjacentNumbers(pattern)) return parserOf(pattern)
  for (const half of halves) {
    const [, first, second] = half.pattern.exec(pattern) ?? []
    if (first === undefined || second === undefined) continue
    const [readFirst, readSecond] = [readerOf(first), readerOf(second)]
    return (text) => {
      const [, first, second] = half.text.exec(text) ?? []
      return first === undefined || second === undefined ? NaN : readFirst(first) + readSecond(second) - reference
    }
  }
  return parserOf(pattern)
}

function withoutQuoted(pattern: string): string {
  return pattern.replace(/'(?:[^']|'')*'/g, '')
}

/** Tries the pattern out: one that does not fix the day is refused before any row is read. */
function patternOf(written: string, isEthiopic: boolean, refuse: (problem: string) => never): Pattern {
  const pattern = collapsed(written)
  const letters = withoutQuoted(pattern)
  // date-fns would print texts of the file to the console.
  if (/[DY]/.test(letters)) return refuse('needs d for the day of the month and y for the year')
  let read: number
  try {
    read = parse(format(sample, pattern, options), pattern, reference, options).getTime()
  } catch {
    return refuse('is not a date-fns pattern that can be read')
  }
  const midnight = sample - (sample % dayMs)
  if (read !== sample && read !== midnight) {
    return refuse('must have day, month and year (dd, MM, yyyy), and the half of the day (a) with hours up to 12 (hh)')
  }
  const readGregorian = readerOf(pattern)
  const gregorianOf = isEthiopic ? ethiopicTexts(pattern, hasAdjacentNumbers(pattern)) : null
  if (typeof gregorianOf === 'string') return refuse(gregorianOf)
  return {
    read(text) {
      const gregorian = gregorianOf ? gregorianOf(text) : text
      return gregorian === null ? NaN : readGregorian(gregorian)
    },
    hasTime: read === sample,
    isZoned: /[xXtT]/.test(letters),
  }
}

/**
 * A day of the calendar, and the time by which local time is ahead of UTC in it: `null` where that changes within the
 * day.
 */
interface LocalDay {
  text: string
  offset: number | null
}

/**
 * Makes a function that returns the day of a local time by its number since 1970, `null` for one that no report has.
 */
function localDays(timeZone: string): (number: number) => LocalDay | null {
  function dayAt(midnight: number): LocalDay | null {
    const text = instantOf(midnight).slice(0, 10)
    if (!isReportDay(text)) return null
    const start = localInstant(midnight, timeZone)
    const isEven = localInstant(midnight + dayMs - 1, timeZone) - start === dayMs - 1
    return { text, offset: isEven ? midnight - start : null }
  }

  return remembered((number: number) => dayAt(number * dayMs))
}

/** A function that reads a local time, given as if it were UTC; `null` where it is no day of a report. */
export type LocalDateReader = (ms: number, hasTime: boolean) => ReadDate | null

/** Makes a function that reads local times of a zone. */
export function localDateReader(timeZone: string): LocalDateReader {
  const localDay = localDays(timeZone)
  return (ms, hasTime) => {
    const day = localDay(Math.floor(ms / dayMs))
    if (!day || !hasTime) return day && { day: day.text, at: null }
    // An hour that comes twice is taken for the first time; one that was left out, for the moment at which it was.
    const at = day.offset === null ? localInstant(ms, timeZone) : ms - day.offset
    return { day: day.text, at: instantOf(at) }
  }
}

/** @param refuse is called with the index of a wrong pattern and what is wrong with it */
export function dateReader(
  dates: readonly string[],
  timeZone: string,
  refuse: (index: number, problem: string) => never,
  calendar: 'gregorian' | 'ethiopic' = 'gregorian',
): DateReader {
  const patterns = dates.map((pattern, index) =>
    patternOf(pattern, calendar === 'ethiopic', (problem) => refuse(index, problem)),
  )
  const localDate = localDateReader(timeZone)

  function readAs({ read, hasTime, isZoned }: Pattern, text: string): ReadDate | null {
    const ms = read(text)
    if (!isInstantMs(ms)) return null
    if (isZoned) {
      const at = instantOf(ms)
      const day = dayOf(at, timeZone)
      return isReportDay(day) ? { day, at: hasTime ? at : null } : null
    }
    return localDate(ms, hasTime)
  }

  return (text) => {
    if (text.length > maxValueLength) return null
    const whole = collapsed(text)
    for (const pattern of patterns) {
      const date = readAs(pattern, whole)
      if (date) return date
    }
    return null
  }
}
