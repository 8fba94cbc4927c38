import type { Payment } from '../../domain/payments/payment.js'
import { receiptKey } from '../../domain/payments/receipt-spelling.js'
import type { NamedRefunds } from '../../domain/reconciliation/refund-matching.js'
import type { RefundNow } from '../../domain/refunds/refund-change.js'
import type { ReadLine } from './batches.js'
import type { DecidedLine, LineDecisions } from './decide-line.js'

/** A line that is decided and not written yet. */
export interface UnwrittenLine {
  readonly entry: ReadLine
  readonly decided: DecidedLine
}

/** Returns the payments that a line changes, by itself or with their refunds. */
function paymentsOf({ changes, refunds }: DecidedLine): Payment[] {
  const payments = changes.map(({ payment }) => payment)
  for (const { payment } of refunds) if (payment) payments.push(payment)
  return payments
}

/** Returns the reference of a refund's payment; `null` for a refund of a line. */
function referenceOf({ origin }: RefundNow): string | null {
  return 'payment' in origin ? origin.payment.reference : null
}

/**
 * Lines that are written together. They share no payment, no refund and no reference, so that each is decided as if the others were
 * written already: it does not matter whether they are written together or one after another.
 */
export class LineGroup {
  readonly lines: UnwrittenLine[] = []
  private changes = 0
  private readonly references = new Set<string>()
  /** The receipts, folded. */
  private readonly transactions = new Set<string>()
  private readonly refunds = new Set<string>()
  /** The keys of the transfers that the lines settle. */
  private readonly transits = new Set<string>()

  /**
   * @param size the most lines, and changes of them, that are written together; a line that has more by itself is written alone
   */
  constructor(private readonly size: number) {}

  /** Returns true where a line's decision may depend on what is written for these lines. */
  isTouchedBy(
    { line }: Pick<ReadLine, 'line'>,
    { candidates, refunds, transits }: Pick<LineDecisions, 'candidates' | 'refunds' | 'transits'>,
  ): boolean {
    if (this.lines.length === 0) return false
    const receipt = receiptKey(line)
    if (receipt !== null && this.transactions.has(receipt)) return true
    if (transits().some(({ key }) => this.transits.has(key))) return true
    return candidates.payments.some(({ reference }) => this.references.has(reference)) || this.mayChange(refunds())
  }

  /** Returns true where a refund, or its payment, may change with these lines. */
  mayChange({ refunds }: NamedRefunds): boolean {
    return refunds.some((named) => this.refunds.has(named.refund.id) || this.references.has(referenceOf(named) ?? ''))
  }

  /** Returns true where the line can be written with these: its changes may be of a payment that was read only just now. */
  takes(decided: DecidedLine): boolean {
    const { entry } = decided
    const [first] = this.lines
    if (!first) return true
    // Lines that are stored whole are written in another way than keys.
    if ((first.decided.entry === null) !== (entry === null)) return false
    // A line that meets another one, or an attempt, is written by itself: the next one may mean the same.
    if (first.decided.isAlone || decided.isAlone) return false
    const payments = paymentsOf(decided)
    if (this.lines.length >= this.size || this.changes + payments.length > this.size) return false
    if (decided.refunds.some(({ refund }) => this.refunds.has(refund.id))) return false
    return !payments.some(({ reference }) => this.references.has(reference))
  }

  add(line: UnwrittenLine): void {
    this.lines.push(line)
    const payments = paymentsOf(line.decided)
    this.changes += payments.length
    const refunds = line.decided.refunds.map(({ refund }) => refund)
    for (const { reference } of payments) this.references.add(reference)
    for (const { id } of refunds) this.refunds.add(id)
    for (const { key } of line.decided.others) this.transits.add(key)
    for (const receipt of [...payments, ...refunds].map(receiptKey)) {
      if (receipt !== null) this.transactions.add(receipt)
    }
  }
}
