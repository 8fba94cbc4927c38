import type { Payment } from '../../domain/payments/payment.js'
import type { LineItem } from '../../domain/reconciliation/items.js'
import type { NamedRefunds } from '../../domain/reconciliation/refund-matching.js'
import type { RefundNow } from '../../domain/refunds/refund-change.js'
import type { Context } from '../context.js'
import type { Reconciliation } from '../input/reconcile-options.js'
import { storeChanges } from '../payments/store-changes.js'
import type { Entry, ReadLine } from './batches.js'
import { type DecidedLine, type LineDecisions, lineDecider, lineItem, storeLines } from './decide-line.js'
import { readInto, type View } from './view.js'

/** So many changes of independent lines are written together; a line that has more by itself is written alone. */
const mostChangesOfGroup = 1000

/** A line that is decided and not written yet. */
interface Undone {
  readonly entry: ReadLine
  readonly decided: DecidedLine
}

/** The payments that a line changes, by itself or with their refunds. */
function paymentsOf({ changes, refunds }: DecidedLine): Payment[] {
  return [...changes, ...refunds].flatMap(({ payment }) => payment ?? [])
}

/** The reference of the payment of a refund. */
function referenceOf({ source }: RefundNow): string | null {
  return 'payment' in source ? source.payment.reference : null
}

/**
 * Lines that are written together. They share no payment, no refund and no reference, so that each is decided as if the others were
 * written already: it does not matter whether they are written together or one after another.
 */
class LineGroup {
  readonly lines: Undone[] = []
  private changes = 0
  private readonly keys = new Set<string>()
  private readonly references = new Set<string>()
  private readonly transactions = new Set<string>()
  private readonly refunds = new Set<string>()

  /** Whether a line's decision may depend on what is written for these. */
  isTouchedBy({ line, key }: ReadLine, { candidates, refunds }: LineDecisions): boolean {
    if (this.lines.length === 0) return false
    if (this.keys.has(key)) return true
    const transaction = line.providerTransactionId
    if (transaction !== undefined && this.transactions.has(transaction)) return true
    return candidates.payments.some(({ reference }) => this.references.has(reference)) || this.mayChange(refunds())
  }

  /** Whether a refund, or its payment, changes with these. */
  mayChange({ refunds }: NamedRefunds): boolean {
    return refunds.some((named) => this.refunds.has(named.refund.id) || this.references.has(referenceOf(named) ?? ''))
  }

  /** Whether the line can be written with these: its changes may be of a payment that was read only just now. */
  takes(decided: DecidedLine): boolean {
    const { entry } = decided
    const [first] = this.lines
    if (!first) return true
    // Lines that are stored whole are written in another way than keys.
    if ((first.decided.entry === null) !== (entry === null)) return false
    const payments = paymentsOf(decided)
    if (this.changes + payments.length > mostChangesOfGroup) return false
    if (decided.refunds.some(({ refund }) => this.refunds.has(refund.id))) return false
    return !payments.some(({ reference }) => this.references.has(reference))
  }

  add(line: Undone): void {
    this.lines.push(line)
    const payments = paymentsOf(line.decided)
    this.changes += payments.length
    this.keys.add(line.entry.key)
    for (const { reference, providerTransactionId } of payments) {
      this.references.add(reference)
      if (providerTransactionId !== undefined) this.transactions.add(providerTransactionId)
    }
    for (const { refund } of line.decided.refunds) {
      this.refunds.add(refund.id)
      if (refund.providerTransactionId !== undefined) this.transactions.add(refund.providerTransactionId)
    }
  }
}

/** Settles the lines of one reconciliation, batch after batch; items come in the order of the lines. */
export function lineSettler(context: Context, settings: Reconciliation, startOfDay: (day: string) => string) {
  const decisionsOf = lineDecider(context, settings, startOfDay)

  /** Whether all lines of the group are stored; if not, none of them is. */
  async function write({ lines }: LineGroup): Promise<boolean> {
    const answer = await storeLines(
      context,
      lines.map(({ decided }) => decided),
      settings.actor,
    )
    return answer.outcome === 'replaced'
  }

  async function settleAlone(view: View, entry: ReadLine): Promise<LineItem> {
    return storeChanges(context, decisionsOf(view, entry))
  }

  return async function* settleLines(view: View, batch: readonly Entry[]): AsyncGenerator<LineItem> {
    let group = new LineGroup()
    /** What comes next, in file order. */
    let next: (LineItem | Undone)[] = []

    /** Writes the group, and gives out what waits; lines of a group that meets a conflict are decided one by one. */
    async function* flush(): AsyncGenerator<LineItem> {
      const [waiting, { lines }] = [next, group]
      const isStored = lines.length === 0 || (await write(group))
      group = new LineGroup()
      next = []
      if (!isStored) {
        const fields = { row: lines[0]!.entry.row, lines: lines.length }
        context.logger.debug?.('Another change came first; deciding statement lines one by one.', fields)
        await readInto(
          view,
          context,
          lines.map(({ entry }) => entry),
        )
      }
      for (const item of waiting) {
        if (!('entry' in item)) yield item
        else yield isStored ? item.decided.stored() : await settleAlone(view, item.entry)
      }
    }

    /** What becomes of a line beside the group; `null` where the group must be written first. */
    async function decide(entry: ReadLine): Promise<LineItem | Undone | null> {
      const answer = view.answerTo(entry.key)
      if (answer) return lineItem(entry.row, entry.line, answer)
      const decisions = decisionsOf(view, entry)
      if (group.isTouchedBy(entry, decisions)) return null
      let decision = await decisions.decide()
      while (decision === 'again') decision = await decisions.decide()
      // Refunds that were read only just now.
      if (group.mayChange(decisions.refunds())) return null
      if ('result' in decision) return decision.result
      return group.takes(decision) ? { entry, decided: decision } : null
    }

    for (const entry of batch) {
      if (entry.line === null) {
        next.push(lineItem(entry.row, null, 'rejected_line', { reason: entry.reason }))
        continue
      }
      let decided = await decide(entry)
      if (!decided) {
        yield* flush()
        decided = (await decide(entry))!
      }
      if ('entry' in decided) group.add(decided)
      next.push(decided)
    }
    yield* flush()
  }
}
