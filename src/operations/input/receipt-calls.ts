/** The arguments of the calls about receipts. */
import type { DateRange } from '../../domain/calendar.js'
import { csvFields, type CsvOptions } from './csv.js'
import * as field from './fields.js'
import { pageFields, type PageOptions } from './page.js'

/** The receipts of a list or an export. All fields are optional; a receipt matches all that are set. */
export interface ReceiptFilter extends DateRange {
  /** The year of the hospital's calendar. */
  year?: number | undefined
  /** The payment that the receipts are of, alone or with others. */
  paymentId?: string | undefined
  /** The payer who was named. */
  payerId?: string | undefined
  /** The person who issued them. */
  actor?: string | undefined
}

/**
 * The receipts of a page; all fields are optional. `from` and `to` are days of issue, both inclusive: with one of them
 * the page is ordered by the time of issue, else by year and number.
 */
export interface ReceiptsQuery extends ReceiptFilter, PageOptions {}

/** The receipts of an export, and the form of the CSV. */
export interface ReceiptsExportQuery extends ReceiptFilter, CsvOptions {}

export const receiptFilterFields = {
  year: field.year.optional(),
  paymentId: field.text.optional(),
  payerId: field.text.optional(),
  actor: field.text.optional(),
  from: field.dayText.optional(),
  to: field.dayText.optional(),
}

export const receiptsQuery = field.object({ ...receiptFilterFields, ...pageFields })
export const receiptsExportQuery = field.object({ ...receiptFilterFields, ...csvFields })

/** The largest number of a receipt: one of 15 digits. */
const maxNumber = 999_999_999_999_999

/** The number of a receipt, and the year in which it was given. */
export const receiptNumber = field.object({
  number: field.count(maxNumber),
  year: field.year,
})
