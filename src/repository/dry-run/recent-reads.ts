import { liveReference } from '../../domain/payments/reference-policy.js'
import type { Payment } from '../../domain/payments/payment.js'
import { foldedReceipt, receiptKey } from '../../domain/payments/receipt-spelling.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { FinanceRepository } from '../finance-port.js'
import type { Change, LookupKeys, LookupResult, PaymentRepository } from '../port.js'

/** As many as the lines that are looked up together; what is kept for longer is no longer young for a garbage collector. */
const fewRemembered = 1000

/** What was read last, in two generations: a look-up is kept whole, however much it finds. */
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

/** What the storage holds that a group of changes may meet. */
export interface Held {
  readonly payments: ReadonlyMap<string, Payment>
  /** Ids of those that have the reference and may be its live payment. */
  readonly ofReference: ReadonlyMap<string, readonly string[]>
  /** By the transaction, folded. */
  readonly ofTransaction: ReadonlyMap<string, readonly Payment[]>
  /** Keys that are stored. */
  readonly lines: ReadonlySet<string>
}

/**
 * The storage, with what was read of it last: who changes a payment has mostly read it just before, and to read it again
 * by itself would take longer than everything else.
 */
export class RecentReads {
  private readonly payments = new Remembered<Payment>()
  private readonly references = new Remembered<readonly string[]>()
  private readonly transactions = new Remembered<readonly Payment[]>()
  private readonly lines = new Remembered<boolean>()
  /** `null` for one that is not stored whole. */
  private readonly wholeLines = new Remembered<AccountLine | null>()

  constructor(private readonly repository: PaymentRepository | FinanceRepository) {}

  /** The payments are not the caller's own: they are to be copied before they are given to anyone. */
  async lookup(keys: LookupKeys): Promise<LookupResult> {
    const found = await this.repository.lookup(keys)
    this.remember(keys, found)
    return found
  }

  /** As `lookup`, the payment is not the caller's own. */
  async payment(id: string): Promise<Payment | null> {
    const found = await this.repository.get(id)
    if (found) this.payments.add([[id, found]])
    return found
  }

  /** What is stored of all that these changes are about, as it was read last. */
  async heldAgainst(
    changes: readonly Pick<Change, 'payment' | 'liveReference'>[],
    lineKeys: readonly string[],
  ): Promise<Held> {
    const payments = new Map<string, Payment>()
    for (const { payment } of changes) {
      const stored = this.payments.get(payment.id) ?? (await this.payment(payment.id))
      if (stored) payments.set(payment.id, stored)
    }
    // What a payment has already, no other one has: most changes keep the transaction and the reference as they are.
    const references = textsOf(changes, ({ payment, liveReference: wanted }) => {
      const stored = payments.get(payment.id)
      return stored && liveReference(stored, 'one-live') === wanted ? null : wanted
    })
    const transactions = textsOf(changes, ({ payment }) => {
      const wanted = receiptKey(payment)
      return receiptKey(payments.get(payment.id)) === wanted ? null : wanted
    })
    const ofReference = known(references, this.references)
    const ofTransaction = known(transactions, this.transactions)
    const ofLine = known(lineKeys, this.lines)
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

  /** As `lookup`, the lines are not the caller's own. */
  async findLines(keys: readonly string[]): Promise<readonly AccountLine[]> {
    if (!('findLines' in this.repository)) return []
    const found = await this.repository.findLines(keys)
    const byKey = new Map(found.map((line) => [line.key, line]))
    this.wholeLines.add(keys.map((key) => [key, byKey.get(key) ?? null]))
    return found
  }

  /** Those lines that are stored whole, as they were read last. */
  async linesHeld(keys: readonly string[]): Promise<ReadonlyMap<string, AccountLine>> {
    const recent = known(keys, this.wholeLines)
    const unread = keys.filter((key) => !recent.has(key))
    const found = unread.length > 0 ? await this.findLines(unread) : []
    const lines = [...Array.from(recent.values()).filter((line) => line !== null), ...found]
    return new Map(lines.map((line) => [line.key, line]))
  }

  private remember(keys: LookupKeys, found: LookupResult) {
    const references = new Map(keys.references.map((reference): [string, string[]] => [reference, []]))
    const transactions = new Map(keys.providerTransactionIds.map((id): [string, Payment[]] => [foldedReceipt(id), []]))
    for (const payment of found.payments) {
      const { id, reference } = payment
      if (liveReference(payment, 'one-live') !== null) references.get(reference)?.push(id)
      const receipt = receiptKey(payment)
      if (receipt !== null) transactions.get(receipt)?.push(payment)
    }
    const lines = new Set(found.lines.map(({ key }) => key))
    this.payments.add(found.payments.map((payment) => [payment.id, payment]))
    this.references.add(references)
    this.transactions.add(transactions)
    this.lines.add(keys.lineKeys.map((key) => [key, lines.has(key)]))
    return { references, transactions, lines }
  }
}

function known<Value>(texts: readonly string[], remembered: Remembered<Value>): Map<string, Value> {
  const found = new Map<string, Value>()
  for (const text of texts) {
    const value = remembered.get(text)
    if (value !== undefined) found.set(text, value)
  }
  return found
}

function textsOf<Item>(items: readonly Item[], textOf: (item: Item) => string | null | undefined): string[] {
  return [...new Set(items.map(textOf))].filter((text) => text !== null && text !== undefined)
}
