import type { Payment } from '../../domain/payments/payment.js'
import { foldedReceipt, isSameReceipt, receiptKey } from '../../domain/payments/receipt-spelling.js'
import { copyPayment } from '../copy.js'
import type { Filter } from '../port.js'
import { JsonLog } from './json-log.js'
import { NumberByText } from './number-by-text.js'

/** The fields in which a version differs from the stored payment; `null` for one that is left out. */
type Fields = Partial<Record<keyof Payment, unknown>>

/** One version of a payment. The `fields` of a new payment are all that it has. */
export interface ChangedPayment {
  readonly id: string
  readonly reference: string
  readonly isNew: boolean
  readonly liveReference: string | null
  readonly fields: Fields
  /** The number of the payment's version before this one, or -1. */
  readonly former: number
  /** The number of the version that took the same transaction before, or -1. */
  readonly formerOfTransaction: number
}

const nullable: ReadonlySet<string> = new Set(['expiresAt', 'paidAt', 'reversedAt', 'canceledAt'])

const times = { createdAt: true, paidAt: true, reversedAt: true, expiresAt: true } satisfies Record<Filter['by'], true>
const movingFields: readonly string[] = ['status', ...Object.keys(times)]

/** Compares two values of a field; instructions, customer and metadata are objects of texts. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b || typeof a !== 'object' || typeof b !== 'object' || !a || !b) return a === b
  const [entries, others] = [Object.entries(a), Object.entries(b)]
  const isEqual = entries.every(([key, value], place) => key === others[place]?.[0] && value === others[place][1])
  return (isEqual && entries.length === others.length) || JSON.stringify(a) === JSON.stringify(b)
}

/**
 * Returns the fields in which `next` differs. A transaction and its channel are always among them: other payments conflict with
 * them.
 */
function difference(stored: Payment, next: Payment): Fields {
  const { channel, providerTransactionId } = next
  const fields: Fields = providerTransactionId === undefined ? {} : { channel, providerTransactionId }
  for (const field of Object.keys({ ...stored, ...next }) as (keyof Payment)[]) {
    if (!isSame(stored[field], next[field])) fields[field] = next[field] ?? null
  }
  return fields
}

/** Gives `payment` the fields, and returns it. */
function withFields(payment: Payment, fields: Fields): Payment {
  const result = payment as Fields
  for (const [field, value] of Object.entries(fields) as [keyof Payment, unknown][]) {
    if (value !== null || nullable.has(field)) result[field] = value
    else delete result[field]
  }
  return payment
}

/**
 * The payments that were changed, each version after the other and numbered. A version is written down as the fields that
 * differ from the stored payment, so that the changes of a year's statement fit into the memory of a small server; and no
 * version is ever overwritten, so that a scan can go on reading those of its own time.
 */
export class ChangedPayments {
  private readonly versions = new JsonLog()
  private readonly latest = new NumberByText()
  private readonly lastToTake = { liveReference: new NumberByText(), transaction: new NumberByText() }
  private readonly newIds = new Map<string, string[]>()
  /** The number of the next version of the same payment, where there is one. */
  private readonly nexts = new Map<number, number>()
  /** Numbers of the versions that `moved` reads. */
  private readonly moving: number[] = []

  /** Number of versions: those with a smaller number are the ones of this moment. */
  get size(): number {
    return this.versions.size
  }

  /**
   * Adds the next version of a payment.
   *
   * @param stored the payment as it is stored; `null` for a new one
   */
  add(stored: Payment | null, next: Payment, liveReference: string | null): void {
    const { id, reference } = next
    const transaction = receiptKey(next)
    const number = this.size
    const former = this.latest.get(id) ?? -1
    const formerOfTransaction = transaction === null ? -1 : (this.lastToTake.transaction.get(transaction) ?? -1)
    const fields = stored ? difference(stored, next) : next
    this.versions.add([id, reference, stored ? 0 : 1, liveReference, fields, former, formerOfTransaction])
    this.latest.set(id, number)
    if (former >= 0) this.nexts.set(former, number)
    if (!stored || movingFields.some((field) => field in fields)) this.moving.push(number)
    if (liveReference !== null) this.lastToTake.liveReference.set(liveReference, number)
    if (transaction !== null) this.lastToTake.transaction.set(transaction, number)
    if (!stored && former < 0) {
      const ids = this.newIds.get(reference)
      if (ids) ids.push(id)
      else this.newIds.set(reference, [id])
    }
  }

