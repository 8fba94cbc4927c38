import { type Candidates, type Match, matchLine } from '../../domain/reconciliation/matching.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { Allocation, LineItem, LineOutcome, MatchRule } from '../../domain/reconciliation/items.js'
import { record } from '../../domain/reconciliation/allocation.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import { PaymentError } from '../../errors.js'
import type { ReplaceOutcome } from '../../repository/port.js'
import type { Context } from '../context.js'
import type { Reconciliation } from '../input/reconcile-options.js'
import type { Entry } from './batches.js'
import type { Books } from './books.js'
import { possible, type View } from './view.js'

const maxRetries = 5
/** The port's own limit. */
const mostChanges = 5000
/** Payments that a line may read again before it is told; what it does not use is left for those after it. */
const rowsOfLine = 64

/** Written out: a million of them are made, and what is spread into another object is copied slowly. */
function lineItem(
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
function shownBy(answer: Exclude<ReplaceOutcome, { outcome: 'replaced' }>): Payment | null {
  if (answer.outcome === 'line_taken') return null
  return answer.outcome === 'stale' ? answer.current : answer.payment
}

/** One reconciliation's way with a line: decide on what was read, write it if nothing changed meanwhile, or decide again. */
export function lineSettler(
  context: Context,
  books: Books,
  settings: Reconciliation,
  startOfDay: (day: string) => string,
) {
  const { referencePolicy: policy, logger } = context

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
    const newer = await books.find([...references], possible([line.providerTransactionId]))
    for (const payment of newer) view.put(payment)
  }

  async function isStored(key: string): Promise<boolean> {
    return (await books.storedLines([key])).length > 0
  }

  return async function settleLine(view: View, entry: Entry): Promise<LineItem> {
    const { row, line } = entry
    if (line === null) return lineItem(row, null, 'rejected_line', { reason: entry.reason })
    const { key } = entry
    if (view.stored.has(key)) return lineItem(row, line, 'already_reconciled')

    const contested = new Set<string>()
    // A preview tells of the books as it has read them.
    let isFresh = books.changes !== null
    let mostAttempts = maxRetries
    for (let attempt = 0; attempt <= mostAttempts; attempt++) {
      const candidates = view.candidatesOf(line)
      const match = matchLine(line, candidates)
      const { outcome, reason } = match
      const { rule } = candidates
      const writes = outcome === 'matched' || outcome === 'confirmed' || outcome === 'under_paid'
      if (!writes) {
        // Others may have written since, this very line too. Such lines are few: nobody is to be sent after one in vain.
        if (!isFresh && match.shares.length > 0) {
          isFresh = true
          await reread(view, line, candidates, { must: false })
          if (await isStored(key)) return lineItem(row, line, 'already_reconciled')
          continue
        }
        return lineItem(row, line, outcome, { rule, reason }, match.shares.map(allocationOf))
      }

      const recording = record(
        match,
        { line, source: settings.source, lineKey: key, startOfDay },
        { now: context.now(), policy, siblingsOf: (payment) => view.siblingsOf(payment), contested },
      )
      if ('problem' in recording) return lineItem(row, null, 'rejected_line', { reason: recording.problem })
      if (recording.steps.length > mostChanges) {
        const named = match.shares.map(({ payment }) => allocationOf({ payment, amount: 0 }))
        return lineItem(
          row,
          line,
          'ambiguous',
          { rule, reason: 'would change more payments than one write may' },
          named,
        )
      }
      const answer = await books.write(recording.steps, key)
      if (answer.outcome === 'replaced') {
        view.stored.add(key)
        const written = new Map(recording.steps.map(({ payment }) => [payment.id, payment]))
        for (const payment of written.values()) view.put(payment)
        const shares = match.shares.map(({ payment: { id }, amount }) =>
          allocationOf({ payment: written.get(id)!, amount }),
        )
        return { ...lineItem(row, line, outcome, { rule, reason }, shares), applied: settings.apply }
      }
      // Even where the line counts already: later lines of the file build on what it has written.
      await reread(view, line, candidates, { shown: shownBy(answer), must: attempt > 0 })
      if (answer.outcome === 'line_taken' || (await isStored(key))) return lineItem(row, line, 'already_reconciled')
      if (answer.outcome === 'reference_taken') {
        contested.add(answer.payment.reference)
        // Each payment of a transfer may meet another one.
        mostAttempts = maxRetries + match.shares.length
      }
      isFresh = true
      logger.debug?.('Another change came first; deciding a statement line again.', { row, attempt })
    }
    throw new PaymentError(
      'concurrent_update',
      'Others kept changing the payments of a statement line; what came before it is stored. Run it again.',
    )
  }
}
