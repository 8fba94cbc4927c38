/** The payments of one reference, a few or thousands, as a run has read and changed them so far. */
import { byAge } from './matching.js'
import type { Payment } from '../payments/payment.js'
import { ReferenceIndex } from './reference-index.js'
import type { StatementLine } from './statement-line.js'

/** The number of payments up to which looking at each takes less time than keeping an index of them. */
const few = 16

export class PaymentsOfReference {
  private payments = new Map<string, Payment>()
  private isSorted = true
  private index: ReferenceIndex | null = null

  get size(): number {
    return this.payments.size
  }

  /** Adds a payment, or replaces it by its later version. */
  put(payment: Payment): void {
    if (!this.payments.has(payment.id)) this.isSorted = false
    this.payments.set(payment.id, payment)
    if (this.index) this.index.put(payment)
    else if (this.size > few) {
      this.index = new ReferenceIndex()
      for (const known of this.payments.values()) this.index.put(known)
    }
  }

  /** Lists the payments, oldest first. */
  all(): Payment[] {
    const payments = [...this.payments.values()]
    if (this.isSorted || payments.length === 1) return payments
    payments.sort(byAge)
    this.payments = new Map(payments.map((payment) => [payment.id, payment]))
    this.isSorted = true
    return payments
  }

  /**
   * Returns all payments that the line may mean, or as many of them as decide its outcome. `isAlone` is true where the
   * line names no other reference.
   */
  candidatesFor({ direction, currency, amount }: StatementLine, isAlone: boolean): readonly Payment[] {
    if (!this.index || direction === 'debit' || this.index.hasSeveralCustomers) return this.all()
    const deciding = isAlone ? this.index.decidingAlone(currency, amount) : this.index.decidingAmongOthers(currency)
    return deciding ?? this.all()
  }

  /** Returns the other payments, as far as the success of `payment` depends on them. */
  siblingsOf(payment: Payment): readonly Payment[] {
    const isFew = !this.index || this.index.hasSeveralCustomers
    return isFew ? this.all().filter(({ id }) => id !== payment.id) : this.index!.siblingsOf(payment)
  }
}