  version(number: number): ChangedPayment {
    type Written = [string, string, 0 | 1, string | null, Fields, number, number]
    const written = this.versions.get(number) as Written
    const [id, reference, isNew, liveReference, fields, former, formerOfTransaction] = written
    return { id, reference, isNew: isNew === 1, liveReference, fields, former, formerOfTransaction }
  }

  has(id: string): boolean {
    return this.latest.get(id) !== undefined
  }

  /** Reads the payment's latest version, or its latest among the first `size`. */
  find(id: string, size = this.size): ChangedPayment | undefined {
    const number = this.numberOf(id, size)
    return number < 0 ? undefined : this.version(number)
  }

  /** Returns a payment that is not stored, as it is now. */
  newPayment(id: string): Payment | undefined {
    const version = this.find(id)
    return version?.isNew ? (version.fields as unknown as Payment) : undefined
  }

  /** Returns a stored payment as it is now; the payment is the caller's own. */
  current(stored: Payment): Payment {
    const version = this.find(stored.id)
    return version ? this.with(stored, version) : copyPayment(stored)
  }

  /** Returns a stored payment as this version of it is; the payment is the caller's own. */
  with(stored: Payment, { fields }: ChangedPayment): Payment {
    return withFields(copyPayment(stored), fields)
  }

  /**
   * Reads the latest version of each payment among the first `size` versions, without those that change neither the status nor
   * a time by which payments are read: most do not, and need not be parsed.
   */
  *moved(size = this.size): Generator<ChangedPayment> {
    yield* this.latestOf(this.moving, size)
  }

  /** Reads the latest version of each payment among the first `size` versions. */
  *all(size = this.size): Generator<ChangedPayment> {
    yield* this.latestOf(Array(size).keys(), size)
  }

  private *latestOf(numbers: Iterable<number>, size: number): Generator<ChangedPayment> {
    for (const number of numbers) {
      if (number >= size) return
      const next = this.nexts.get(number)
      if (next === undefined || next >= size) yield this.version(number)
    }
  }

  /** Returns the ids of the new payments of a reference. */
  newOfReference(reference: string): readonly string[] {
    return this.newIds.get(reference) ?? []
  }

  /**
   * Returns the id of the changed payment that has the live reference now. Of the payments that gave it up since, only the last
   * can have taken it.
   */
  holderOfReference(liveReference: string): string | undefined {
    const number = this.lastToTake.liveReference.get(liveReference)
    if (number === undefined) return undefined
    const { id } = this.version(number)
    return this.find(id)!.liveReference === liveReference ? id : undefined
  }

  /** Finds the changed payments that have the transaction now, of whatever channel and in whichever letter case. */
  holdersOfTransaction(transaction: string): ChangedPayment[] {
    const latest = this.lastToTake.transaction.get(foldedReceipt(transaction))
    const holders = new Map<string, ChangedPayment>()
    for (let number = latest ?? -1; number >= 0;) {
      const version = this.version(number)
      const now = this.find(version.id)!
      if (isSameReceipt(now.fields.providerTransactionId as string | null | undefined, transaction))
        holders.set(now.id, now)
      number = version.formerOfTransaction
    }
    return [...holders.values()]
  }

  private numberOf(id: string, size: number): number {
    let number = this.latest.get(id) ?? -1
    while (number >= size) number = this.version(number).former
    return number
  }
}
