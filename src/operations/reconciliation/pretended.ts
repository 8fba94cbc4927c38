import { DigestIndex } from '../../domain/reconciliation/digest-index.js'
import { idBytes } from '../../domain/id.js'
import { instantOf, millisecondsOf } from '../../domain/instant.js'
import { type Payment, type PaymentStatus, paymentStatuses } from '../../domain/payments/payment.js'
import type { Period } from '../../domain/calendar.js'
import { sha256 } from '../../internal/crypto.js'
import type { PaidPayment } from './books.js'
import { TextColumn } from './text-column.js'
import type { Writable } from '../../internal/writable.js'

const unchanged = -1
const noTransaction = -1

/**
 * Payments as a preview would have left them, in columns: a hundred bytes or so for one that it would have confirmed, and
 * half of that for one whose status stays, so that a year's statement can be previewed in the memory of a small server.
 */
export class PretendedPayments {
  private readonly ids = new DigestIndex()
  private readonly reconciled: number[] = []
  /** A number of the columns below, for payments whose status would have changed. */
  private readonly change: number[] = []

  private readonly statuses: number[] = []
  private readonly paidAts: number[] = []
  private readonly lates: boolean[] = []
  private readonly statusReasons: (string | undefined)[] = []
  private readonly amounts: number[] = []
  private readonly currencies: string[] = []
  private readonly told: boolean[] = []
  private readonly owner: number[] = []
  private readonly paymentIds = new TextColumn()
  private readonly references = new TextColumn()
  private readonly transactionOf: number[] = []
  private readonly transactionTexts = new TextColumn()
  private readonly transactions = new DigestIndex()
  private readonly changeOfTransaction: number[] = []
  private readonly currencyCodes = new Map<string, string>()

  put(payment: Payment, statusChanged: boolean): void {
    const number = this.ids.add(idBytes(payment.id))
    this.reconciled[number] = payment.amountReconciled
    let change = this.change[number] ?? unchanged
    if (statusChanged && change === unchanged) {
      change = this.statuses.length
      this.paymentIds.add(payment.id)
      this.references.add(payment.reference)
      this.amounts.push(payment.amount)
      this.currencies.push(this.oneOf(payment.currency))
      this.told.push(false)
      this.owner.push(number)
    }
    this.change[number] = change
    if (change === unchanged) return
    this.statuses[change] = paymentStatuses.indexOf(payment.status)
    this.paidAts[change] = payment.paidAt === null ? Number.NaN : millisecondsOf(payment.paidAt)
    this.lates[change] = payment.late
    this.statusReasons[change] = payment.statusReason
    this.transactionOf[change] = this.transaction(payment.providerTransactionId, change)
  }

  /** The payment as it would be by now. */
  current(payment: Payment): Payment {
    const number = this.numberOf(payment.id)
    if (number < 0) return payment
    const amountReconciled = this.reconciled[number]!
    const change = this.change[number]!
    if (change === unchanged) return { ...payment, amountReconciled }
    const transaction = this.transactionOf[change]!
    const paidAt = this.paidAts[change]!
    const statusReason = this.statusReasons[change]
    const current: Writable<Payment> = {
      ...payment,
      amountReconciled,
      status: this.statusOf(change),
      paidAt: Number.isNaN(paidAt) ? null : instantOf(paidAt),
      late: this.lates[change]!,
    }
    if (statusReason !== undefined) current.statusReason = statusReason
    else if (payment.statusReason !== undefined) delete current.statusReason
    if (transaction !== noTransaction) current.providerTransactionId = this.transactionTexts.get(transaction)
    return current
  }

  /** References of payments that would have been given one of these transactions. */
  referencesPaidBy(transactions: readonly string[]): string[] {
    if (this.transactions.size === 0) return []
    const found = transactions.map((transaction) => this.transactions.find(sha256(transaction)))
    return found.filter((number) => number >= 0).map((number) => this.references.get(this.changeOfTransaction[number]!))
  }

  /** What is told of a payment that is paid in the storage; once told, it is not listed below. */
  tell(payment: PaidPayment): PaidPayment | null {
    const number = this.numberOf(payment.paymentId)
    if (number < 0) return payment
    const change = this.change[number]!
    if (change !== unchanged) {
      if (this.told[change]) return null
      this.told[change] = true
    }
    return { ...payment, amountReconciled: this.reconciled[number]! }
  }

  /** Those that would have been paid in the period, in the order (paidAt, id). */
  *paidIn({ from, before }: Period): Generator<PaidPayment> {
    const first = from === undefined ? -Infinity : millisecondsOf(from)
    const end = before === undefined ? Infinity : millisecondsOf(before)
    const isPaid = (change: number) => this.paidAts[change]! >= first && this.paidAts[change]! < end
    const paid = Uint32Array.from(this.statuses.keys()).filter(isPaid)
    const id = (change: number) => this.paymentIds.get(change)
    paid.sort((a, b) => this.paidAts[a]! - this.paidAts[b]! || (id(a) < id(b) ? -1 : 1))
    for (const change of paid) {
      if (this.told[change]) continue
      this.told[change] = true
      yield {
        paymentId: id(change),
        reference: this.references.get(change),
        amount: this.amounts[change]!,
        currency: this.currencies[change]!,
        status: this.statusOf(change),
        paidAt: instantOf(this.paidAts[change]!),
        amountReconciled: this.reconciled[this.owner[change]!]!,
      }
    }
  }

  /** Its number, or -1. */
  private numberOf(id: string): number {
    return this.ids.size === 0 ? -1 : this.ids.find(idBytes(id))
  }

  private statusOf(change: number): PaymentStatus {
    return paymentStatuses[this.statuses[change]!]!
  }

  private transaction(text: string | undefined, change: number): number {
    if (text === undefined) return noTransaction
    const isNew = this.transactions.size
    const number = this.transactions.add(sha256(text))
    if (number === isNew) {
      this.transactionTexts.add(text)
      this.changeOfTransaction.push(change)
    }
    return number
  }

  /** One string for all that are equal. */
  private oneOf(currency: string): string {
    const known = this.currencyCodes.get(currency)
    if (known === undefined) this.currencyCodes.set(currency, currency)
    return known ?? currency
  }
}
