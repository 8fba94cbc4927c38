/** The payments of one reference that are known so far, a few or thousands. */
import { byAge } from './matching.js'
import type { Payment } from '../payments/payment.js'
import { ReferenceIndex } from './reference-index.js'
import type { StatementLine } from './statement-line.js'

/** To look at so few takes less time than to keep an index of them. */
const few = 16

export class PaymentsOfReference {
  private payments = new Map<string, Payment>()
  private isSorted = true
  private index: ReferenceIndex | null = null

  get size(): number {
    return this.payments.size
  }

  /** A payment, or what became of it. */
  put(payment: Payment): void {
    if (!this.payments.has(payment.id)) this.isSorted = false
    this.payments.set(payment.id, payment)
    if (this.index) this.index.put(payment)
    else if (this.size > few) {
      this.index = new ReferenceIndex()
      for (const one of this.payments.values()) this.index.put(one)
    }
  }

  /** Oldest first. */
  all(): Payment[] {
    const payments = [...this.payments.values()]
    if (this.isSorted || payments.length === 1) return payments
    payments.sort(byAge)
    this.payments = new Map(payments.map((payment) => [payment.id, payment]))
    this.isSorted = true
    return payments
  }

  /** All that the line may mean, or as many of them as decide what it means; `isAlone`: it names no other reference. */
  candidatesFor({ direction, currency, amount }: StatementLine, isAlone: boolean): readonly Payment[] {
    if (!this.index || direction === 'debit') return this.all()
    const deciding = isAlone ? this.index.decidingAlone(currency, amount) : this.index.decidingAmongOthers(currency)
    return deciding ?? this.all()
  }

  /** The other payments, as far as the success of `payment` depends on them. */
  siblingsOf(payment: Payment): readonly Payment[] {
    return this.index?.siblingsOf(payment) ?? this.all().filter(({ id }) => id !== payment.id)
  }
}
