import { isTimeZone } from '../../domain/calendar.js'
import { expected, type Finding } from './finding.js'

export function checkZone(timeZone: string | undefined): Finding {
  if (timeZone === undefined) {
    return {
      name: 'time zone',
      status: 'warning',
      found: 'UTC, because none was given',
      todo: 'give --time-zone or HP_TIME_ZONE, such as Africa/Nairobi: days of reports begin and end there',
    }
  }
  return expected(isTimeZone(timeZone), {
    name: 'time zone',
    found: isTimeZone(timeZone) ? timeZone : 'unknown here',
    todo: 'give the IANA name of a zone, such as Africa/Nairobi',
  })
}
