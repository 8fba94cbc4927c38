/** An index of the payments of one reference by their open amount and status, for references that have thousands. */
import { duplicateReference } from '../payments/reference-policy.js'
import { openAmount } from '../payments/open-amount.js'
import { byAge, classOf, openClasses } from './matching.js'
import type { Payment } from '../payments/payment.js'
import { maxSuperseded } from '../payments/success.js'

/** A payment with its place in the index; the entry is current until the payment is put again. */
interface Entry {
  readonly payment: Payment
  isCurrent: boolean
}

const isCurrent = (entry: Entry) => entry.isCurrent
const byAgeOf = (a: Entry, b: Entry) => byAge(a.payment, b.payment)

/** A queue that repeatedly returns its oldest entry; entries that are no longer current are dropped on the way. */
class Queue {
  private entries: Entry[] = []
  private isSorted = true

  add(entry: Entry): void {
    const last = this.entries.at(-1)
    if (last && byAgeOf(last, entry) > 0) this.isSorted = false
    this.entries.push(entry)
  }

  oldest(): Payment | undefined {
    if (!this.isSorted) this.tidy()
    const first = this.entries.findIndex(isCurrent)
    this.entries.splice(0, first < 0 ? this.entries.length : first)
    return this.entries[0]?.payment
  }

  all(): readonly Entry[] {
    this.tidy()
    return this.entries
  }

  private tidy(): void {
    this.entries = this.entries.filter(isCurrent)
    if (!this.isSorted) this.entries.sort(byAgeOf)
    this.isSorted = true
  }
}

/** The payments of one currency and one class. */
class OpenClass {
  size = 0
  /** The payments by open amount. Those without a receipt come first: any line may mean them. */
  private readonly byOpen = new Map<number, { readonly free: Queue; readonly withReceipt: Queue }>()

  add(entry: Entry): void {
    const { payment } = entry
    const open = openAmount(payment)
    let same = this.byOpen.get(open)
    if (!same) this.byOpen.set(open, (same = { free: new Queue(), withReceipt: new Queue() }))
    const queue = payment.providerTransactionId === undefined ? same.free : same.withReceipt
    queue.add(entry)
    this.size++
  }

  oldestWith(open: number): Payment | undefined {
    const same = this.byOpen.get(open)
    return same?.free.oldest() ?? same?.withReceipt.oldest()
  }

  all(): Payment[] {
    const payments: Payment[] = []
    for (const [open, { free, withReceipt }] of this.byOpen) {
      const before = payments.length
      for (const queue of [free, withReceipt]) for (const { payment } of queue.all()) payments.push(payment)
      if (payments.length === before) this.byOpen.delete(open)
    }
    return payments.sort(byAge)
  }
}

type Standing = 'pending' | 'succeeded' | 'duplicate'

function standingOf({ status, statusReason }: Payment): Standing | null {
  if (status === 'succeeded') return statusReason === duplicateReference ? 'duplicate' : 'succeeded'
  return status === 'pending' ? status : null
}

/**
 * The number of payments of each standing on which the success of another payment depends; of paid ones one is enough.
 */
const dependsOn: Readonly<Record<Standing, number>> = { succeeded: 1, duplicate: 1, pending: maxSuperseded + 1 }
const standings = Object.keys(dependsOn) as Standing[]

/** An index that answers the questions of a line about a reference's payments without looking at each of them. */
export class ReferenceIndex {
  private readonly entries = new Map<string, Entry>()
  private readonly currencies = new Map<string, readonly OpenClass[]>()
  private readonly standing: Readonly<Record<Standing, Set<string>>> = {
    pending: new Set(),
    succeeded: new Set(),
    duplicate: new Set(),
  }

  private readonly customers = new Set<string>()

  /** True where payments have different customer ids: then no class of them decides alone. */
  get hasSeveralCustomers(): boolean {
    return this.customers.size > 1
  }

  /** Adds a payment, or replaces it by its later version. */
  put(payment: Payment): void {
    if (payment.customer?.id !== undefined) this.customers.add(payment.customer.id)
    this.forget(this.entries.get(payment.id))
    const entry = { payment, isCurrent: true }
    this.entries.set(payment.id, entry)
    this.classFor(payment)?.add(entry)
    const standing = standingOf(payment)
    if (standing) this.standing[standing].add(payment.id)
  }

  /**
   * Returns the payments that decide the outcome of a line over `amount` that names this reference alone; `null`: all
   * payments do.
   */
  decidingAlone(currency: string, amount: number): readonly Payment[] | null {
    const first = this.firstClass(currency)
    if (!first) return null
    const exact = first.size > 1 ? first.oldestWith(amount) : undefined
    return exact ? [exact] : first.all()
  }

  /**
   * Returns the payments that decide the outcome of a line that also names other references, each of which must give
   * one payment; `null`: all payments do.
   */
  decidingAmongOthers(currency: string): readonly Payment[] | null {
    return this.firstClass(currency)?.all() ?? null
  }

  /** Returns the other payments on which the success of a payment depends, and no more than it depends on. */
  siblingsOf({ id }: Payment): Payment[] {
    const siblings: Payment[] = []
    for (const standing of standings) {
      let missing = dependsOn[standing]
      for (const other of this.standing[standing]) {
        if (missing === 0) break
        if (other === id) continue
        siblings.push(this.entries.get(other)!.payment)
        missing--
      }
    }
    return siblings
  }

  private forget(former: Entry | undefined): void {
    if (!former) return
    former.isCurrent = false
    const { payment } = former
    const formerClass = this.classFor(payment)
    if (formerClass) formerClass.size--
    const standing = standingOf(payment)
    if (standing) this.standing[standing].delete(payment.id)
  }

  private firstClass(currency: string): OpenClass | undefined {
    return this.currencies.get(currency)?.find(({ size }) => size > 0)
  }

  private classFor(payment: Payment): OpenClass | undefined {
    const place = classOf(payment)
    if (place < 0) return undefined
    let classes = this.currencies.get(payment.currency)
    if (!classes) this.currencies.set(payment.currency, (classes = openClasses.map(() => new OpenClass())))
    return classes[place]
  }
}
