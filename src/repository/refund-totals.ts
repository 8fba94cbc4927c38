import type { Refund } from '../domain/refunds/refund.js'
import type { StoredRefundTotal } from './refund-port.js'

/** Adds up refunds, each with its channel, by currency, channel, reason and status. */
export function refundTotals(refunds: Iterable<readonly [Refund, channel: string | null]>): StoredRefundTotal[] {
  const sums = new Map<string, { total: StoredRefundTotal; amount: bigint }>()
  for (const [refund, channel] of refunds) {
    const { currency, reason, status } = refund
    const key = JSON.stringify([currency, channel, reason, status])
    let sum = sums.get(key)
    if (!sum) {
      sum = { total: { currency, channel, reason, status, count: 0, amount: '0' }, amount: 0n }
      sums.set(key, sum)
    }
    sum.total.count++
    sum.amount += BigInt(refund.amount)
  }
  return Array.from(sums.values(), ({ total, amount }) => ({ ...total, amount: `${amount}` }))
}
