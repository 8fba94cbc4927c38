import { PaymentError } from '../errors.js'
import { dayMs, instantOf, isCalendarDate, millisecondsOf } from './instant.js'
import type { Instant } from './payments/payment.js'

/** A range of calendar days `YYYY-MM-DD`, both inclusive. */
export interface DateRange {
  from?: string | undefined
  to?: string | undefined
}

/** A range of days as instants: from `from` on, and before `before`. */
export interface Period {
  from?: Instant
  before?: Instant
}

const hourMs = 3_600_000
/** The distance within which a local midnight lies of the same midnight in UTC: no offset is larger than 15 hours. */
const reachMs = 16 * hourMs
/** A time within which no zone ever changed its offset twice. */
const stepMs = 4 * hourMs
const firstYear = 1970
const lastYear = 9998

const formatters = new Map<string, Intl.DateTimeFormat>()

function offsetFormatter(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/** The offset that was computed last: one call of the library needs that of one time again and again. */
let lastOffset = { second: Number.NaN, timeZone: '', offset: 0 }

/** Returns the milliseconds that local time is ahead of UTC at `ms`; an offset changes only between two seconds. */
function offsetAt(ms: number, timeZone: string): number {
  const second = Math.floor(ms / 1000)
  if (second !== lastOffset.second || timeZone !== lastOffset.timeZone)
    lastOffset = { second, timeZone, offset: computeOffset(ms, timeZone) }
  return lastOffset.offset
}

/**
 * Computes the milliseconds that local time is ahead of UTC at `ms`. `tzOffset` of @date-fns/tz is not used here: it
 * drops the sign of offsets between -1 h and 0 (Africa/Monrovia until 1972).
 */
function computeOffset(ms: number, timeZone: string): number {
  const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(offsetFormatter(timeZone).format(ms))
  if (!match) return 0
  const [, sign, hours, minutes, seconds = '0'] = match
  const size = Number(hours) * hourMs + Number(minutes) * 60_000 + Number(seconds) * 1000
  return sign === '-' ? -size : size
}

/** Finds the first instant in (start, end) with another offset than `start`; `end` where there is none. */
function nextOffsetChange(start: number, end: number, timeZone: string): number {
  const offset = offsetAt(start, timeZone)
  for (let low = start; low < end; low += stepMs) {
    let high = Math.min(low + stepMs, end)
    if (offsetAt(high, timeZone) === offset) continue
    for (let same = low; high - same > 1;) {
      const middle = Math.floor((same + high) / 2)
      if (offsetAt(middle, timeZone) === offset) same = middle
      else high = middle
    }
    return high
  }
  return end
}

/** Checks that `timeZone` is an IANA name that this machine has; offsets such as `+03:00` are not names. */
export function isTimeZone(timeZone: unknown): timeZone is string {
  if (typeof timeZone !== 'string' || !/^[A-Za-z]/.test(timeZone)) return false
  try {
    offsetFormatter(timeZone)
    return true
  } catch {
    return false
  }
}

/**
 * Finds the first instant at which a clock in `timeZone` shows this time or a later one. Of an hour that comes twice it
 * is the first one; for an hour that is left out, the moment of the change. Both are epoch milliseconds, local time as
 * if it were UTC.
 *
 * @example
 * localInstant(Date.UTC(2026, 10, 20, 12), 'Africa/Nairobi') === Date.UTC(2026, 10, 20, 9) // => true
 */
export function localInstant(localMs: number, timeZone: string): number {
  const end = localMs + reachMs
  let start = localMs - reachMs
  for (;;) {
    // Between two changes of the offset, local time is plain arithmetic.
    const change = nextOffsetChange(start, end, timeZone)
    const first = Math.max(start, localMs - offsetAt(start, timeZone))
    if (first < change) return first
    start = change
  }
}

/** Returns midnight of a day in UTC, in epoch milliseconds. */
function midnightOf(day: string): number {
  return millisecondsOf(`${day}T00:00:00.000Z`)
}

/**
 * Finds the first instant whose local calendar day is `day` or a later one. It is right for days without midnight, for
 * midnights that come twice, and for days that never were (Pacific/Apia 2011-12-30 starts when the 31st does).
 *
 * @example
 * startOfDay('2026-11-20', 'Africa/Addis_Ababa') // => '2026-11-19T21:00:00.000Z'
 */
export function startOfDay(day: string, timeZone: string): Instant {
  return instantOf(localInstant(midnightOf(day), timeZone))
}

/**
 * Returns `startOfDay` of one time zone with a memory of its results: finding the start of a day takes a while, and the
 * lines of a statement, or the payments of one line, need the same days again and again.
 *
 * @example
 * const startOf = startsOfDays('Africa/Addis_Ababa')
 * startOf('2026-11-20') // => '2026-11-19T21:00:00.000Z'
 */
export function startsOfDays(timeZone: string): (day: string) => Instant {
  const starts = new Map<string, Instant>()
  return (day) => {
    let start = starts.get(day)
    if (start === undefined) starts.set(day, (start = startOfDay(day, timeZone)))
    return start
  }
}

/** Adds days to a calendar day; a number below 0 goes back. */
export function plusDays(day: string, days: number): string {
  return instantOf(midnightOf(day) + days * dayMs).slice(0, 10)
}

/**
 * Returns the calendar day of an instant in `timeZone`.
 *
 * @example
 * dayOf('2026-11-20T21:00:00.000Z', 'Africa/Addis_Ababa') // => '2026-11-21'
 */
export function dayOf(instant: Instant, timeZone: string): string {
  const ms = millisecondsOf(instant)
  return instantOf(ms + offsetAt(ms, timeZone)).slice(0, 10)
}

/** Checks that `text` is a calendar day `YYYY-MM-DD` that payments and statements can have. */
export function isReportDay(text: string): boolean {
  const year = Number(text.slice(0, 4))
  return isCalendarDate(text) && year >= firstYear && year <= lastYear
}

/** Checks that `text` is a month `YYYY-MM` whose days payments and statements can have. */
export function isReportMonth(text: string): boolean {
  return /^\d{4}-\d{2}$/.test(text) && isReportDay(`${text}-01`)
}

/** Returns the month of a day, such as `2026-11`. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/** Returns the first day of a month, its last day, and the first day of the month after it. */
export function edgesOfMonth(month: string): { first: string; last: string; next: string } {
  const first = `${month}-01`
  // No month has 32 days, and none that follows ends within four of them.
  const next = `${monthOf(plusDays(first, 31))}-01`
  return { first, last: plusDays(next, -1), next }
}

/** Lists the days from one to another, both inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push(day)
  return days
}

/** Joins days that follow one another: each run of them, the first to the last, as one range. */
export function runsOfDays(days: readonly string[]): { from: string; to: string }[] {
  const runs: { from: string; to: string }[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last?.to === plusDays(day, -1)) last.to = day
    else runs.push({ from: day, to: day })
  }
  return runs
}

function refuse(field: 'from' | 'to', problem: string): never {
  throw new PaymentError('invalid_date_range', `${field} ${problem}.`, { details: { field } })
}

/**
 * Checks that both days are calendar days, in order.
 *
 * @throws PaymentError `invalid_date_range`
 */
export function checkDateRange({ from, to }: DateRange): void {
  for (const [field, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (day !== undefined && !isReportDay(day)) {
      refuse(field, `is not a calendar day YYYY-MM-DD of ${firstYear} to ${lastYear}`)
    }
  }
  if (from !== undefined && to !== undefined && from > to) refuse('from', 'is after to')
}

/**
 * Converts a range of days to instants in `timeZone`.
 *
 * @throws PaymentError `invalid_date_range`
 */
export function periodOf({ from, to }: DateRange, timeZone: string): Period {
  checkDateRange({ from, to })
  return {
    ...(from !== undefined && { from: startOfDay(from, timeZone) }),
    ...(to !== undefined && { before: startOfDay(plusDays(to, 1), timeZone) }),
  }
}
