/** The refusals of calls about refunds. No message and no detail holds a note. */
import { PaymentError } from '../../errors.js'

export function refundExceeds(message: string): PaymentError<'refund_exceeds'> {
  return new PaymentError('refund_exceeds', `${message}; nothing was stored.`)
}

export function selfApproval(message: string): PaymentError<'self_approval'> {
  return new PaymentError('self_approval', message)
}

/** Makes the error for a receipt that belongs to the payout of another refund. */
export function duplicatePayout(refundId: string, existingRefundId: string): PaymentError<'duplicate_payment'> {
  const message = 'This provider transaction paid another refund out already; nothing was changed. Check the receipt.'
  return new PaymentError('duplicate_payment', message, { details: { refundId, existingRefundId } })
}
