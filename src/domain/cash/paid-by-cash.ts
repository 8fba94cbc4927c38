import { isCashAccount } from '../accounts/account-kind.js'
import { PaymentError } from '../../errors.js'
import type { PaymentEvent } from '../payments/event.js'
import type { Payment } from '../payments/payment.js'

/** Returns the minor units by which an event raises or lowers the cash of a payment; 0 for an event of other money. */
function cashOf({ type, evidence, data }: PaymentEvent): number {
  if (evidence?.kind !== 'statement' || !isCashAccount(evidence.account)) return 0
  if (type === 'payment.succeeded' || type === 'payment.reconciled') return evidence.amount
  const isTakenBack = type === 'payment.unreconciled' || (type === 'payment.reversed' && data.status === 'reversed')
  return isTakenBack ? -evidence.amount : 0
}

/** Checks, by a payment's events, that cash of a counter pays it: such a payment is not reversed without its cash. */
export function isPaidByCash(events: readonly PaymentEvent[]): boolean {
  return events.reduce((sum, event) => sum + cashOf(event), 0) > 0
}

export function paidByCash({ id, status }: Payment): PaymentError<'invalid_transition'> {
  const message =
    'Cash of a counter pays this payment. Void its take, take its allocation back, or pay a refund out; nothing was stored.'
  return new PaymentError('invalid_transition', message, { details: { paymentId: id, from: status, to: 'reversed' } })
}
