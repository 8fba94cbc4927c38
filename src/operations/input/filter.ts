import type * as z from 'zod'
import { type DateRange, periodOf } from '../../domain/calendar.js'
import { type PaymentFlag, paymentFlags } from '../../domain/payments/flags.js'
import { paymentStatuses, type PaymentStatus } from '../../domain/payments/payment.js'
import { type Basis, bases } from '../../domain/report.js'
import { isChannelName, isPossibleReference } from '../../domain/text.js'
import type { Filter } from '../../repository/port.js'
import * as field from './fields.js'

/** The payments of a report, an export or totals. All fields are optional; a payment matches all that are set. */
export interface ReportFilter extends DateRange {
  reference?: string | undefined
  status?: PaymentStatus | readonly PaymentStatus[] | undefined
  channel?: string | readonly string[] | undefined
  /** A flag to which the payments are limited. */
  flag?: PaymentFlag | undefined
  /** The time that `from`, `to` and the order use; payments without it are left out. Default `createdAt`. */
  basis?: Basis | undefined
}

export const filterFields = {
  from: field.dayText.optional(),
  to: field.dayText.optional(),
  reference: field.text.optional(),
  status: field.oneOrMore(field.oneOf(paymentStatuses), 50).optional(),
  channel: field.oneOrMore(field.text, 1000).optional(),
  flag: field.oneOf(paymentFlags).optional(),
  basis: field.oneOf(bases).default('createdAt'),
}

type ReadFilter = z.output<z.ZodObject<typeof filterFields>>

/**
 * Turns the filter into that of the port; `null` when no payment can match, because none can have such a reference or channel.
 */
export function portFilter(
  { from, to, reference, status, channel, flag, basis }: ReadFilter,
  timeZone: string,
): Filter | null {
  const period = periodOf({ from, to }, timeZone)
  if (reference !== undefined && !isPossibleReference(reference)) return null
  const channels = channel?.filter(isChannelName)
  if (channels?.length === 0) return null
  return {
    by: basis,
    ...period,
    ...(reference !== undefined && { reference }),
    ...(status && { statuses: status }),
    ...(channels && { channels }),
    ...(flag && { flag }),
  }
}
