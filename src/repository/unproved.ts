import { openAmount } from '../domain/payments/open-amount.js'
import type { Payment } from '../domain/payments/payment.js'

/**
 * Adds up, for each currency, the payments that no statement proves wholly, and the part of them that is not proved, in minor
 * units. Imported ones were proved elsewhere, and are left out.
 */
export function unprovedSums(
  succeeded: Iterable<Pick<Payment, 'currency' | 'amount' | 'amountReconciled' | 'amountWaived' | 'imported'>>,
): { currency: string; count: number; amount: string }[] {
  const sums = new Map<string, { count: number; amount: bigint }>()
  for (const payment of succeeded) {
    const { currency } = payment
    const open = openAmount(payment)
    if (open <= 0 || payment.imported) continue
    const sum = sums.get(currency) ?? { count: 0, amount: 0n }
    sums.set(currency, { count: sum.count + 1, amount: sum.amount + BigInt(open) })
  }
  return Array.from(sums, ([currency, { count, amount }]) => ({ currency, count, amount: `${amount}` }))
}
