import type { Refund } from '../../domain/refunds/refund.js'
import { foldedReceipt, receiptKey } from '../../domain/payments/receipt-spelling.js'
import { take } from '../../internal/iterables.js'
import { copyRefund } from '../copy.js'
import type { RefundEntry, RefundRowFilter, RefundKeys, RefundPageQuery, StoredRefundTotal } from '../refund-port.js'
import { refundTotals } from '../refund-totals.js'
import { matchesRefund } from '../rows.js'
import { type Bound, SortedRows, type SortedView, type SortKey } from '../sorted-rows.js'

type OrderedBy = RefundRowFilter['by']

function sortKey(by: OrderedBy): SortKey<Refund> {
  return { at: (refund) => refund[by] ?? '', id: ({ id }) => id }
}

function ordersOfRefunds(): Record<OrderedBy, SortedRows<Refund>> {
  return { createdAt: new SortedRows(sortKey('createdAt')), paidAt: new SortedRows(sortKey('paidAt')) }
}

/** Stores ids by a text that many refunds may have. */
function idsByText() {
  const ids = new Map<string, Set<string>>()
  return {
    of: (text: string): Iterable<string> => ids.get(text) ?? [],
    move(id: string, from: string | null, to: string | null): void {
      if (from === to) return
      if (from !== null) ids.get(from)?.delete(id)
      if (to === null) return
      const idsOfText = ids.get(to)
      if (idsOfText) idsOfText.add(id)
      else ids.set(to, new Set([id]))
    },
  }
}

/** Stores the refunds with their keys. As with payments, rows are only exchanged for the next version. */
export function refundTable() {
  const rows = new Map<string, Refund>()
  const channels = new Map<string, string | null>()
  const keys = new Map<string, { refundId: string; fingerprint: string }>()
  const all = ordersOfRefunds()
  const ofPayment = new Map<string, Record<OrderedBy, SortedRows<Refund>>>()
  const byReference = idsByText()
  const byTransaction = idsByText()
  const byLine = idsByText()

  function ordersOf({ paymentId }: Refund): Record<OrderedBy, SortedRows<Refund>>[] {
    if (paymentId === null) return [all]
    let paymentOrders = ofPayment.get(paymentId)
    if (!paymentOrders) ofPayment.set(paymentId, (paymentOrders = ordersOfRefunds()))
    return [all, paymentOrders]
  }

  function store({ refund, channel, idempotency }: RefundEntry): void {
    const former = rows.get(refund.id)
    const next = copyRefund(refund)
    rows.set(next.id, next)
    channels.set(next.id, channel)
    byReference.move(next.id, former?.reference ?? null, next.reference)
    byTransaction.move(next.id, receiptKey(former), receiptKey(next))
    byLine.move(next.id, former?.lineKey ?? null, next.lineKey)
    for (const orders of ordersOf(next)) {
      for (const by of ['createdAt', 'paidAt'] as const) {
        if (former && former[by] !== null) orders[by].delete(former)
        if (next[by] !== null) orders[by].add(next)
      }
    }
    if (idempotency) keys.set(idempotency.key, { refundId: next.id, fingerprint: idempotency.fingerprint })
  }

  function viewOf({ by, paymentId }: RefundRowFilter, frozen: boolean): SortedView<Refund> | null {
    const orders = paymentId === undefined ? all : ofPayment.get(paymentId)
    if (!orders) return null
    return frozen ? orders[by].snapshot() : orders[by]
  }

  function* newest(filter: RefundRowFilter, after: Bound | undefined): Generator<Refund> {
    const { by, from = '', before } = filter
    const end: Bound | null = before === undefined ? null : { at: before, id: '' }
    const start = after && (!end || after.at < end.at) ? after : end
    for (const refund of viewOf(filter, false)?.descending(start) ?? []) {
      if (refund[by]! < from) return
      if (matchesRefund(refund, filter)) yield refund
    }
  }

  /** Yields matching refunds in ascending order; `frozen` ones stay as they are now, whatever is written during the walk. */
  function* matching(filter: RefundRowFilter, { frozen }: { frozen: boolean }): Generator<Refund> {
    const { by, from = '', before } = filter
    for (const refund of viewOf(filter, frozen)?.ascending({ at: from, id: '' }) ?? []) {
      if (before !== undefined && refund[by]! >= before) return
      if (matchesRefund(refund, filter)) yield refund
    }
  }

  function page({ after, limit, ...filter }: RefundPageQuery): Refund[] {
    return take(newest(filter, after), limit).map(copyRefund)
  }

  function find({ ids, references, providerTransactionIds, lineKeys }: RefundKeys): Refund[] {
    const foundIds = new Set([
      ...ids,
      ...references.flatMap((reference) => [...byReference.of(reference)]),
      ...providerTransactionIds.flatMap((transaction) => [...byTransaction.of(foldedReceipt(transaction))]),
      ...lineKeys.flatMap((key) => [...byLine.of(key)]),
    ])
    return [...foundIds].flatMap((id) => get(id) ?? [])
  }

  function get(id: string): Refund | undefined {
    const refund = rows.get(id)
    return refund && copyRefund(refund)
  }

  function totals(filter: RefundRowFilter): StoredRefundTotal[] {
    const rows = matching(filter, { frozen: false })
    return refundTotals(Array.from(rows, (refund) => [refund, channels.get(refund.id) ?? null] as const))
  }

  /** Returns the id of the refund that has a receipt, which is folded. */
  function ofReceipt(folded: string): string | undefined {
    const [id] = byTransaction.of(folded)
    return id
  }

  return { get, ofKey: (key: string) => keys.get(key), ofReceipt, store, matching, page, find, totals }
}
