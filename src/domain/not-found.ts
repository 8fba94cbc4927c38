/** The refusals of unknown ids and keys. */
import { PaymentError } from '../errors.js'

/** The longest part of an unknown id that an error repeats; every real id is shorter. */
const maxShownLength = 255

/** Returns an unknown id for the details of an error; of an id that is longer than any real one, only the first part. */
function shownId(id: string): string {
  return id.length <= maxShownLength ? id : `${id.slice(0, maxShownLength)}…`
}

export function paymentNotFound(id: string): PaymentError<'payment_not_found'> {
  return new PaymentError('payment_not_found', 'No payment has this id.', { details: { paymentId: shownId(id) } })
}

export function refundNotFound(id: string): PaymentError<'refund_not_found'> {
  return new PaymentError('refund_not_found', 'No refund has this id.', { details: { refundId: shownId(id) } })
}

export function lineNotFound(key: string): PaymentError<'line_not_found'> {
  return new PaymentError('line_not_found', 'No statement line has this key.', { details: { lineKey: shownId(key) } })
}

/** Makes the error for a line that was moved to other tables, whose names begin so. */
export function lineIsArchived(lineKey: string, archive: string): PaymentError<'line_not_found'> {
  return new PaymentError(
    'line_not_found',
    `The statement line is in the archive ${archive}; nothing was changed. Read it there, and correct its money by a new movement.`,
    { details: { lineKey, archive } },
  )
}

export function importNotFound(id: string): PaymentError<'import_not_found'> {
  return new PaymentError('import_not_found', 'No import has this id.', { details: { importId: shownId(id) } })
}

export function layoutNotFound(name: string): PaymentError<'layout_not_found'> {
  return new PaymentError('layout_not_found', 'No stored layout has this name.', { details: { layout: shownId(name) } })
}

export function noReceiptOf(paymentId: string): PaymentError<'receipt_not_found'> {
  return new PaymentError('receipt_not_found', 'This payment has no receipt; issue it first.', {
    details: { paymentId },
  })
}

export function receiptNotFound(details: {
  readonly year: number
  readonly number: number
}): PaymentError<'receipt_not_found'> {
  return new PaymentError('receipt_not_found', 'No receipt of this year has this number.', { details })
}

export function waiverNotFound(id: string): PaymentError<'waiver_not_found'> {
  return new PaymentError('waiver_not_found', 'No waiver has this id.', { details: { waiverId: shownId(id) } })
}

export function ruleNotFound(id: string): PaymentError<'rule_not_found'> {
  return new PaymentError('rule_not_found', 'No rule has this id, or it was deleted.', {
    details: { ruleId: shownId(id) },
  })
}

export function attemptNotFound(id: string): PaymentError<'attempt_not_found'> {
  return new PaymentError('attempt_not_found', 'No attempt has this id.', { details: { attemptId: shownId(id) } })
}

export function sessionNotFound(id: string): PaymentError<'session_not_found'> {
  return new PaymentError('session_not_found', 'No cash session has this id.', { details: { sessionId: shownId(id) } })
}
