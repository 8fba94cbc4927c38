import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import { paymentNotFound } from '../../domain/not-found.js'
import type { MovementReads } from '../accounts/store-movement.js'
import { readPaymentsOf } from '../lines/payments-of-lines.js'

/** Reads the payment of an attempt, with those on which its success depends. */
export async function paymentOfAttempt(
  { finance, shownPayments }: Pick<MovementReads, 'finance' | 'shownPayments'>,
  { paymentId, paymentReference }: Pick<StoredAttempt, 'paymentId' | 'paymentReference'>,
  receipt: string | undefined,
) {
  const read = await readPaymentsOf(finance, { references: [paymentReference], receipt, shownPayments })
  const payment = read.payments.get(paymentId)
  if (!payment) throw paymentNotFound(paymentId)
  return { ...read, payment }
}
