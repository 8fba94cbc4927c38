import { tz } from '@date-fns/tz/tz'
import { format } from 'date-fns/format'
import { parse } from 'date-fns/parse'
import { dayMs, instantOf, isInstantMs } from '../../domain/instant.js'
import type { Instant } from '../../domain/payments/payment.js'
import { dayOf, isReportDay, localInstant } from '../../domain/calendar.js'
import { compiledPattern } from './pattern.js'
import { collapsed, longestValue } from './text.js'

/** A day, and the instant where the text tells the time. */
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

const utc = tz('UTC')
const options = { in: utc }
/** Fixed, so that two-digit years mean the same for ever: 1950 … 2049. */
const reference = Date.UTC(2000, 0, 1)
/** No two of its numbers are alike, and it is after noon. */
const sample = Date.UTC(2021, 10, 23, 17)
const rememberedDays = 1000

/** By date-fns: what `compiledPattern` does not know, names of months and days among it. */
function slowPattern(pattern: string): (text: string) => number | null {
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

/** Tries the pattern out: one that cannot tell the day is known before any row is read. */
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
    return refuse('must tell day, month and year (dd, MM, yyyy), and the half of the day (a) of hours up to 12 (hh)')
  }
  return {
    read: compiledPattern(pattern) ?? slowPattern(pattern),
    hasTime: read === sample,
    isZoned: /[xXtT]/.test(letters),
  }
}

/**
 * Instants of local times (epoch milliseconds as if UTC). An hour that comes twice is taken for the first time; one
 * that was left out, for the moment at which it was.
 */
function localClock(timeZone: string): (localMs: number) => number {
  /** By day: how far local time is ahead of UTC, or null where that changes. */
  const offsets = new Map<number, number | null>()
  return (localMs) => {
    const day = Math.floor(localMs / dayMs)
    let offset = offsets.get(day)
    if (offset === undefined) {
      if (offsets.size >= rememberedDays) offsets.clear()
      const start = localInstant(day * dayMs, timeZone)
      const isEven = localInstant((day + 1) * dayMs - 1, timeZone) - start === dayMs - 1
      offset = isEven ? day * dayMs - start : null
      offsets.set(day, offset)
    }
    return offset === null ? localInstant(localMs, timeZone) : localMs - offset
  }
}

/** @param refuse is told the index of a wrong pattern and what is wrong with it */
export function dateReader(
  dates: readonly string[],
  timeZone: string,
  refuse: (index: number, problem: string) => never,
): DateReader {
  const patterns = dates.map((pattern, index) => patternOf(pattern, (problem) => refuse(index, problem)))
  const instantAt = localClock(timeZone)

  function readAs({ read, hasTime, isZoned }: Pattern, text: string): ReadDate | null {
    const ms = read(text)
    if (ms === null || !isInstantMs(ms)) return null
    const day = isZoned ? dayOf(instantOf(ms), timeZone) : instantOf(ms).slice(0, 10)
    if (!isReportDay(day)) return null
    return { day, at: hasTime ? instantOf(isZoned ? ms : instantAt(ms)) : null }
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
