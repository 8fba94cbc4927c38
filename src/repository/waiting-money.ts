import { amountGivenBackUnproved, amountKeptUnpaid } from '../domain/payments/money-of-lines.js'
import { hasFlag } from '../domain/payments/flags.js'
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
}

/** Sums by currency, to which payments are added and from which they are taken away. */
export class WaitingSums {
  private readonly sums = new Map<string, { count: number; asked: bigint; amount: bigint }>()

  constructor(
    private readonly kind: WaitingKind,
    before: readonly WaitingSum[] = [],
  ) {
    for (const { currency, count, asked, amount } of before) {
      this.sums.set(currency, { count, asked: BigInt(asked), amount: BigInt(amount) })
    }
  }

  add(payment: Payment, sign: 1 | -1 = 1): void {
    const waiting = waitingOf[this.kind](payment)
    if (waiting === 0) return
    const { count, asked, amount } = this.sums.get(payment.currency) ?? { count: 0, asked: 0n, amount: 0n }
    this.sums.set(payment.currency, {
      count: count + sign,
      asked: asked + BigInt(sign) * BigInt(payment.amount),
      amount: amount + BigInt(sign) * BigInt(waiting),
    })
  }

  all(): WaitingSum[] {
    const sums = Array.from(this.sums, ([currency, { count, asked, amount }]) => {
      return { currency, count, asked: `${asked}`, amount: `${amount}` }
    })
    return sums.filter(({ count }) => count > 0)
  }
}
