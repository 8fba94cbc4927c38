import type { Payment } from './payment.js'
import { amountAsked } from './open-amount.js'
import { amountGivenBackUnproved, amountKeptUnpaid } from './money-of-lines.js'
import { duplicateReference, superseded } from './reference-policy.js'

/**
 * A reason for which people look at a payment. `late`: the money's own time was after `expiresAt`.
 * `duplicate_reference`: another payment of its reference succeeded as well. `superseded`: another payment of its
 * reference succeeded in its place. `under_paid`: statements have proved a part of the amount. `unproved`: it
 * succeeded, and statements have not proved all of it; imported ones are left out. `unpaid_with_money`: it expired or failed, and money came for it
 * that no refund gives back. `refunded_unproved`: more of it was given back than statement lines prove, once an
 * allocation was undone. `canceled`: a person canceled it, also where money came for it later.
 */
export type PaymentFlag =
  | ('late' | 'duplicate_reference' | 'superseded' | 'under_paid' | 'unproved' | 'unpaid_with_money')
  | ('refunded_unproved' | 'canceled')

export const paymentFlags: readonly PaymentFlag[] = [
  ...(['late', duplicateReference, superseded] as const),
  ...(['under_paid', 'unproved', 'unpaid_with_money', 'refunded_unproved', 'canceled'] as const),
]

/**
 * Checks that a payment has a flag. Pages, scans and totals of a repository are filtered by it.
 *
 * @example
 * hasFlag(payment, 'under_paid') // => false
 */
export function hasFlag(payment: Payment, flag: PaymentFlag): boolean {
  const { late, status, statusReason, canceledAt, amountReconciled } = payment
  if (flag === 'late') return late
  if (flag === 'under_paid') return amountReconciled > 0 && amountReconciled < amountAsked(payment)
  if (flag === 'unproved') return status === 'succeeded' && amountReconciled < amountAsked(payment) && !payment.imported
  if (flag === 'unpaid_with_money') return amountKeptUnpaid(payment) > 0
  if (flag === 'refunded_unproved') return amountGivenBackUnproved(payment) > 0
  if (flag === 'canceled') return canceledAt !== null
  return statusReason === flag
}
