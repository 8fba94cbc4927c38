/**
 * The part of the port of finance for refunds. The promises of finance hold here as well, and this one:
 *
 * 22. A refund, what it reserves of its payment or line, and their events are one `replace`: all or nothing. Of N concurrent
 *     changes of one version of a refund exactly one wins; a key of idempotency makes one refund, and a receipt belongs to one at
 *     a time, whatever its channel. What refunds reserve and have paid back of a payment never exceeds its amount less what was
 *     written off of it, whoever writes.
 *     A group may hold several changes of one payment, versions following, with others between them: the payment is stored as
 *     the last of them has it, where the first of them stands, and each has its event.
 */
import type { StoredEvent } from '../domain/event-stream.js'
import type { Instant } from '../domain/payments/payment.js'
import type { RefundEvent } from '../domain/refunds/event.js'
import type { Refund, RefundReason, RefundStatus } from '../domain/refunds/refund.js'

export type { StoredEvent }

/** A refund's next version, as `replace` stores it. */
export interface RefundEntry {
  refund: Refund
  /** The stored state of the refund that the entry expects: `'nothing'`, or this version of it. */
  expected: 'nothing' | number
  /** Channel of the payment; `null` for a refund of a line. It never changes. */
  channel: string | null
  /** The event of the change; `null` where the change of its payment in the same group has it. */
  event: RefundEvent | null
  /** Key of idempotency of a new refund; keys of refunds are a space of their own. */
  idempotency: { key: string; fingerprint: string } | null
}

/** Conditions on the refunds of a read; all must hold. */
export interface RefundRowFilter {
  /** The time that period and order go by; a refund whose `by` is null is left out. */
  by: 'createdAt' | 'paidAt'
  /** Start of the period, inclusive. */
  from?: Instant
  /** End of the period, exclusive. */
  before?: Instant
  statuses?: readonly RefundStatus[]
  paymentId?: string
}

/** A page of refunds, newest first, by (`by`, id); `after` is the last one of the page before. */
export interface RefundPageQuery extends RefundRowFilter {
  after?: { at: Instant; id: string }
  limit: number
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

/**
 * Keys by which refunds are looked up; at most 5,000 keys a list, and lists may be empty. Receipts are equal in whichever case
 * their ASCII letters are written.
 */
export interface RefundKeys {
  ids: readonly string[]
  references: readonly string[]
  providerTransactionIds: readonly string[]
  lineKeys: readonly string[]
}

/** Storage of refunds, as finance needs it; the promises at the head of this file hold for every function. */
export interface RefundStorage {
  /** Finds every refund with one of the keys, once. */
  findRefunds(keys: RefundKeys): Promise<readonly Refund[]>

  refundOfKey(idempotencyKey: string): Promise<{ refund: Refund; fingerprint: string } | null>

  pageRefunds(query: RefundPageQuery): Promise<readonly Refund[]>

  /** Reads every matching refund in batches of at most 1,000, ascending by (`by`, id), as of one instant. */
  scanRefunds(filter: RefundRowFilter, signal?: AbortSignal): AsyncIterable<readonly Refund[]>

  refundTotals(filter: RefundRowFilter): Promise<readonly StoredRefundTotal[]>

  /** Returns a refund's events, oldest first; empty for an unknown id. */
  refundHistory(id: string): Promise<readonly RefundEvent[]>
}
