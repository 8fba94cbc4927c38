import { PaymentError } from '../errors.js'
import { dayMs, instantOf, isCalendarDate, millisecondsOf } from './instant.js'
import type { Instant } from './payments/payment.js'

/** Calendar days `YYYY-MM-DD`, both inclusive. */
export interface DateRange {
  from?: string | undefined
  to?: string | undefined
}

/** The same range as instants, half-open. */
export interface Period {
  from?: Instant
  before?: Instant
}

const hourMs = 3_600_000
/** No offset from UTC is larger than 15 hours, so a local midnight lies this near to the same midnight in UTC. */
const reachMs = 16 * hourMs
/** No zone ever changed its offset twice within this time. */
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

/**
 * Milliseconds that local time is ahead of UTC at `ms`. `tzOffset` of @date-fns/tz is not used here: it drops the sign
 * of offsets between -1 h and 0 (Africa/Monrovia until 1972).
 */
function offsetAt(ms: number, timeZone: string): number {
  const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(offsetFormatter(timeZone).format(ms))
  if (!match) return 0
  const [, sign, hours, minutes, seconds = '0'] = match
  const size = Number(hours) * hourMs + Number(minutes) * 60_000 + Number(seconds) * 1000
  return sign === '-' ? -size : size
}

/** The first instant in (start, end) with another offset than `start`, or `end`. */
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

/** Whether `timeZone` is an IANA name that this machine knows; offsets such as `+03:00` are none. */
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
 * The first instant at which a clock in `timeZone` shows this time or a later one: of an hour that comes twice the
 * first one, for an hour that is left out the moment at which it is. Both are epoch milliseconds, local time as if it
 * were UTC.
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

/** In UTC. */
function midnightOf(day: string): number {
  return millisecondsOf(`${day}T00:00:00.000Z`)
}

/**
 * The first instant whose local calendar day is `day` or a later one: right for days without midnight, for midnights
 * that come twice, and for days that never were (Pacific/Apia 2011-12-30 starts when the 31st does).
 *
 * @example
 * startOfDay('2026-11-20', 'Africa/Addis_Ababa') // => '2026-11-19T21:00:00.000Z'
 */
export function startOfDay(day: string, timeZone: string): Instant {
  return instantOf(localInstant(midnightOf(day), timeZone))
}

/**
 * Gives `startOfDay` of one time zone, and remembers what it gave: finding where a day starts takes a while, and the lines of a
 * statement, or the payments of one line, ask for the same days again and again.
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

/** The calendar day so many days after `day`, or before it. */
export function plusDays(day: string, days: number): string {
  return instantOf(midnightOf(day) + days * dayMs).slice(0, 10)
}

/**
 * The calendar day on which `instant` is in `timeZone`.
 *
 * @example
 * dayOf('2026-11-20T21:00:00.000Z', 'Africa/Addis_Ababa') // => '2026-11-21'
 */
export function dayOf(instant: Instant, timeZone: string): string {
  const ms = millisecondsOf(instant)
  return instantOf(ms + offsetAt(ms, timeZone)).slice(0, 10)
}

/** Whether `text` is a calendar day `YYYY-MM-DD` that payments and statements can be of. */
export function isReportDay(text: string): boolean {
  const year = Number(text.slice(0, 4))
  return isCalendarDate(text) && year >= firstYear && year <= lastYear
}

function refuse(field: 'from' | 'to', problem: string): never {
  throw new PaymentError('invalid_date_range', `${field} ${problem}.`, { details: { field } })
}

/** @throws PaymentError `invalid_date_range` */
export function checkDateRange({ from, to }: DateRange): void {
  for (const [field, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (day !== undefined && !isReportDay(day)) {
      refuse(field, `is no calendar day YYYY-MM-DD of ${firstYear} to ${lastYear}`)
    }
  }
  if (from !== undefined && to !== undefined && from > to) refuse('from', 'is after to')
}

/** @throws PaymentError `invalid_date_range` */
export function periodOf({ from, to }: DateRange, timeZone: string): Period {
  checkDateRange({ from, to })
  return {
    ...(from !== undefined && { from: startOfDay(from, timeZone) }),
    ...(to !== undefined && { before: startOfDay(plusDays(to, 1), timeZone) }),
  }
}
