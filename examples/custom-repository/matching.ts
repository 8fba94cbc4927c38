import type { Payment } from 'hospital-payments'
import { type Filter, hasFlag } from 'hospital-payments/repository'

/**
 * Returns the payments that match, in ascending order. Stored payments are replaced, never changed, so the list stays
 * as it is.
 */
export function matching(payments: readonly Payment[], filter: Filter): Payment[] {
  const { by, from = '', before = '~', reference, statuses, channels, flag } = filter
  const { isUntouched, isWaived, customerId, metadata = {} } = filter
  const at = (payment: Payment) => payment[by] ?? ''
  const isWanted = (payment: Payment) => {
    const { status, channel, amountReconciled: proved, amountWaived: waived } = payment
    if (payment[by] === null || at(payment) < from || at(payment) >= before) return false
    if (reference !== undefined && payment.reference !== reference) return false
    if (customerId !== undefined && payment.customer?.id !== customerId) return false
    if (Object.entries(metadata).some(([key, value]) => payment.metadata?.[key] !== value)) return false
    return (
      (statuses?.includes(status) ?? true) &&
      (channels?.includes(channel) ?? true) &&
      (!flag || hasFlag(payment, flag)) &&
      !(isUntouched && proved + waived > 0) &&
      !(isWaived && waived === 0)
    )
  }
  const matches = payments.filter(isWanted)
  return matches.sort((a, b) => (at(a) < at(b) || (at(a) === at(b) && a.id < b.id) ? -1 : 1))
}
