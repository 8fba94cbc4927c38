import type { Instant } from './payment.js'

export const dayMs = 86_400_000

/** 0000-01-01 to 9999-12-31: outside, an instant would not be 24 characters that sort as text. */
const earliest = Date.UTC(2000, 0, 1) - 730_485 * dayMs
const latest = Date.UTC(9999, 11, 31) + dayMs - 1

const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/

/** Whether `ms` (epoch milliseconds) can be written as an `Instant`. */
export function isInstantMs(ms: number): boolean {
  return Number.isInteger(ms) && ms >= earliest && ms <= latest
}

/** @example instantOf(0) // => '1970-01-01T00:00:00.000Z' */
export function instantOf(ms: number): Instant {
  return new Date(ms).toISOString()
}

/** Epoch milliseconds. */
export function millisecondsOf(instant: Instant): number {
  return Date.parse(instant)
}

/** Whether `text` is `YYYY-MM-DD` and names a day that the calendar has. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00.000Z`)
  // Date.parse rolls 30 February over into March.
  return !Number.isNaN(ms) && instantOf(ms).slice(0, 10) === text
}

/**
 * Reads ISO 8601 with Z or an offset, to the millisecond (further digits are cut off), and gives it in UTC;
 * `null` for anything else, days that do not exist included.
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

/** Whether `instant` is later than `limit`; both in the one form of `Instant`. */
export function isAfter(instant: Instant, limit: Instant): boolean {
  return instant > limit
}
