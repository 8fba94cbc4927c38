import type { Refund } from '../domain/refunds/refund.js'
import type { StoredRefundTotal } from './refund-port.js'

/** A refund, and the channel that it is stored with. */
export interface ChanneledRefund {
  readonly refund: Refund
  readonly channel: string | null
}

/** Refunds added up by currency, channel, reason and status; a group whose refunds are all taken away is left out. */
export class RefundTotals {
  private readonly sums = new Map<string, { total: StoredRefundTotal; amount: bigint }>()

  addTotal(total: StoredRefundTotal): void {
    this.count(total, total.count, BigInt(total.amount))
  }

  add({ refund, channel }: ChanneledRefund): void {
    this.count({ ...refund, channel }, 1, BigInt(refund.amount))
  }

  takeAway({ refund, channel }: ChanneledRefund): void {
    this.count({ ...refund, channel }, -1, -BigInt(refund.amount))
  }

  all(): StoredRefundTotal[] {
    const sums = [...this.sums.values()].filter(({ total }) => total.count !== 0)
    return sums.map(({ total, amount }) => ({ ...total, amount: `${amount}` }))
  }

  private count(group: Omit<StoredRefundTotal, 'count' | 'amount'>, count: number, amount: bigint): void {
    const { currency, channel, reason, status } = group
    const key = JSON.stringify([currency, channel, reason, status])
    let sum = this.sums.get(key)
    if (!sum) {
      sum = { total: { currency, channel, reason, status, count: 0, amount: '0' }, amount: 0n }
      this.sums.set(key, sum)
    }
    sum.total.count += count
    sum.amount += amount
  }
}
