import type { PaymentEvent } from '../../domain/event.js'
import type { Payment } from '../../domain/payment.js'
import { PaymentError } from '../../errors.js'

function refuse(problem: string): never {
  throw new PaymentError('storage_unavailable', `The storage refuses what the core never sends: ${problem}.`, {
    retryable: false,
  })
}

/** What a database's types, CHECKs and keys would refuse. */
export function checkStorable(payment: Payment, event: PaymentEvent, version: number): void {
  const { amount, amountReconciled } = payment
  if (!Number.isSafeInteger(amount) || amount < 1) refuse('an amount that is no positive integer')
  if (!Number.isSafeInteger(amountReconciled) || amountReconciled < 0) refuse('a reconciled amount that is no integer')
  if (payment.version !== version) refuse('a payment whose version does not follow')
  if (event.data.version !== version || event.data.paymentId !== payment.id)
    refuse('an event that tells of another change')
}
