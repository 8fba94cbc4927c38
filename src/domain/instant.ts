import type { Instant } from './payments/payment.js'

export const dayMs = 86_400_000

/** The number of characters of an `Instant`. */
export const instantLength = 24

/**
 * The limits of instants, 0000-01-01 to 9999-12-31: outside, an instant would not be 24 characters that sort as text.
 */
const earliest = Date.UTC(2000, 0, 1) - 730_485 * dayMs
const latest = Date.UTC(9999, 11, 31) + dayMs - 1

const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/

/** Checks that `ms` (epoch milliseconds) can be written as an `Instant`. */
export function isInstantMs(ms: number): boolean {
  return Number.isInteger(ms) && ms >= earliest && ms <= latest
}

/**
 * The day of the last instant that was written: most instants have the same day as the one before, and `toISOString` of
 * each takes three times as long.
 */
let lastDay = 0
let lastDayText = '1970-01-01T'
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/**
 * Writes epoch milliseconds as an `Instant`.
 *
 * @param ms an integer that `isInstantMs` accepts
 * @example instantOf(0) // => '1970-01-01T00:00:00.000Z'
 */
export function instantOf(ms: number): Instant {
  const day = Math.floor(ms / dayMs)
  if (day !== lastDay) {
    lastDayText = new Date(ms).toISOString().slice(0, 11)
    lastDay = day
  }
  const inDay = ms - day * dayMs
  const seconds = Math.floor(inDay / 1000)
  const [hour, minute, second] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const milliseconds = String(inDay % 1000).padStart(3, '0')
  return `${lastDayText}${twoDigits[hour]}:${twoDigits[minute]}:${twoDigits[second]}.${milliseconds}Z`
}

/** The last instant that was converted: the rows of one change have the same again and again. */
let lastInstant = '1970-01-01T00:00:00.000Z'
let lastMilliseconds = 0

/** Converts an instant to epoch milliseconds. */
export function millisecondsOf(instant: Instant): number {
  if (instant !== lastInstant) {
    lastMilliseconds = Date.parse(instant)
    lastInstant = instant
  }
  return lastMilliseconds
}

/** The last calendar day that was accepted: most texts have the same day as the one before. */
let lastDate = '1970-01-01'
const dayShape = /^\d{4}-\d{2}-\d{2}$/

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Checks that `text` is `YYYY-MM-DD` and a day of the calendar (ISO 8601: Gregorian, whatever the year). */
export function isCalendarDate(text: string): boolean {
  if (text === lastDate) return true
  if (!dayShape.test(text)) return false
  const [month, day] = [Number(text.slice(5, 7)), Number(text.slice(8))]
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(Number(text.slice(0, 4)), month)
  if (isDate) lastDate = text
  return isDate
}

/**
 * Reads ISO 8601 with Z or an offset, to the millisecond (further digits are cut off), and returns it in UTC; `null`
 * for anything else, days that do not exist included.
 *
 * @example
 * parseInstant('2026-11-20T12:00:00+03:00') // => '2026-11-20T09:00:00.000Z'
 * parseInstant('2026-02-30T12:00:00Z') // => null
 */
export function parseInstant(text: string): Instant | null {
  if (!shape.test(text) || !isCalendarDate(text.slice(0, 10))) return null
  const hour = Number(text.slice(11, 13))
  const ms = Date.parse(text)
  return hour < 24 && isInstantMs(ms) ? instantOf(ms) : null
}

/** Checks that `instant` is later than `limit`. */
export function isAfter(instant: Instant, limit: Instant): boolean {
  return instant > limit
}
