/** What people send about closed days and receipts. */
import { isReportDay } from '../../domain/calendar.js'
import * as field from './fields.js'
import { pageFields, type PageOptions } from './page.js'

/** One day of one account. */
export interface DayOfSource {
  /** The account, as imports were given it. */
  source: string
  /** A calendar day `YYYY-MM-DD` of the hospital. */
  day: string
}

/** Which day is closed, and who closes it. */
export interface CloseDayOptions extends DayOfSource {
  actor: string
}

/** Which day is reopened, who reopens it, and why. */
export interface ReopenDayOptions extends CloseDayOptions {
  reason: string
}

/** Which closings a page shows; everything may be left out. */
export interface ClosingsQuery extends PageOptions {
  source?: string | undefined
  /** Days that were closed, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** Which account's chain is verified. */
export interface VerifyQuery {
  source: string
}

/** Which day is reported. */
export interface DayReportQuery {
  day: string
  /** Only payments of this channel. */
  channel?: string | undefined
}

/** Which receipts a page shows; everything may be left out. */
export interface ReceiptsQuery extends PageOptions {
  year?: number | undefined
}

const day = field.text.refine(isReportDay, 'must be a calendar day YYYY-MM-DD of 1970 to 9998')
const ofSource = { source: field.reference, day }

export const dayOfSource = field.object(ofSource)
export const closeDayOptions = field.object({ ...ofSource, actor: field.actor })
export const reopenDayOptions = field.object({ ...ofSource, actor: field.actor, reason: field.reason })
export const closingsQuery = field.object({
  source: field.text.optional(),
  from: field.text.optional(),
  to: field.text.optional(),
  ...pageFields,
})
export const verifyQuery = field.object({ source: field.reference })
export const dayReportQuery = field.object({ day, channel: field.text.optional() })
export const receiptsQuery = field.object({ year: field.year.optional(), ...pageFields })
