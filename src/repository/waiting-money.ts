import { amountGivenBackUnproved, amountKeptReversed, amountKeptUnpaid } from '../domain/payments/money-of-lines.js'
import { hasFlag } from '../domain/payments/flags.js'
import { amountAsked } from '../domain/payments/open-amount.js'
import type { Payment } from '../domain/payments/payment.js'
import type { WaitingKind, WaitingSum } from './finance-port.js'

/** Minor units of a payment that wait for people in one way; 0 where none do. */
const waitingOf: Readonly<Record<WaitingKind, (payment: Payment) => number>> = {
  underPaid: (payment) => {
    const isAsked = payment.status === 'pending' || payment.status === 'succeeded'
    return isAsked && hasFlag(payment, 'under_paid') ? payment.amountReconciled : 0
  },
  unpaidWithMoney: amountKeptUnpaid,
  refundedUnproved: amountGivenBackUnproved,
  reversedWithMoney: amountKeptReversed,
}

/** Adds up the payments whose money waits for people in one way, by currency. */
export function waitingSums(kind: WaitingKind, payments: Iterable<Payment>): WaitingSum[] {
  const sums = new Map<string, { count: number; asked: bigint; amount: bigint }>()
  for (const payment of payments) {
    const waiting = waitingOf[kind](payment)
    if (waiting === 0) continue
    const { count, asked, amount } = sums.get(payment.currency) ?? { count: 0, asked: 0n, amount: 0n }
    const sum = { count: count + 1, asked: asked + BigInt(amountAsked(payment)), amount: amount + BigInt(waiting) }
    sums.set(payment.currency, sum)
  }
  return Array.from(sums, ([currency, { count, asked, amount }]) => {
    return { currency, count, asked: `${asked}`, amount: `${amount}` }
  })
}
