/** Times as M-Pesa writes them: in Nairobi, which is three hours ahead of UTC all year. */
import { isCalendarDate } from '../../domain/instant.js'

const offsetMs = 3 * 3_600_000

function localText(ms: number): string {
  return new Date(ms + offsetMs).toISOString()
}

/**
 * Writes epoch milliseconds as `YYYYMMDDHHmmss`.
 *
 * @example nairobiDigits(Date.parse('2026-11-20T21:30:05Z')) // => '20261121003005'
 */
export function nairobiDigits(ms: number): string {
  return localText(ms).slice(0, 19).replaceAll(/\D/g, '')
}

/** Writes epoch milliseconds as `YYYY-MM-DD HH:mm:ss`. */
export function nairobiText(ms: number): string {
  return localText(ms).slice(0, 19).replace('T', ' ')
}

/** Returns the calendar day `YYYY-MM-DD`. */
export function nairobiDay(ms: number): string {
  return localText(ms).slice(0, 10)
}

const shape = /^(\d{4})-?(\d{2})-?(\d{2})[T ]?(\d{2}):?(\d{2})(?::?(\d{2}))?(?:\.\d+)?(Z?)$/

/**
 * Reads `YYYYMMDDHHmmss`, or the same with punctuation. Only a text that ends with `Z` is in UTC. Returns epoch milliseconds;
 * `null` for anything else.
 */
export function nairobiMs(text: string): number | null {
  const [, year, month, day, hour, minute, second = '00', zone] = shape.exec(text) ?? []
  if (day === undefined || !isCalendarDate(`${year}-${month}-${day}`)) return null
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(ms)) return null
  return zone === 'Z' ? ms : ms - offsetMs
}
