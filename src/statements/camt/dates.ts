import { parseInstant } from '../../domain/instant.js'
import type { Instant } from '../../domain/payments/payment.js'
import { isReportDay } from '../../domain/calendar.js'
import { childOf, type Element, holding, text, textAt } from './element.js'

export const dateShape = holding({ Dt: text, DtTm: text })

/** A `BookgDt` or `ValDt`. */
interface WrittenDate {
  /** As written: the day of the place whose offset the file gives. */
  day: string
  /** Where it gives a time with its zone. */
  instant?: Instant
}

const zone = /(?:Z|[+-]\d{2}:\d{2})$/

/** XML Schema lets days have a zone too, which has no meaning for a booking day. */
function readDay(written: string): WrittenDate | null {
  const day = written.replace(zone, '')
  return isReportDay(day) ? { day } : null
}

function readTime(written: string): WrittenDate | null {
  const hasZone = zone.test(written)
  const instant = parseInstant(hasZone ? written : `${written}Z`)
  const day = written.slice(0, 10)
  if (instant === null || !isReportDay(day)) return null
  return hasZone ? { day, instant } : { day }
}

/** `undefined` where the entry has no such date, `null` where it cannot be read. */
export function dateOf(entry: Element, name: 'BookgDt' | 'ValDt'): WrittenDate | null | undefined {
  const date = childOf(entry, name)
  const [day, time] = [textAt(date, 'Dt'), textAt(date, 'DtTm')]
  if (day !== '') return readDay(day)
  return time === '' ? undefined : readTime(time)
}
