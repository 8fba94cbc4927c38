/** Why a call about a refund is refused. No message and no detail holds a note. */
import { PaymentError } from '../../errors.js'

/** Longer than any id; what is sent in place of one need not be sent back in full. */
const maxShownLength = 255

export function refundNotFound(id: string): PaymentError<'refund_not_found'> {
  const refundId = id.length <= maxShownLength ? id : `${id.slice(0, maxShownLength)}…`
  return new PaymentError('refund_not_found', 'No refund has this id.', { details: { refundId } })
}

export function refundExceeds(message: string): PaymentError<'refund_exceeds'> {
  return new PaymentError('refund_exceeds', `${message}; nothing was stored.`)
}

export function selfApproval(message: string): PaymentError<'self_approval'> {
  return new PaymentError('self_approval', message)
}

/** One receipt for two payouts. */
export function duplicatePayout(refundId: string, existingRefundId: string): PaymentError<'duplicate_payment'> {
  const message = 'This provider transaction paid another refund out already; check the receipt.'
  return new PaymentError('duplicate_payment', message, { details: { refundId, existingRefundId } })
}
