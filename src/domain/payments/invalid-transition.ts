import { PaymentError } from '../../errors.js'
import type { Payment, PaymentStatus } from './payment.js'

export function invalidTransition(
  { id, status }: Payment,
  to: PaymentStatus,
  message: string,
  more: { readonly amountReconciled?: number } = {},
): PaymentError<'invalid_transition'> {
  return new PaymentError('invalid_transition', message, { details: { paymentId: id, from: status, to, ...more } })
}
