import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import { paymentNotFound } from '../../domain/not-found.js'
import type { MovementReads } from '../accounts/store-movement.js'
import { readPayments } from '../lines/payments-of-lines.js'

/** Reads the payment of an attempt, with those on which its success depends. */
export async function paymentOfAttempt(
  { finance, shownPayments }: Pick<MovementReads, 'finance' | 'shownPayments'>,
  { paymentId }: Pick<StoredAttempt, 'paymentId'>,
  receipt: string | undefined,
) {
  const read = await readPayments(finance, { ids: [paymentId], receipt, shownPayments })
  const payment = read.payments.get(paymentId)
  if (!payment) throw paymentNotFound(paymentId)
  return { ...read, payment }
}
