import { matchLine } from '../../domain/matching.js'
import type { Payment } from '../../domain/payment.js'
import type { LineItem } from '../../domain/reconciliation.js'
import { record } from '../../domain/recording.js'
import { PaymentError } from '../../errors.js'
import type { Context } from '../context.js'
import type { Reconciliation } from '../input/reconcile-options.js'
import type { Entry } from './batches.js'
import type { Books } from './books.js'
import type { View } from './view.js'

const maxRetries = 5

function rejected(row: number, reason: string): LineItem {
  return {
    kind: 'line',
    row,
    outcome: 'rejected_line',
    applied: false,
    rule: null,
    line: null,
    reason,
    allocations: [],
  }
}

/** One reconciliation's way with a line: decide on what was read, write it if nothing changed meanwhile, or decide again. */
export function lineSettler(context: Context, books: Books, wish: Reconciliation, startOfDay: (day: string) => string) {
  const { referencePolicy: policy, logger } = context

  /** What stood in the way, as it is now. */
  async function refresh(view: View, payment: Payment | null, ids: readonly string[]): Promise<void> {
    const newer = payment ? [payment] : await Promise.all(ids.map((id) => books.get(id)))
    for (const found of newer) if (found) view.put(found)
  }

  return async function settleLine(view: View, entry: Entry): Promise<LineItem> {
    if (entry.line === null) return rejected(entry.row, entry.reason)
    const { row, line, key } = entry
    const base = { kind: 'line', row, line } as const
    const already: LineItem = {
      ...base,
      outcome: 'already_reconciled',
      applied: false,
      rule: null,
      reason: null,
      allocations: [],
    }
    if (view.stored.has(key)) return already

    for (let attempt = 0; attempt <= maxRetries; attempt++) {
      const candidates = view.candidatesOf(line)
      const match = matchLine(line, candidates)
      const { outcome, reason, shares } = match
      const item: LineItem = {
        ...base,
        outcome,
        applied: false,
        rule: candidates.rule,
        reason,
        allocations: shares.map(({ payment: { id, reference, late }, amount }) => ({
          paymentId: id,
          reference,
          amount,
          late,
        })),
      }
      const writes = outcome === 'matched' || outcome === 'confirmed' || outcome === 'under_paid'
      if (!writes) return item

      const recording = record(
        match,
        { line, source: wish.source, lineKey: key, startOfDay },
        { now: context.now(), policy, siblingsOf: (payment) => view.siblingsOf(payment) },
      )
      if ('problem' in recording) return rejected(row, recording.problem)
      const answer = await books.write(recording.steps, key)
      switch (answer.outcome) {
        case 'replaced': {
          view.stored.add(key)
          const written = new Map(recording.steps.map(({ payment }) => [payment.id, payment]))
          for (const payment of written.values()) view.put(payment)
          for (const allocation of item.allocations) allocation.late = written.get(allocation.paymentId)!.late
          item.applied = wish.apply
          return item
        }
        case 'line_taken':
          return already
        case 'stale':
          await refresh(
            view,
            answer.current,
            recording.steps.map(({ payment }) => payment.id),
          )
          break
        case 'reference_taken':
        case 'transaction_taken':
          await refresh(view, answer.payment, [])
          break
      }
      // It may be this very line that another run wrote just now.
      if ((await books.storedLines([key])).length > 0) return already
      logger.debug?.('Another change came first; deciding a statement line again.', { row, attempt })
    }
    throw new PaymentError(
      'concurrent_update',
      'Others kept changing the payments of a statement line; what came before it is stored. Run it again.',
    )
  }
}
