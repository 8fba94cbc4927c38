import type { DateRange } from '../../domain/calendar.js'
import { maxLength } from '../../domain/limits.js'
import { readPhonePattern } from '../../domain/payments/payer.js'
import { paymentStatuses, type PaymentStatus } from '../../domain/payments/payment.js'
import * as field from './fields.js'
import { pageFields, type PageOptions } from './page.js'

/** The facts by which payments are searched. All fields are optional; a payment matches all that are set. */
export interface SearchQuery extends DateRange, PageOptions {
  /**
   * A whole receipt, a reference in any spelling or its beginning (4 characters or more, without dashes and spaces), or a part
   * of the payer's name.
   */
  text?: string | undefined
  /** The amount of the bill, in minor units. */
  amount?: number | undefined
  currency?: string | undefined
  /** The last digits of the payer's phone number, at least 3, or its first and last digits with stars between them. */
  phone?: string | undefined
  /** The host's own id of the payer. */
  customerId?: string | undefined
  status?: PaymentStatus | readonly PaymentStatus[] | undefined
  channel?: string | readonly string[] | undefined
}

export const searchQuery = field.object({
  text: field.someText(maxLength.searchText).optional(),
  amount: field.amount.optional(),
  currency: field.currency.optional(),
  phone: field.text
    .refine(
      (text) => readPhonePattern(text) !== null,
      'must be at least 3 last digits of a phone number, or its first digits, stars and its last digits',
    )
    .optional(),
  customerId: field.customerId.optional(),
  status: field.oneOrMore(field.oneOf(paymentStatuses), 50).optional(),
  channel: field.oneOrMore(field.text, 1000).optional(),
  from: field.dayText.optional(),
  to: field.dayText.optional(),
  ...pageFields,
})
