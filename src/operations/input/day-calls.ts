/** What people send about closed days and receipts. */
import { isReportDay } from '../../domain/calendar.js'
import * as field from './fields.js'
import { pageFields, type PageOptions } from './page.js'

/** One day of one account. */
export interface DayOfAccount {
  /** The account, as imports were given it. */
  account: string
  /** A calendar day `YYYY-MM-DD` of the hospital. */
  day: string
}

/** Which day is closed, and who closes it. */
export interface CloseDayOptions extends DayOfAccount {
  actor: string
}

/** Which day is reopened, who reopens it, and why. */
export interface ReopenDayOptions extends CloseDayOptions {
  reason: string
}

/** Which closings a page shows; everything may be left out. */
export interface ClosingsQuery extends PageOptions {
  account?: string | undefined
  /** Days that were closed, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** Which account's chain is verified. */
export interface VerifyQuery {
  account: string
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
const ofAccount = { account: field.reference, day }

export const dayOfAccount = field.object(ofAccount)
export const closeDayOptions = field.object({ ...ofAccount, actor: field.actor })
export const reopenDayOptions = field.object({ ...ofAccount, actor: field.actor, reason: field.reason })
export const closingsQuery = field.object({
  account: field.text.optional(),
  from: field.text.optional(),
  to: field.text.optional(),
  ...pageFields,
})
export const verifyQuery = field.object({ account: field.reference })
export const dayReportQuery = field.object({ day, channel: field.text.optional() })
export const receiptsQuery = field.object({ year: field.year.optional(), ...pageFields })
