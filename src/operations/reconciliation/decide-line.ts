import { type Candidates, type Match, matchLine } from '../../domain/reconciliation/matching.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { StateChange } from '../../domain/payments/state-change.js'
import type { Allocation, LineItem, LineOutcome, MatchRule } from '../../domain/reconciliation/items.js'
import { allocate } from '../../domain/reconciliation/allocation.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import type { Context } from '../context.js'
import type { Reconciliation } from '../input/reconcile-options.js'
import { type Conflict, type Decision, type Decisions, maxRetries } from '../payments/store-changes.js'
import type { ReadLine } from './batches.js'
import { findLines, findPayments } from './look-up.js'
import { possible, type View } from './view.js'

/** The port's own limit. */
const mostChanges = 5000
/** Payments that a line may read again before it is reported; what it does not use is left for those after it. */
const rowsOfLine = 64

/** Written out: a million of them are made, and what is spread into another object is copied slowly. */
export function lineItem(
  row: number,
  line: StatementLine | null,
  outcome: LineOutcome,
  { rule = null, reason = null }: { rule?: MatchRule | null; reason?: string | null } = {},
  allocations: Allocation[] = [],
): LineItem {
  return { kind: 'line', row, outcome, applied: false, rule, line, reason, allocations }
}

function allocationOf({ payment: { id, reference, late }, amount }: Match['shares'][number]): Allocation {
  return { paymentId: id, reference, amount, late }
}

/** The payment that stood in the way. */
function shownBy(conflict: Conflict): Payment | null {
  if (conflict.outcome === 'line_taken') return null
  return conflict.outcome === 'stale' ? conflict.current : conflict.payment
}

/** What became of a line, or the line as it is to be decided: once within a group, or again and again by itself. */
export type LineDecisions = Decisions<LineItem> & {
  /** What the line may mean, as it was known when these decisions began. */
  candidates: Candidates
}

/** Decides the lines of one reconciliation. */
export function lineDecider(context: Context, settings: Reconciliation, startOfDay: (day: string) => string) {
  const { repository, referencePolicy: policy } = context

  let rowsToRead = 0

  /**
   * All that the line may mean, and what stood in the way, as it is now; without `must` only as far as lines have rows to
   * read, for a thousand lines of one reference would each read its thousand payments.
   */
  async function reread(
    view: View,
    line: StatementLine,
    { payments }: Candidates,
    { shown = null, must }: { shown?: Payment | null; must: boolean },
  ): Promise<void> {
    if (shown) view.put(shown)
    const references = new Set(payments.map(({ reference }) => reference))
    if (shown) references.add(shown.reference)
    const rows = view.sizeOf(references)
    rowsToRead += rowsOfLine
    if (rows > rowsToRead && !must) return
    rowsToRead = Math.max(0, rowsToRead - rows)
    const newer = await findPayments(repository, [...references], possible([line.providerTransactionId]))
    for (const payment of newer) view.put(payment)
  }

  async function isStored(key: string): Promise<boolean> {
    return (await findLines(repository, [key])).length > 0
  }

  return function decisionsOf(view: View, { row, line, key }: ReadLine): LineDecisions {
    const contested = new Set<string>()
    let isFresh = false
    let mostRetries = maxRetries
    let candidates = view.candidatesOf(line)
    let match: Match

    const decide = async (): Promise<Decision<LineItem>> => {
      match = matchLine(line, candidates)
      const { outcome, reason } = match
      const { rule } = candidates
      const writes = outcome === 'matched' || outcome === 'confirmed' || outcome === 'under_paid'
      if (!writes) {
        // Others may have written since, this very line too. Such lines are few, and people look into each of them.
        if (!isFresh && match.shares.length > 0) {
          isFresh = true
          await reread(view, line, candidates, { must: false })
          if (await isStored(key)) return { result: lineItem(row, line, 'already_reconciled') }
          candidates = view.candidatesOf(line)
          return 'again'
        }
        return { result: lineItem(row, line, outcome, { rule, reason }, match.shares.map(allocationOf)) }
      }

      const allocated = allocate(
        match,
        { line, source: settings.source, lineKey: key, startOfDay },
        { now: context.now(), policy, siblingsOf: (payment) => view.siblingsOf(payment), contested },
      )
      if ('problem' in allocated) return { result: lineItem(row, null, 'rejected_line', { reason: allocated.problem }) }
      const { changes } = allocated
      if (changes.length > mostChanges) {
        const named = match.shares.map(({ payment }) => allocationOf({ payment, amount: 0 }))
        const tooMany = { rule, reason: 'would change more payments than one write may' }
        return { result: lineItem(row, line, 'ambiguous', tooMany, named) }
      }
      return { changes, stored: () => storedItem(changes) }
    }

    const storedItem = (changes: readonly StateChange[]): LineItem => {
      view.stored.add(key)
      const written = new Map(changes.map(({ payment }) => [payment.id, payment]))
      for (const payment of written.values()) view.put(payment)
      const shares = match.shares.map(({ payment: { id }, amount }) =>
        allocationOf({ payment: written.get(id)!, amount }),
      )
      const item = lineItem(row, line, match.outcome, { rule: candidates.rule, reason: match.reason }, shares)
      return { ...item, applied: settings.apply }
    }

    const learn = async (conflict: Conflict, attempt: number): Promise<{ result: LineItem } | void> => {
      // Even where the line counts already: later lines of the file build on what it has written.
      await reread(view, line, candidates, { shown: shownBy(conflict), must: attempt > 0 })
      if (conflict.outcome === 'line_taken' || (await isStored(key))) {
        return { result: lineItem(row, line, 'already_reconciled') }
      }
      if (conflict.outcome === 'reference_taken') {
        contested.add(conflict.payment.reference)
        // Each payment of a transfer may meet another one.
        mostRetries = maxRetries + match.shares.length
      }
      candidates = view.candidatesOf(line)
      isFresh = true
    }

    return {
      candidates,
      actor: settings.actor,
      lineKey: key,
      decide,
      learn,
      mostRetries: () => mostRetries,
      log: { message: 'Another change came first; deciding a statement line again.', fields: { row } },
      gaveUp: 'Others kept changing the payments of a statement line; what came before it is stored. Run it again.',
    }
  }
}
