import { PaymentError } from '../../errors.js'

/** The longest part of an unknown id that an error repeats; every real id is shorter. */
const maxShownLength = 255

/**
 * Makes the error for an unknown id, which its details repeat; of an id that is longer than any real one, only the
 * first part.
 */
export function paymentNotFound(id: string): PaymentError<'payment_not_found'> {
  const paymentId = id.length <= maxShownLength ? id : `${id.slice(0, maxShownLength)}…`
  return new PaymentError('payment_not_found', 'No payment has this id.', { details: { paymentId } })
}
