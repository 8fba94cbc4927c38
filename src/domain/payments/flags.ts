import type { Payment } from './payment.js'
import { duplicateReference, superseded } from './reference-policy.js'

/**
 * What people look at a payment for. `late`: the money's own time was after `expiresAt`. `duplicate_reference`: another payment of
 * its reference succeeded as well. `superseded`: another payment of its reference succeeded in its place. `under_paid`:
 * statements have proved a part of the amount.
 */
export type PaymentFlag = 'late' | 'duplicate_reference' | 'superseded' | 'under_paid'

export const paymentFlags: readonly PaymentFlag[] = ['late', duplicateReference, superseded, 'under_paid']

export function hasFlag({ late, statusReason, amount, amountReconciled }: Payment, flag: PaymentFlag): boolean {
  if (flag === 'late') return late
  if (flag === 'under_paid') return amountReconciled > 0 && amountReconciled < amount
  return statusReason === flag
}
