/** The arguments of the calls about waivers. */
import { type DateRange, periodOf } from '../../domain/calendar.js'
import { maxLength } from '../../domain/limits.js'
import { type WaiverStatus, waiverStatuses } from '../../domain/waivers/waiver.js'
import type { CsvOptions } from './csv.js'
import { csvFields } from './csv.js'
import * as field from './fields.js'
import { pageFields, type PageOptions } from './page.js'

/** The part of a bill that a scheme is asked to pay. */
export interface WaiverRequest {
  paymentId: string
  /** Integer, minor units; at most what is open of the payment. */
  amount: number
  /** The scheme that pays: 1 to 40 characters of `[a-z0-9_.-]`. */
  scheme: string
  /** The reason as a word of the same form, such as `no_income`. */
  reason: string
  /** A free text for people, up to 2,000 characters; it may be erased. */
  note?: string | undefined
}

/** The person who asks for a waiver; required, because another has to approve it. */
export interface RequestWaiverOptions {
  actor: string
  /** A key of 1 … 255 visible ASCII characters. A repeated call with the same key and request answers the same waiver. */
  idempotencyKey?: string | undefined
}

/** The person who approves; another than the one who asked. */
export interface ApproveWaiverOptions {
  actor: string
}

/** The reason for which a waiver is rejected or canceled, and the person. */
export interface EndWaiverOptions {
  reason: string
  actor: string
}

/** The reason for which a waiver is revoked, and the person; a payment that succeeded wants `payments: 'reverse'`. */
export interface RevokeWaiverOptions extends EndWaiverOptions {
  payments?: 'reverse' | undefined
}

/** The waivers of a list or an export. All fields are optional; a waiver matches all that are set. */
export interface WaiverFilter extends DateRange {
  paymentId?: string | undefined
  status?: WaiverStatus | undefined
  scheme?: string | undefined
}

/** The waivers of a page; all fields are optional. */
export interface WaiversQuery extends WaiverFilter, PageOptions {}

/** The waivers of an export, and the form of the CSV. */
export interface WaiversExportQuery extends WaiverFilter, CsvOptions {}

const wordShape = /^[a-z0-9_.-]{1,40}$/
const word = (examples: readonly string[]) =>
  field.described(field.text.regex(wordShape, 'must be 1 to 40 characters of a-z, 0-9, _, . and -'), { examples })

export const scheme = word(['poor_patients'])
export const waiverReason = word(['no_income'])
export const waiverNote = field.described(field.someText(maxLength.note), { description: 'A text for people.' })

export const waiverRequest = field.object({
  paymentId: field.text,
  amount: field.amount,
  scheme,
  reason: waiverReason,
  note: waiverNote.optional(),
})
export const requestWaiverOptions = field.object({
  actor: field.actor,
  idempotencyKey: field.idempotencyKey.optional(),
})
export const approveWaiverOptions = field.object({ actor: field.actor })
export const endWaiverOptions = field.object({ reason: field.reason, actor: field.actor })
export const revokeWaiverOptions = field.object({
  reason: field.reason,
  payments: field.oneOf(['reverse']).optional(),
  actor: field.actor,
})

export const waiverFilterFields = {
  paymentId: field.text.optional(),
  status: field.oneOf(waiverStatuses).optional(),
  scheme: field.text.optional(),
  from: field.dayText.optional(),
  to: field.dayText.optional(),
}

export const waiversQuery = field.object({ ...waiverFilterFields, ...pageFields })
export const waiversExportQuery = field.object({ ...waiverFilterFields, ...csvFields })

/** Returns the query of rows of a filter, by the list whose index has the fewest other waivers. */
export function rowsOfWaivers({ paymentId, status, scheme: ofScheme, from, to }: WaiverFilter, timeZone: string) {
  const period = periodOf({ from, to }, timeZone)
  const others = status !== undefined ? 'status' : ofScheme !== undefined ? 'scheme' : 'created'
  return {
    list: paymentId !== undefined ? 'payment' : others,
    where: { paymentId, status, scheme: ofScheme },
    from: period.from,
    before: period.before,
  }
}
