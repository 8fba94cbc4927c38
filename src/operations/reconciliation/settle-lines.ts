import type { StateChange } from '../../domain/payments/state-change.js'
import type { LineItem } from '../../domain/reconciliation/items.js'
import type { Context } from '../context.js'
import type { Reconciliation } from '../input/reconcile-options.js'
import { changesToStore, lineToStore } from '../payments/changes.js'
import { storeChanges } from '../payments/store-changes.js'
import type { Entry, ReadLine } from './batches.js'
import { type LineDecisions, lineDecider, lineItem } from './decide-line.js'
import { readInto, type View } from './view.js'

/** So many changes of independent lines are written together; a line that has more by itself is written alone. */
const mostChangesOfGroup = 1000

/** A line that is decided and not written yet. */
interface Undone {
  readonly entry: ReadLine
  readonly changes: readonly StateChange[]
  stored(): LineItem
}

/**
 * Lines that are written together. They share no payment and no reference, so that each is decided as if the others were
 * written already: it does not matter whether they are written together or one after another.
 */
class LineGroup {
  readonly lines: Undone[] = []
  private changes = 0
  private readonly keys = new Set<string>()
  private readonly references = new Set<string>()
  private readonly transactions = new Set<string>()

  /** Whether a line's decision may depend on what is written for these. */
  isTouchedBy({ line, key }: ReadLine, { candidates }: LineDecisions): boolean {
    if (this.lines.length === 0) return false
    if (this.keys.has(key)) return true
    const transaction = line.providerTransactionId
    if (transaction !== undefined && this.transactions.has(transaction)) return true
    return candidates.payments.some(({ reference }) => this.references.has(reference))
  }

  /** Whether the changes can be written with these: they may be of a payment that was read only just now. */
  takes(changes: readonly StateChange[]): boolean {
    if (this.changes + changes.length > mostChangesOfGroup) return false
    return !changes.some(({ payment }) => this.references.has(payment.reference))
  }

  add(line: Undone): void {
    this.lines.push(line)
    this.changes += line.changes.length
    this.keys.add(line.entry.key)
    for (const { payment } of line.changes) {
      this.references.add(payment.reference)
      if (payment.providerTransactionId !== undefined) this.transactions.add(payment.providerTransactionId)
    }
  }
}

/** Settles the lines of one reconciliation, batch after batch; items come in the order of the lines. */
export function lineSettler(context: Context, settings: Reconciliation, startOfDay: (day: string) => string) {
  const decisionsOf = lineDecider(context, settings, startOfDay)

  /** Whether all lines of the group are stored; if not, none of them is. */
  async function write({ lines }: LineGroup): Promise<boolean> {
    const changes = lines.flatMap((line) => line.changes)
    const answer = await context.repository.replace({
      changes: changesToStore(context, changes, settings.actor),
      lines: lines.map((line) => lineToStore(line.entry.key, line.changes)),
    })
    return answer.outcome === 'replaced'
  }

  async function settleAlone(view: View, entry: ReadLine): Promise<LineItem> {
    if (view.stored.has(entry.key)) return lineItem(entry.row, entry.line, 'already_reconciled')
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
          context.repository,
          lines.map(({ entry }) => entry),
        )
      }
      for (const item of waiting) {
        if (!('entry' in item)) yield item
        else yield isStored ? item.stored() : await settleAlone(view, item.entry)
      }
    }

    /** What becomes of a line beside the group; `null` where the group must be written first. */
    async function decide(entry: ReadLine): Promise<LineItem | Undone | null> {
      if (view.stored.has(entry.key)) return lineItem(entry.row, entry.line, 'already_reconciled')
      const decisions = decisionsOf(view, entry)
      if (group.isTouchedBy(entry, decisions)) return null
      let decision = await decisions.decide()
      while (decision === 'again') decision = await decisions.decide()
      if ('result' in decision) return decision.result
      const { changes, stored } = decision
      return group.lines.length === 0 || group.takes(changes) ? { entry, changes, stored } : null
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
