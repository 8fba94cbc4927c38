/** Days of the Ethiopian calendar: twelve months of 30 days, and a month 13 of 5 days, or of 6 in every fourth year. */
import { dayMs } from './instant.js'

/** The first day of the year 1 of the Ethiopian calendar, in days since 1970. */
const firstDay = -716_367

/** A day of the Ethiopian calendar, in numbers. */
export interface EthiopicDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Returns the midnight UTC of the Gregorian day of an Ethiopian one; `null` for no day. */
export function ethiopicMidnight({ year, month, day }: EthiopicDay): number | null {
  const days = month < 13 ? 30 : year % 4 === 3 ? 6 : 5
  if (year < 1 || year > 9990 || month < 1 || month > 13 || day < 1 || day > days) return null
  return (firstDay + 365 * (year - 1) + Math.floor(year / 4) + 30 * (month - 1) + day - 1) * dayMs
}

/** Returns the Ethiopian day of a midnight UTC. */
export function ethiopicDayOf(midnight: number): EthiopicDay {
  const days = Math.floor(midnight / dayMs) - firstDay
  // Four years have 1461 days; the third of them is the long one.
  const year = Math.floor((4 * days + 1463) / 1461)
  const rest = days - (365 * (year - 1) + Math.floor(year / 4))
  return { year, month: Math.floor(rest / 30) + 1, day: (rest % 30) + 1 }
}
