import type * as z from 'zod'
import { type DateRange, periodOf } from '../../domain/calendar.js'
import { isPaymentId } from '../../domain/id.js'
import { type RefundBasis, refundBases, refundStatuses, type RefundStatus } from '../../domain/refunds/refund.js'
import type { RefundRowFilter as PortRefundFilter } from '../../repository/aggregates/refunds.js'
import * as field from './fields.js'

/** The refunds of a list, totals or an export. All fields are optional; a refund matches all that are set. */
export interface RefundFilter extends DateRange {
  status?: RefundStatus | readonly RefundStatus[] | undefined
  /** The payment whose refunds are selected; default all. */
  paymentId?: string | undefined
  /** The time that `from`, `to` and the order use; refunds without it are left out. Default `createdAt`. */
  basis?: RefundBasis | undefined
}

export const refundFilterFields = {
  status: field.oneOrMore(field.oneOf(refundStatuses), 50).optional(),
  paymentId: field.text.optional(),
  from: field.dayText.optional(),
  to: field.dayText.optional(),
  basis: field.oneOf(refundBases).default('createdAt'),
}

type ReadRefundFilter = z.output<z.ZodObject<typeof refundFilterFields>>

/**
 * Turns the filter into that of the port; `null` when no refund can match, because no payment has such an id.
 *
 * @throws PaymentError `invalid_date_range`
 */
export function portRefundFilter(
  { status, paymentId, from, to, basis }: ReadRefundFilter,
  timeZone: string,
): PortRefundFilter | null {
  const period = periodOf({ from, to }, timeZone)
  if (paymentId !== undefined && !isPaymentId(paymentId)) return null
  return {
    by: basis,
    ...period,
    ...(status && { statuses: status }),
    ...(paymentId !== undefined && { paymentId }),
  }
}
