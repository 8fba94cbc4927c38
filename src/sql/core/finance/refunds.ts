/** The functions of the refund port over a database, without the write. */
import type { Refund, RefundReason, RefundStatus } from '../../../domain/refunds/refund.js'
import { checkKeys, checkSuccessorOfRefund } from '../../../repository/checks.js'
import type { ReplaceOutcome } from '../../../repository/port.js'
import { refundConflict } from '../../../repository/refund-conflict.js'
import type {
  RefundEntry,
  RefundRowFilter,
  RefundPageQuery,
  RefundStorage,
  StoredRefundTotal,
} from '../../../repository/refund-port.js'
import { eventsOfRefund } from '../../../repository/rows.js'
import { readAll, type SqlContext } from '../context.js'
import type { Deadline, SqlRow } from '../database.js'
import { receiptKey } from '../../../domain/payments/receipt-spelling.js'
import { eventOf, text, textOrNull } from '../row.js'
import { scanRows } from '../scan.js'
import { exactSum } from '../sums.js'
import { refundColumns } from './columns.js'
import { refundOf } from './refund-rows.js'

/** Returns `true` for a filter that nothing can match: an empty list. */
function matchesNoRefund({ statuses }: RefundRowFilter): boolean {
  return statuses?.length === 0
}

function totalOf([currency, channel, reason, status, count, ...sums]: SqlRow): StoredRefundTotal {
  return {
    currency: text(currency),
    channel: textOrNull(channel),
    reason: text(reason) as RefundReason,
    status: text(status) as RefundStatus,
    count: Number(count),
    amount: exactSum(sums),
  }
}

/** Reads the idempotency key and its fingerprint from a row of a refund with both. */
function keyOf(row: SqlRow): { key: string; fingerprint: string } {
  return { key: text(row[refundColumns.length]), fingerprint: text(row[refundColumns.length + 1]) }
}

async function* scanRefunds(
  context: SqlContext,
  filter: RefundRowFilter,
  signal?: AbortSignal,
): AsyncGenerator<readonly Refund[]> {
  signal?.throwIfAborted()
  if (matchesNoRefund(filter)) return
  const parts = {
    statement: (part?: { after: RefundPageQuery['after']; limit: number }) => context.refunds.scan(filter, part),
    positionOf(row: SqlRow) {
      const refund = refundOf(row)
      return { at: refund[filter.by]!, id: refund.id }
    },
  }
  for await (const rows of scanRows(context, parts, signal)) yield rows.map(refundOf)
}

/** Returns the first conflict of a group's refunds, read as they are now; `null` where there is none. */
export async function conflictOfRefunds(
  context: SqlContext,
  entries: readonly RefundEntry[],
  deadline: Deadline,
): Promise<ReplaceOutcome | null> {
  if (entries.length === 0) return null
  const { refunds } = context
  const keys = entries.flatMap(({ idempotency }) => idempotency?.key ?? [])
  const keyRows = await readAll(context, refunds.holdersOfKeys(keys), deadline)
  const currentRows = await readAll(context, refunds.current(entries.map(({ refund }) => refund.id)), deadline)
  const receipts = entries.flatMap(({ refund }) => receiptKey(refund) ?? [])
  const receiptHolders = (await readAll(context, refunds.holdersOfTransactions(receipts), deadline)).map(refundOf)
  const storedRefunds = new Map(
    [...receiptHolders, ...[...keyRows, ...currentRows].map(refundOf)].map((refund) => [refund.id, refund]),
  )
  const refundIdsByReceipt = new Map(receiptHolders.map((refund) => [receiptKey(refund)!, refund.id]))
  const refundsByKey = new Map(
    keyRows.map((row) => [keyOf(row).key, { refundId: refundOf(row).id, fingerprint: keyOf(row).fingerprint }]),
  )
  const conflict = refundConflict(entries, {
    refund: (id) => storedRefunds.get(id),
    ofKey: (key) => refundsByKey.get(key),
    ofReceipt: (folded) => refundIdsByReceipt.get(folded),
  })
  if (conflict?.outcome === 'refund_stale') return { ...conflict, refund: storedRefunds.get(conflict.id) ?? null }
  if (conflict?.outcome === 'refund_transaction_taken') return conflict
  if (conflict) {
    const { outcome, refundId, fingerprint } = conflict
    return { outcome, refund: storedRefunds.get(refundId)!, fingerprint }
  }
  for (const { refund } of entries) {
    const former = storedRefunds.get(refund.id)
    if (former) checkSuccessorOfRefund(former, refund)
  }
  return null
}

export function refundFunctions(context: SqlContext): RefundStorage {
  const { refunds, statements } = context
  return {
    async findRefunds({ ids, references, providerTransactionIds, lineKeys }) {
      checkKeys(ids, references, providerTransactionIds, lineKeys)
      const reads = [
        ...refunds.withIds(ids),
        ...refunds.withReferences(references),
        ...refunds.withTransactions(providerTransactionIds),
        ...refunds.ofLines(lineKeys),
      ]
      const rows = await context.attempt(({ deadline }) => readAll(context, reads, deadline))
      return [...new Map(rows.map(refundOf).map((refund) => [refund.id, refund])).values()]
    },
    async refundOfKey(key) {
      const [row] = await context.attempt(({ deadline }) => readAll(context, refunds.ofKeys([key]), deadline))
      return row ? { refund: refundOf(row), fingerprint: keyOf(row).fingerprint } : null
    },
    async pageRefunds(query) {
      if (query.limit < 1 || matchesNoRefund(query)) return []
      return (await context.read(refunds.page(query))).map(refundOf)
    },
    scanRefunds: (filter, signal) => scanRefunds(context, filter, signal),
    async refundTotals(filter) {
      if (matchesNoRefund(filter)) return []
      return (await context.read(refunds.totals(filter))).map(totalOf)
    },
    refundHistory: (id) =>
      context.attempt(async ({ deadline }) => {
        const [row] = await readAll(context, refunds.withIds([id]), deadline)
        const stream = row ? (refundOf(row).paymentId ?? id) : id
        const events = (await context.database.read(statements.history(stream), deadline)).map(eventOf)
        return eventsOfRefund(events, id)
      }),
  }
}
