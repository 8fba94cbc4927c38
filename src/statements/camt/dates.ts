import { parseInstant } from '../../domain/instant.js'
import type { Instant } from '../../domain/payments/payment.js'
import { isReportDay } from '../../domain/calendar.js'
import { holding, type Shape, text } from './element.js'

/** A `BookgDt` or `ValDt` as written; '' for what is not there. */
export interface DateTexts {
  day: string
  time: string
}

export function dateShape(dateTexts: () => DateTexts): Shape {
  return holding({
    Dt: text((written) => void (dateTexts().day ||= written)),
    DtTm: text((written) => void (dateTexts().time ||= written)),
  })
}

/** The meaning of a `BookgDt` or `ValDt`. */
interface WrittenDate {
  /** The day as written: that of the place whose offset the file gives. */
  day: string
  /** The instant where it gives a time with its zone. */
  instant?: Instant
}

const zone = /(?:Z|[+-]\d{2}:\d{2})$/

/** Reads a day. XML Schema lets days have a zone too, which has no meaning for a booking day. */
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

/** Reads a date; `undefined` where there is none, `null` where it cannot be read. */
export function dateOf({ day, time }: DateTexts): WrittenDate | null | undefined {
  if (day !== '') return readDay(day)
  return time === '' ? undefined : readTime(time)
}
