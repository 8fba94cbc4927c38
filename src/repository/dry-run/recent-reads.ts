import { liveReference } from '../../domain/payments/reference-policy.js'
import type { Payment } from '../../domain/payments/payment.js'
import { foldedReceipt, receiptKey } from '../../domain/payments/receipt-spelling.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { FinanceRepository } from '../finance-port.js'
import type { Change, LookupKeys, LookupResult, PaymentRepository } from '../port.js'

/**
 * Number of values that are kept as young: as many as the lines that are looked up together; values that are kept for longer
 * are no longer young for a garbage collector.
 */
const fewRemembered = 1000

/** The last values read, in two generations: a look-up is kept whole, however much it finds. */
class Remembered<Value> {
  private young = new Map<string, Value>()
  private old = new Map<string, Value>()

  get(text: string): Value | undefined {
    return this.young.get(text) ?? this.old.get(text)
  }

  add(read: Iterable<readonly [text: string, Value]>): void {
    if (this.young.size >= fewRemembered) {
      this.old = this.young
      this.young = new Map()
    }
    for (const [text, value] of read) this.young.set(text, value)
  }
}

/** The stored payments and lines with which a group of changes may conflict. */
export interface StoredBefore {
  readonly payments: ReadonlyMap<string, Payment>
  /** Ids of the payments that have the reference and may be its live payment. */
  readonly ofReference: ReadonlyMap<string, readonly string[]>
  /** Payments by the transaction, folded. */
  readonly ofTransaction: ReadonlyMap<string, readonly Payment[]>
  /** Keys that are stored. */
  readonly lines: ReadonlySet<string>
}

/**
 * The storage, with its last reads: a caller that changes a payment has mostly read it just before, and reading it again by
 * itself would take longer than everything else.
 */
export class RecentReads {
  private readonly payments = new Remembered<Payment>()
  private readonly references = new Remembered<readonly string[]>()
  private readonly transactions = new Remembered<readonly Payment[]>()
  private readonly lines = new Remembered<boolean>()
  /** `null` for one that is not stored whole. */
  private readonly wholeLines = new Remembered<AccountLine | null>()

  constructor(private readonly repository: PaymentRepository | FinanceRepository) {}

  /** Looks payments and lines up in the storage. The payments are not the caller's own: copy them before they are returned. */
  async lookup(keys: LookupKeys): Promise<LookupResult> {
    const result = await this.repository.lookup(keys)
    this.remember(keys, result)
    return result
  }

  /** Reads a payment from the storage; as with `lookup`, it is not the caller's own. */
  async payment(id: string): Promise<Payment | null> {
    const stored = await this.repository.get(id)
    if (stored) this.payments.add([[id, stored]])
    return stored
  }

  /** Returns the stored payments and lines of these changes, as they were read last. */
  async storedBefore(
    changes: readonly Pick<Change, 'payment' | 'liveReference'>[],
    lineKeys: readonly string[],
  ): Promise<StoredBefore> {
    const payments = new Map<string, Payment>()
    for (const { payment } of changes) {
      const stored = this.payments.get(payment.id) ?? (await this.payment(payment.id))
      if (stored) payments.set(payment.id, stored)
    }
    // What a payment has already, no other one has: most changes keep the transaction and the reference as they are.
    const references = textsOf(changes, ({ payment, liveReference: nextReference }) => {
      const stored = payments.get(payment.id)
      return stored && liveReference(stored, 'one-live') === nextReference ? null : nextReference
    })
    const transactions = textsOf(changes, ({ payment }) => {
      const receipt = receiptKey(payment)
      return receiptKey(payments.get(payment.id)) === receipt ? null : receipt
    })
    const ofReference = rememberedOf(references, this.references)
    const ofTransaction = rememberedOf(transactions, this.transactions)
    const ofLine = rememberedOf(lineKeys, this.lines)
    const unread = {
      references: references.filter((reference) => !ofReference.has(reference)),
      providerTransactionIds: transactions.filter((transaction) => !ofTransaction.has(transaction)),
      lineKeys: lineKeys.filter((key) => !ofLine.has(key)),
    }
    if (Object.values(unread).some(({ length }) => length > 0)) {
      const read = this.remember(unread, await this.repository.lookup(unread))
      for (const [reference, ids] of read.references) ofReference.set(reference, ids)
      for (const [transaction, holders] of read.transactions) ofTransaction.set(transaction, holders)
      for (const key of read.lines) ofLine.set(key, true)
    }
    const lines = new Set(lineKeys.filter((key) => ofLine.get(key)))
    return { payments, ofReference, ofTransaction, lines }
  }

  /** Reads whole lines from the storage; as with `lookup`, they are not the caller's own. */
  async findLines(keys: readonly string[]): Promise<readonly AccountLine[]> {
    if (!('findLines' in this.repository)) return []
    const lines = await this.repository.findLines(keys)
    const byKey = new Map(lines.map((line) => [line.key, line]))
    this.wholeLines.add(keys.map((key) => [key, byKey.get(key) ?? null]))
    return lines
  }

  /** Returns those lines that are stored whole, as they were read last. */
  async wholeLinesBefore(keys: readonly string[]): Promise<ReadonlyMap<string, AccountLine>> {
    const recent = rememberedOf(keys, this.wholeLines)
    const unread = keys.filter((key) => !recent.has(key))
    const unreadLines = unread.length > 0 ? await this.findLines(unread) : []
    const lines = [...Array.from(recent.values()).filter((line) => line !== null), ...unreadLines]
    return new Map(lines.map((line) => [line.key, line]))
  }

  private remember(keys: LookupKeys, result: LookupResult) {
    const references = new Map(keys.references.map((reference): [string, string[]] => [reference, []]))
    const transactions = new Map(keys.providerTransactionIds.map((id): [string, Payment[]] => [foldedReceipt(id), []]))
    for (const payment of result.payments) {
      const { id, reference } = payment
      if (liveReference(payment, 'one-live') !== null) references.get(reference)?.push(id)
      const receipt = receiptKey(payment)
      if (receipt !== null) transactions.get(receipt)?.push(payment)
    }
    const lines = new Set(result.lines.map(({ key }) => key))
    this.payments.add(result.payments.map((payment) => [payment.id, payment]))
    this.references.add(references)
    this.transactions.add(transactions)
    this.lines.add(keys.lineKeys.map((key) => [key, lines.has(key)]))
    return { references, transactions, lines }
  }
}

function rememberedOf<Value>(texts: readonly string[], remembered: Remembered<Value>): Map<string, Value> {
  const values = new Map<string, Value>()
  for (const text of texts) {
    const value = remembered.get(text)
    if (value !== undefined) values.set(text, value)
  }
  return values
}

function textsOf<Item>(items: readonly Item[], textOf: (item: Item) => string | null | undefined): string[] {
  return [...new Set(items.map(textOf))].filter((text) => text !== null && text !== undefined)
}
