/** The refusals of calls at the counter. No message and no detail names a sum of the drawer: the count is blind. */
import { PaymentError } from '../../errors.js'

export function sessionConflict(sessionId: string, message: string): PaymentError<'session_conflict'> {
  return new PaymentError('session_conflict', message, { details: { sessionId } })
}

export function sessionClosed(sessionId: string): PaymentError<'session_closed'> {
  const message = 'This cash session is closed; nothing was stored. Open a session for this movement.'
  return new PaymentError('session_closed', message, { details: { sessionId } })
}

export function cashShort(account: string): PaymentError<'cash_short'> {
  const message = 'The drawer holds less than this amount; nothing was stored. Pay out less, or bring cash in first.'
  return new PaymentError('cash_short', message, { details: { account } })
}

export function transferDiffers(lineKey: string): PaymentError<'transfer_differs'> {
  const message =
    'The count is not the amount that was sent; nothing was stored. Count again, or ask a supervisor to accept it.'
  return new PaymentError('transfer_differs', message, { details: { lineKey } })
}

export function notTheOpener(): PaymentError<'forbidden'> {
  return new PaymentError('forbidden', 'Another person opened this cash session; only a supervisor may act in it.')
}

export function supervisorsOnly(message: string): PaymentError<'forbidden'> {
  return new PaymentError('forbidden', `${message} is for supervisors; ask one to do it.`)
}

export function anotherPerson(message: string): PaymentError<'self_approval'> {
  return new PaymentError('self_approval', message)
}
