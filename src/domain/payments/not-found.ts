import { PaymentError } from '../../errors.js'

/** Longer than any id; what is sent in place of one need not be sent back in full. */
const maxShownLength = 255

/** `id` as it was asked for, its first part where it is longer than any id. */
export function paymentNotFound(id: string): PaymentError<'payment_not_found'> {
  const paymentId = id.length <= maxShownLength ? id : `${id.slice(0, maxShownLength)}…`
  return new PaymentError('payment_not_found', 'No payment has this id.', { details: { paymentId } })
}
