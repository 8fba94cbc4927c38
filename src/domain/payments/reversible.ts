import type { PaymentError } from '../../errors.js'
import type { Payment } from './payment.js'
import { invalidTransition } from './invalid-transition.js'

function isGivenBack({ amountRefundPending, amountRefunded }: Payment): boolean {
  return amountRefundPending + amountRefunded > 0
}

/**
 * Refuses to reverse a payment as a whole while a part of it is being given back, or was. Returns the refusal of the
 * first such payment, or `null`.
 */
export function checkReversible(payments: readonly Payment[]): PaymentError<'invalid_transition'> | null {
  const payment = payments.find(isGivenBack)
  if (!payment) return null
  return invalidTransition(
    payment,
    'reversed',
    'A payment cannot be reversed while it has a refund that is open or was paid. Cancel an open refund first.',
  )
}
