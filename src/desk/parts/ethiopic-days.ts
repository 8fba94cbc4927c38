/** Days as people write them in the Ethiopian calendar: `16/3/2019 EC`. */
import { isReportDay } from '../../domain/calendar.js'
import { ethiopicDayOf, ethiopicMidnight } from '../../domain/ethiopic.js'
import { instantOf, millisecondsOf } from '../../domain/instant.js'

/** Day, month, year, and the mark of the calendar in Latin or Ethiopic letters. */
const shape = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) ?(?:e\.?c\.?|ዓ[./]ም\.?)$/i

/** Returns the calendar day `YYYY-MM-DD` of an Ethiopian day that was typed; any other text as it is. */
export function typedDay(text: string): string {
  const [day, month, year] = (shape.exec(text)?.slice(1) ?? []).map(Number)
  if (day === undefined || month === undefined || year === undefined) return text
  const midnight = ethiopicMidnight({ year, month, day })
  return midnight === null ? text : instantOf(midnight).slice(0, 10)
}

/** Writes a calendar day `YYYY-MM-DD` as a person types it; any other text as it is. */
export function dayToType(text: string): string {
  if (!isReportDay(text)) return text
  const { day, month, year } = ethiopicDayOf(millisecondsOf(`${text}T00:00:00.000Z`))
  return `${day}/${month}/${year} EC`
}
