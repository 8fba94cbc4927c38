/** Refunds as they are stored: found, listed and added up. */
import { isRefundEvent } from '../../domain/event-stream.js'
import { isRefundId } from '../../domain/id.js'
import { foldedReceipt } from '../../domain/payments/receipt-spelling.js'
import type { Instant } from '../../domain/payments/payment.js'
import type { RefundEvent } from '../../domain/refunds/event.js'
import type { Refund, RefundReason, RefundStatus } from '../../domain/refunds/refund.js'
import { refundNotFound } from '../../domain/not-found.js'
import type { RowConflict, RowQuery } from '../../repository/aggregates/port.js'
import { type RefundBeside, type RefundRowFilter, refunds } from '../../repository/aggregates/refunds.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Conflict } from '../payments/store-changes.js'

/** Keys by which refunds are looked up. Receipts are equal in whichever case their ASCII letters are written. */
export interface RefundKeys {
  ids?: readonly string[]
  references?: readonly string[]
  providerTransactionIds?: readonly string[]
  lineKeys?: readonly string[]
}

/** Refunds of one currency, channel, reason and status taken together. */
export interface StoredRefundTotal {
  currency: string
  channel: string | null
  reason: RefundReason
  status: RefundStatus
  count: number
  /** Exact decimal digits in minor units. */
  amount: string
}

type Finding = Pick<FinanceRepository, 'findRows'>

/** Finds every refund with one of the keys, once: at most 5,000 of each kind of key. */
export async function findRefunds(
  finance: Finding,
  { ids = [], references = [], providerTransactionIds = [], lineKeys = [] }: RefundKeys,
): Promise<Refund[]> {
  const lookups = {
    id: ids,
    reference: references,
    transactionKey: providerTransactionIds.map(foldedReceipt),
    lineKey: lineKeys,
  }
  const byId = new Map<string, Refund>()
  for (const [field, values] of Object.entries(lookups)) {
    const stored = values.length > 0 ? await finance.findRows(refunds, field, values) : []
    for (const { row } of stored) byId.set(row.id, row)
  }
  return [...byId.values()]
}

/** Finds a refund; `null` for an unknown id and for text that is no id at all. */
export async function findRefund(finance: Finding, id: string): Promise<Refund | null> {
  if (typeof id !== 'string' || !isRefundId(id)) return null
  return (await findRefunds(finance, { ids: [id] }))[0] ?? null
}

/**
 * Finds a refund by its id.
 *
 * @throws PaymentError `refund_not_found`
 */
export async function refundOf(finance: Finding, id: string): Promise<Refund> {
  const refund = await findRefund(finance, id)
  if (!refund) throw refundNotFound(id)
  return refund
}

/** Finds the refund that a key of idempotency made, and the key's fingerprint. */
export async function refundOfKey(
  finance: Finding,
  idempotencyKey: string,
): Promise<{ refund: Refund; fingerprint: string } | null> {
  const [stored] = await finance.findRows(refunds, 'idempotencyKey', [idempotencyKey])
  return stored ? { refund: stored.row, fingerprint: stored.beside.fingerprint! } : null
}

/** Returns the query of a filter: by the list whose index has the fewest other refunds. */
function queryOf({ by, from, before, statuses, paymentId }: RefundRowFilter): RowQuery {
  const [status, ...others] = new Set(statuses)
  const isOfStatus = status !== undefined && others.length === 0
  const byCreation = paymentId === undefined ? (isOfStatus ? 'status' : 'created') : 'payment'
  return {
    list: by === 'paidAt' ? 'paid' : byCreation,
    where: { paymentId, status: isOfStatus ? status : statuses },
    from,
    before,
  }
}

/** Reads a page of refunds, newest first, by (`by`, id); `after` is the last one of the page before. */
export function pageRefunds(
  finance: Pick<FinanceRepository, 'pageRows'>,
  { after, limit, ...filter }: RefundRowFilter & { after?: { at: Instant; id: string }; limit: number },
): Promise<readonly Refund[]> {
  const place = after && [after.at, after.id]
  return finance.pageRows(refunds, { ...queryOf(filter), direction: 'desc', after: place, limit })
}

/** Reads every matching refund in batches, ascending by (`by`, id), as of one instant. */
export function scanRefunds(
  finance: Pick<FinanceRepository, 'scanRows'>,
  filter: RefundRowFilter,
  signal?: AbortSignal,
): AsyncIterable<readonly Refund[]> {
  return finance.scanRows(refunds, queryOf(filter), signal)
}

/** Adds up matching refunds, one total a currency, channel, reason and status. */
export async function totalsOfRefunds(
  finance: Pick<FinanceRepository, 'sumRows'>,
  filter: RefundRowFilter,
): Promise<StoredRefundTotal[]> {
  const sums = await finance.sumRows(refunds, queryOf(filter))
  return sums.map(({ by, count, amount }) => ({ ...(by as unknown as StoredRefundTotal), count, amount }))
}

/** Returns a refund's events, oldest first: those in its payment's stream, or in its own. */
export async function eventsOfRefund(
  finance: Pick<FinanceRepository, 'history'>,
  { id, paymentId }: Pick<Refund, 'id' | 'paymentId'>,
): Promise<RefundEvent[]> {
  const events = await finance.history(paymentId ?? id)
  return events.filter(isRefundEvent).filter(({ data }) => data.refundId === id)
}

/** A conflict about a refund: what stands in the way, as it is now. */
interface RefundConflict {
  readonly reason: 'stale' | 'key_taken' | 'transaction_taken'
  readonly refund: Refund | null
  readonly fingerprint: string | null
}

/** Returns what a conflict says about a refund; `null` where it is about something else. */
export function refundConflictOf(conflict: Conflict): RefundConflict | null {
  const isOfRows = conflict.outcome === 'row_stale' || conflict.outcome === 'row_taken'
  if (!isOfRows || conflict.of !== refunds.name) return null
  return {
    reason: reasonOf(conflict),
    refund: (conflict.stored?.row ?? null) as Refund | null,
    fingerprint: (conflict.stored?.beside as RefundBeside | undefined)?.fingerprint ?? null,
  }
}

function reasonOf(conflict: RowConflict): RefundConflict['reason'] {
  if (conflict.outcome === 'row_stale') return 'stale'
  return conflict.unique === 'key' ? 'key_taken' : 'transaction_taken'
}
