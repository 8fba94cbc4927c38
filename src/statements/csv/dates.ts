import { utc } from '@date-fns/utc/utc'
import { format } from 'date-fns/format'
import { parse } from 'date-fns/parse'
import { dayMs, instantOf, isInstantMs } from '../../domain/instant.js'
import type { Instant } from '../../domain/payments/payment.js'
import { dayOf, isReportDay, localInstant } from '../../domain/calendar.js'
import { collapsed, longestValue } from './text.js'

/** A day, and the instant where the text has a time. */
interface ReadDate {
  day: string
  at: Instant | null
}

/** `null` for what fits no pattern, or is no day of 1970 … 9998. */
export type DateReader = (text: string) => ReadDate | null

interface Pattern {
  /** Local time as if it were UTC; the instant itself where `isZoned`. */
  read(text: string): number | null
  hasTime: boolean
  isZoned: boolean
}

const options = { in: utc }
/** Fixed, so that two-digit years mean the same for ever: 1950 … 2049. */
const reference = Date.UTC(2000, 0, 1)
/** No two of its numbers are alike, and it is after noon. */
const sample = Date.UTC(2021, 10, 23, 17)
const rememberedDays = 1000

function parserOf(pattern: string): (text: string) => number | null {
  // `yyyyMMdd` would take 2026112 for the 2nd of November.
  const hasAdjacentNumbers = /([yMdHhms])(?!\1)[yMdHhmsS]/.test(withoutQuoted(pattern))
  return (text) => {
    const date = parse(text, pattern, reference, options)
    if (Number.isNaN(date.getTime())) return null
    if (hasAdjacentNumbers && format(date, pattern, options).length !== text.length) return null
    return date.getTime()
  }
}

function withoutQuoted(pattern: string): string {
  return pattern.replace(/'(?:[^']|'')*'/g, '')
}

/** Tries the pattern out: one that does not fix the day is refused before any row is read. */
function patternOf(given: string, refuse: (problem: string) => never): Pattern {
  const pattern = collapsed(given)
  const letters = withoutQuoted(pattern)
  // date-fns would print texts of the file to the console.
  if (/[DY]/.test(letters)) return refuse('needs d for the day of the month and y for the year')
  let read: number
  try {
    read = parse(format(sample, pattern, options), pattern, reference, options).getTime()
  } catch {
    return refuse('is no date-fns pattern that can be read')
  }
  const midnight = sample - (sample % dayMs)
  if (read !== sample && read !== midnight) {
    return refuse('must have day, month and year (dd, MM, yyyy), and the half of the day (a) with hours up to 12 (hh)')
  }
  return {
    read: parserOf(pattern),
    hasTime: read === sample,
    isZoned: /[xXtT]/.test(letters),
  }
}

/** A day of the calendar, and how far local time is ahead of UTC in it: `null` where that changes within the day. */
interface LocalDay {
  text: string
  offset: number | null
}

/**
 * The days of local times (epoch milliseconds as if UTC), `null` for those that no report has. They are kept, because most
 * rows of a statement are of the same few days.
 */
function localDays(timeZone: string): (localMs: number) => LocalDay | null {
  function dayAt(midnight: number): LocalDay | null {
    const text = instantOf(midnight).slice(0, 10)
    if (!isReportDay(text)) return null
    const start = localInstant(midnight, timeZone)
    const isEven = localInstant(midnight + dayMs - 1, timeZone) - start === dayMs - 1
    return { text, offset: isEven ? midnight - start : null }
  }

  const days = new Map<number, LocalDay | null>()
  return (localMs) => {
    const number = Math.floor(localMs / dayMs)
    let day = days.get(number)
    if (day === undefined) {
      if (days.size >= rememberedDays) days.clear()
      day = dayAt(number * dayMs)
      days.set(number, day)
    }
    return day
  }
}

/** @param refuse is called with the index of a wrong pattern and what is wrong with it */
export function dateReader(
  dates: readonly string[],
  timeZone: string,
  refuse: (index: number, problem: string) => never,
): DateReader {
  const patterns = dates.map((pattern, index) => patternOf(pattern, (problem) => refuse(index, problem)))
  const localDay = localDays(timeZone)

  function readAs({ read, hasTime, isZoned }: Pattern, text: string): ReadDate | null {
    const ms = read(text)
    if (ms === null || !isInstantMs(ms)) return null
    if (isZoned) {
      const at = instantOf(ms)
      const day = dayOf(at, timeZone)
      return isReportDay(day) ? { day, at: hasTime ? at : null } : null
    }
    const day = localDay(ms)
    if (!day || !hasTime) return day && { day: day.text, at: null }
    // An hour that comes twice is taken for the first time; one that was left out, for the moment at which it was.
    const at = day.offset === null ? localInstant(ms, timeZone) : ms - day.offset
    return { day: day.text, at: instantOf(at) }
  }

  return (text) => {
    if (text.length > longestValue) return null
    const whole = collapsed(text)
    for (const pattern of patterns) {
      const date = readAs(pattern, whole)
      if (date) return date
    }
    return null
  }
}
