import type { Payment } from '../../domain/payments/payment.js'
import type { FinanceRepository, UnprovedQuery } from '../finance-port.js'
import { unprovedSums } from '../unproved.js'
import { WaitingSums } from '../waiting-money.js'
import type { ChangedPayments } from './changed-payments.js'
import { storedAndChanged } from './stored-and-changed.js'

/** Adds up money that waits for people, as the changes of a dry run have it. */
export function dryWaiting(repository: FinanceRepository, changed: ChangedPayments): FinanceRepository['sumWaiting'] {
  return async (kind) => {
    const sums = new WaitingSums(kind, await repository.sumWaiting(kind))
    for await (const [before, now] of storedAndChanged(repository, changed, changed.all())) {
      if (before) sums.add(before, -1)
      sums.add(now)
    }
    return sums.all()
  }
}

/** Adds up payments that no statement has proved, as the changes of a dry run have them. */
export function dryUnproved(repository: FinanceRepository, changed: ChangedPayments): FinanceRepository['sumUnproved'] {
  return async (query: UnprovedQuery) => {
    const { paidBefore, channels } = query
    const sums = new Map<string, { count: number; amount: bigint }>()
    const add = (currency: string, count: number, amount: bigint) => {
      const sum = sums.get(currency) ?? { count: 0, amount: 0n }
      sums.set(currency, { count: sum.count + count, amount: sum.amount + amount })
    }
    const unproved = ({ status, paidAt, channel, ...payment }: Payment) => {
      const isWanted = status === 'succeeded' && paidAt !== null && paidAt < paidBefore
      return unprovedSums(isWanted && (channels?.includes(channel) ?? true) ? [payment] : [])
    }
    const stored = await repository.sumUnproved({ paidBefore, ...(channels && { channels }) })
    for (const { currency, count, amount } of stored) add(currency, count, BigInt(amount))
    for await (const [before, now] of storedAndChanged(repository, changed, changed.all())) {
      for (const { currency, amount } of before ? unproved(before) : []) add(currency, -1, -BigInt(amount))
      for (const { currency, amount } of unproved(now)) add(currency, 1, BigInt(amount))
    }
    const all = Array.from(sums, ([currency, { count, amount }]) => ({ currency, count, amount: `${amount}` }))
    return all.filter(({ count }) => count > 0)
  }
}
