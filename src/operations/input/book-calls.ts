/** The arguments of the calls about the books: the journal, the audit and the sums by person. */
import { type DateRange, periodOf } from '../../domain/calendar.js'
import type { EventPeriod } from '../../repository/event-port.js'
import { csvFields, type CsvOptions, type ExportOptions } from './csv.js'
import * as field from './fields.js'
import { pageFields, type PageOptions } from './page.js'

/** The local days of a journal, an audit or of sums, both inclusive, in the service's time zone. */
export interface DaysQuery {
  /** The first calendar day `YYYY-MM-DD`. */
  from: string
  /** The last calendar day `YYYY-MM-DD`. */
  to: string
}

/** The days of a journal, on which its entries were recorded, and the accounts of its lines. */
export interface JournalQuery extends DaysQuery {
  /** At most 100 accounts, compared byte for byte; default all. */
  accounts?: readonly string[] | undefined
}

/** The form of a journal, and a signal that ends it. */
export interface JournalOptions extends CsvOptions, ExportOptions {
  /** `false` leaves `memo` empty, for readers who may not see the narrations of lines; default `true`. */
  memo?: boolean | undefined
}

/** The days of an audit, on which people acted, and the person. */
export interface AuditFilter extends DaysQuery {
  /** The person, compared byte for byte; default all, and what the library did by itself. */
  actor?: string | undefined
}

/** A page of an audit. */
export interface AuditQuery extends AuditFilter, PageOptions {}

const maxAccounts = 100
const accountsRule = `must be a list of 1 to ${maxAccounts} accounts`
const days = { from: field.dayText, to: field.dayText }
const auditFields = { ...days, actor: field.actor.optional() }

export const daysQuery = field.object(days)
export const journalQuery = field.object({
  ...days,
  accounts: field.list(field.account, { min: 1, max: maxAccounts }, accountsRule).optional(),
})
export const exportOptions = field.object({ ...csvFields, signal: field.signal.optional() })
export const journalOptions = exportOptions.extend({ memo: field.truth.default(true) })
export const auditQuery = field.object({ ...auditFields, ...pageFields })
export const auditFilter = field.object(auditFields)

/**
 * Returns the instants of a range of days.
 *
 * @throws PaymentError `invalid_date_range`
 */
export function eventPeriod({ from, to }: DaysQuery, timeZone: string): EventPeriod {
  return periodOf({ from, to } satisfies DateRange, timeZone) as EventPeriod
}
