import { type Match, matchLine } from '../../domain/matching.js'
import type { Payment } from '../../domain/payment.js'
import type { Allocation, LineItem, LineOutcome, MatchRule } from '../../domain/reconciliation.js'
import { record } from '../../domain/recording.js'
import type { StatementLine } from '../../domain/statement.js'
import { PaymentError } from '../../errors.js'
import type { Context } from '../context.js'
import type { Reconciliation } from '../input/reconcile-options.js'
import type { Entry } from './batches.js'
import type { Books } from './books.js'
import type { View } from './view.js'

const maxRetries = 5

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

/** One reconciliation's way with a line: decide on what was read, write it if nothing changed meanwhile, or decide again. */
export function lineSettler(context: Context, books: Books, wish: Reconciliation, startOfDay: (day: string) => string) {
  const { referencePolicy: policy, logger } = context

  /** What stood in the way, as it is now. */
  async function refresh(view: View, payment: Payment | null, ids: readonly string[]): Promise<void> {
    const newer = payment ? [payment] : await Promise.all(ids.map((id) => books.get(id)))
    for (const found of newer) if (found) view.put(found)
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
    for (let attempt = 0; attempt <= maxRetries; attempt++) {
      const candidates = view.candidatesOf(line)
      const match = matchLine(line, candidates)
      const { outcome, reason } = match
      const { rule } = candidates
      const writes = outcome === 'matched' || outcome === 'confirmed' || outcome === 'under_paid'
      if (!writes) {
        // What is not open any more may have been settled by this very line, in another run.
        const wasWritten = view.isContended && match.shares.length > 0 && (await isStored(key))
        if (wasWritten) return lineItem(row, line, 'already_reconciled')
        return lineItem(row, line, outcome, { rule, reason }, match.shares.map(allocationOf))
      }

      const recording = record(
        match,
        { line, source: wish.source, lineKey: key, startOfDay },
        { now: context.now(), policy, siblingsOf: (payment) => view.siblingsOf(payment), contested },
      )
      if ('problem' in recording) return lineItem(row, null, 'rejected_line', { reason: recording.problem })
      const answer = await books.write(recording.steps, key)
      switch (answer.outcome) {
        case 'replaced': {
          view.stored.add(key)
          const written = recording.steps.map(({ payment }) => payment)
          for (const payment of written) view.put(payment)
          const now = ({ id }: Payment) => written.find((payment) => payment.id === id)!
          const shares = match.shares.map(({ payment, amount }) => allocationOf({ payment: now(payment), amount }))
          const item = lineItem(row, line, outcome, { rule, reason }, shares)
          item.applied = wish.apply
          return item
        }
        case 'line_taken':
          return lineItem(row, line, 'already_reconciled')
        case 'stale':
          await refresh(
            view,
            answer.current,
            recording.steps.map(({ payment }) => payment.id),
          )
          break
        case 'reference_taken':
          contested.add(answer.payment.reference)
          await refresh(view, answer.payment, [])
          break
        case 'transaction_taken':
          await refresh(view, answer.payment, [])
          break
      }
      view.isContended = true
      if (await isStored(key)) return lineItem(row, line, 'already_reconciled')
      logger.debug?.('Another change came first; deciding a statement line again.', { row, attempt })
    }
    throw new PaymentError(
      'concurrent_update',
      'Others kept changing the payments of a statement line; what came before it is stored. Run it again.',
    )
  }
}
