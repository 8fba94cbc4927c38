/** The arguments of the calls about closed days. */
import { isReportDay, isReportMonth } from '../../domain/calendar.js'
import { csvFields, type CsvOptions } from './csv.js'
import * as field from './fields.js'
import { pageFields, type PageOptions } from './page.js'

/** One day of one account. */
export interface DayOfAccount {
  /** The account, as imports name it. */
  account: string
  /** A calendar day `YYYY-MM-DD` of the hospital. */
  day: string
}

/** A day to close, and the person who closes it. */
export interface CloseDayOptions extends DayOfAccount {
  /** The person who closes the day, for the chain. */
  actor: string
}

/** The last day to close, and the person who closes all days up to it. */
export interface CloseThroughOptions extends CloseDayOptions {
  /** A calendar day `YYYY-MM-DD` of the hospital; the days before it that have lines are closed as well. */
  day: string
}

/** A day to reopen, the person who reopens it, and the reason. */
export interface ReopenDayOptions extends CloseDayOptions {
  reason: string
}

/** The closings of a page; all fields are optional. */
export interface ClosingsQuery extends PageOptions {
  account?: string | undefined
  /** The range of the closed days, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** The closings of an export, and the form of the CSV. */
export interface ClosingsExportQuery extends CsvOptions {
  account?: string | undefined
  /** The range of the closed days, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** The month of a tie-out. */
export interface MonthQuery {
  /** `YYYY-MM` */
  month: string
  /** The only account; default all. */
  account?: string | undefined
}

/** The account whose chain is verified. */
export interface VerifyQuery {
  account: string
}

/** The day of a report. */
export interface DayReportQuery {
  day: string
  /** The only channel whose payments are counted; default all. */
  channel?: string | undefined
}

const day = field.described(field.text.refine(isReportDay, 'must be a calendar day YYYY-MM-DD of 1970 to 9998'), {
  format: 'date',
  examples: ['2026-11-20'],
})
const ofAccount = { account: field.account, day }

export const dayOfAccount = field.object(ofAccount)
export const closeDayOptions = field.object({ ...ofAccount, actor: field.actor })
export const reopenDayOptions = field.object({ ...ofAccount, actor: field.actor, reason: field.reason })
const closingFilterFields = {
  account: field.text.optional(),
  from: field.dayText.optional(),
  to: field.dayText.optional(),
}
export const closingsQuery = field.object({ ...closingFilterFields, ...pageFields })
export const closingsExportQuery = field.object({ ...closingFilterFields, ...csvFields })
export const month = field.described(field.text.refine(isReportMonth, 'must be a month YYYY-MM of 1970 to 9998'), {
  pattern: '^\\d{4}-\\d{2}$',
  examples: ['2026-11'],
})
export const monthQuery = field.object({ month, account: field.account.optional() })
export const verifyQuery = field.object({ account: field.reference })
export const dayReportQuery = field.object({ day, channel: field.text.optional() })
