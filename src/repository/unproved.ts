import type { Payment } from '../domain/payments/payment.js'

/**
 * Adds up, for each currency, the payments that no statement proves wholly, and the part of them that is not proved, in minor
 * units.
 */
export function unprovedSums(
  succeeded: Iterable<Pick<Payment, 'currency' | 'amount' | 'amountReconciled'>>,
): { currency: string; count: number; amount: string }[] {
  const sums = new Map<string, { count: number; amount: bigint }>()
  for (const { currency, amount, amountReconciled } of succeeded) {
    if (amountReconciled >= amount) continue
    const sum = sums.get(currency) ?? { count: 0, amount: 0n }
    sums.set(currency, { count: sum.count + 1, amount: sum.amount + BigInt(amount) - BigInt(amountReconciled) })
  }
  return Array.from(sums, ([currency, { count, amount }]) => ({ currency, count, amount: `${amount}` }))
}
