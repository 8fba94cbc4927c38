import type { LineItem } from '../../domain/reconciliation/items.js'
import type { RunContext } from '../context.js'
import type { Reconciliation } from '../input/reconcile-options.js'
import { pacer, recordsAtOnce } from '../../internal/event-loop.js'
import { storeChanges } from '../payments/store-changes.js'
import type { Entry, ReadLine } from './batches.js'
import { maxAccountRetries } from '../accounts/account-rows.js'
import { lineDecider, lineItem, storeLines } from './decide-line.js'
import { LineGroup, type UnwrittenLine } from './line-group.js'
import { readInto, readLines, type View } from './view.js'

/**
 * Makes the function that settles the lines of one reconciliation, batch after batch. The items come in the order of the lines,
 * those of a group together, because to wait for each by itself takes time.
 */
export function lineSettler(context: RunContext, settings: Reconciliation, startOfDay: (day: string) => string) {
  const decisionsOf = lineDecider(context, settings, startOfDay)
  const pace = pacer(recordsAtOnce)
  const { signal } = settings

  /**
   * Stores the lines of the group, all or none, and returns false for none. Where an account moved, and the lines' possible
   * originals and earlier receipts did not, they are written as they were decided.
   */
  async function write(view: View, { lines }: LineGroup): Promise<boolean> {
    const entries = lines.map(({ entry }) => entry)
    const decided = lines.map((line) => line.decided)
    const factOf = (entry: ReadLine) => {
      if (view.lineOf(entry.key)) return 'stored'
      const meeting = view.meetingOf(entry)
      const paid = view.met.attemptPaidBy(entry)
      const ofAttempts = `${meeting?.line.key} ${meeting?.line.version} ${paid?.id} ${paid?.version}`
      return `${entry.key} ${view.originals.hasReceiptOfOther(entry)} ${ofAttempts} ${view.duplicateReason(entry)}`
    }
    const facts = () => entries.map(factOf)
    // A line that meets another one is written by itself: the warnings about it are given here.
    let before = decided.some(({ isAlone }) => isAlone) ? facts() : null
    for (let attempt = 0; attempt < maxAccountRetries; attempt++) {
      const answer = await storeLines(context, view, decided, settings.actor)
      if (answer.outcome === 'replaced') return true
      if (!view.accounts?.learn(answer)) return false
      // The facts that were decided on: of the view only the account has changed since.
      before ??= facts()
      await readLines(view, context, entries)
      const now = facts()
      if (before.some((fact, i) => fact !== now[i])) return false
    }
    return false
  }

  async function settleAlone(view: View, entry: ReadLine): Promise<LineItem> {
    signal?.throwIfAborted()
    return storeChanges(context, decisionsOf(view, entry))
  }

  return async function* settleLines(view: View, batch: readonly Entry[]): AsyncGenerator<readonly LineItem[]> {
    let group = new LineGroup(context.groupSize)
    /** The items and unwritten lines that come next, in file order. */
    let next: (LineItem | UnwrittenLine)[] = []

    /** Writes the group, and yields the items that wait; lines of a group that meets a conflict are decided one by one. */
    async function* flush(): AsyncGenerator<readonly LineItem[]> {
      signal?.throwIfAborted()
      const [waiting, { lines }] = [next, group]
      const isStored = lines.length === 0 || (await write(view, group))
      group = new LineGroup(context.groupSize)
      next = []
      if (isStored) {
        yield waiting.map((item) => ('entry' in item ? item.decided.stored() : item))
        return
      }
      const fields = { row: lines[0]!.entry.row, lines: lines.length }
      context.logger.debug('Another change was stored first; statement lines are decided one by one.', fields)
      await readInto(
        view,
        context,
        lines.map(({ entry }) => entry),
      )
      for (const item of waiting) yield ['entry' in item ? await settleAlone(view, item.entry) : item]
    }

    /** Decides a line beside the group; `null` where the group must be written first. */
    async function decide(entry: ReadLine): Promise<LineItem | UnwrittenLine | null> {
      const answer = view.answerToEntry(entry)
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
      const turn = pace(1)
      if (turn) await turn
      if (entry.line === null) {
        next.push(lineItem(entry.row, null, 'rejected_line', { reason: entry.reason }))
        continue
      }
      let decided = await decide(entry)
      if (!decided) {
        yield* flush()
        decided = (await decide(entry))!
      }
      if ('entry' in decided) {
        group.add(decided)
        // One line may pay thousands of bills.
        const turn = pace(decided.decided.changes.length)
        if (turn) await turn
      }
      next.push(decided)
    }
    yield* flush()
  }
}
