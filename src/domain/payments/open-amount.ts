/** The money that a payment asks for and the part of it that is open. Waived money is neither asked for nor received. */
import type { Payment } from './payment.js'

/** Returns the minor units that a payment asks for: its amount without what waivers pay. */
export function amountAsked({ amount, amountWaived }: Pick<Payment, 'amount' | 'amountWaived'>): number {
  return amount - amountWaived
}

/** Returns the minor units that no statement has proved yet, and no waiver pays. */
export function openAmount(payment: Pick<Payment, 'amount' | 'amountWaived' | 'amountReconciled'>): number {
  return amountAsked(payment) - payment.amountReconciled
}
