import { isPaymentId } from '../../domain/id.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { Context } from '../context.js'

/** Finds a payment; `null` for an unknown id and for text that is no id at all: both name no payment. */
export async function getPayment({ repository }: Context, id: string): Promise<Payment | null> {
  return typeof id === 'string' && isPaymentId(id) ? repository.get(id) : null
}
