import type { Payment } from '../payments/payment.js'

/**
 * Returns the minor units that came for a payment and that receipts may state. Of a payment that is paid that is its
 * amount, of another one the money of its lines; what was written off never came, and a reversed payment has none.
 */
export function amountReceived({ status, amount, amountReconciled, amountWrittenOff }: Payment): number {
  if (status === 'reversed') return 0
  return Math.max(0, (status === 'succeeded' ? amount : amountReconciled) - amountWrittenOff)
}
