import { amountAsked } from '../payments/open-amount.js'
import type { Payment } from '../payments/payment.js'

/**
 * Returns the minor units that came for a payment and that receipts may state. Of a payment that is paid that is what it
 * asks for, of another one the money of its lines; what was written off never came, and a reversed payment has none.
 */
export function amountReceived(payment: Payment): number {
  const { status, amountReconciled, amountWrittenOff } = payment
  if (status === 'reversed') return 0
  return Math.max(0, (status === 'succeeded' ? amountAsked(payment) : amountReconciled) - amountWrittenOff)
}
