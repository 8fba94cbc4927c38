import type { Payment } from '../../domain/payments/payment.js'
import { foldedReceipt, receiptKey } from '../../domain/payments/receipt-spelling.js'
import type { Filter, PageQuery } from '../port.js'
import { meetsConditions } from '../rows.js'
import { type Bound, merge, SortedRows, type SortedView, type SortKey } from '../sorted-rows.js'

type OrderedBy = Filter['by']

const orders: readonly OrderedBy[] = ['createdAt', 'paidAt', 'reversedAt', 'expiresAt']

function sortKey(by: OrderedBy): SortKey<Payment> {
  return { at: (payment) => payment[by] ?? '', id: (payment) => payment.id }
}

interface Partition {
  channel: string
  status: Payment['status']
  orders: Record<OrderedBy, SortedRows<Payment>>
}

function addTo(index: Map<string, string[]>, key: string, id: string): void {
  const ids = index.get(key)
  if (ids) ids.push(id)
  else index.set(key, [id])
}

/**
 * Stores the payments with their indexes. Rows are never changed, only exchanged for the next version. They are partitioned by
 * channel and status, each partition sorted by every time: a filter picks partitions and never walks over rows of others, so a
 * page costs the same among a hundred payments and among a million.
 */
export function paymentTable() {
  const rows = new Map<string, Payment>()
  const byReference = new Map<string, string[]>()
  /** Ids of the payments that have a transaction id, which is folded, by channel: within a channel it is unique. */
  const byTransaction = new Map<string, Map<string, string>>()
  const partitions = new Map<string, Partition>()

  function partitionOf({ channel, status }: Payment): Partition {
    const key = `${status} ${channel}`
    let partition = partitions.get(key)
    if (!partition) {
      const sorted = (by: OrderedBy) => new SortedRows<Payment>(sortKey(by))
      partition = {
        channel,
        status,
        orders: {
          createdAt: sorted('createdAt'),
          paidAt: sorted('paidAt'),
          reversedAt: sorted('reversedAt'),
          expiresAt: sorted('expiresAt'),
        },
      }
      partitions.set(key, partition)
    }
    return partition
  }

  function takeTransaction(transaction: string, { id, channel }: Payment): void {
    const holders = byTransaction.get(transaction)
    if (holders) holders.set(channel, id)
    else byTransaction.set(transaction, new Map([[channel, id]]))
  }

  function releaseTransaction(transaction: string, { channel }: Payment): void {
    const holders = byTransaction.get(transaction)!
    holders.delete(channel)
    if (holders.size === 0) byTransaction.delete(transaction)
  }

  function put(payment: Payment): void {
    const former = rows.get(payment.id)
    rows.set(payment.id, payment)
    if (!former) addTo(byReference, payment.reference, payment.id)
    const [formerReceipt, nextReceipt] = [receiptKey(former), receiptKey(payment)]
    if (formerReceipt !== nextReceipt) {
      if (formerReceipt !== null) releaseTransaction(formerReceipt, payment)
      if (nextReceipt !== null) takeTransaction(nextReceipt, payment)
    }
    for (const by of orders) {
      if (former && former[by] !== null) partitionOf(former).orders[by].delete(former)
      if (payment[by] !== null) partitionOf(payment).orders[by].add(payment)
    }
  }

  function all(ids: Iterable<string> = []): Payment[] {
    return Array.from(ids, (id) => rows.get(id)!)
  }

  /** Sorts the few rows of one reference at each read. */
  function ofReference(reference: string, { by, statuses, channels }: Filter): SortedView<Payment> {
    const sorted = new SortedRows<Payment>(sortKey(by))
    for (const payment of all(byReference.get(reference))) {
      const isMatch =
        (!statuses || statuses.includes(payment.status)) && (!channels || channels.includes(payment.channel))
      if (isMatch && payment[by] !== null) sorted.add(payment)
    }
    return sorted
  }

  function views(filter: Filter, frozen: boolean): SortedView<Payment>[] {
    const { by, reference, statuses, channels } = filter
    if (reference !== undefined) return [ofReference(reference, filter)]
    const matchingPartitions = [...partitions.values()].filter(
      ({ channel, status }) => (!statuses || statuses.includes(status)) && (!channels || channels.includes(channel)),
    )
    return matchingPartitions.map((partition) => (frozen ? partition.orders[by].snapshot() : partition.orders[by]))
  }

  /** Yields matching rows in ascending order; `frozen` ones stay as they are now, whatever is written during the walk. */
  function* ascending(
    filter: Filter,
    { frozen, after }: { frozen: boolean; after?: Bound | undefined },
  ): Generator<Payment> {
    const { by, from = '', before } = filter
    const { at, id } = sortKey(by)
    // No id follows `after` directly, so the row itself is passed over below.
    const start = after && after.at >= from ? after : { at: from, id: '' }
    const sources = views(filter, frozen).map((view) => view.ascending(start))
    const isFirst = (a: Payment, b: Payment) => at(a) < at(b) || (at(a) === at(b) && id(a) < id(b))
    for (const payment of merge(sources, isFirst)) {
      if (before !== undefined && at(payment) >= before) return
      if (after && at(payment) === after.at && payment.id === after.id) continue
      if (!meetsConditions(payment, filter)) continue
      yield payment
    }
  }

  function* descending(filter: Filter, after: Bound | undefined): Generator<Payment> {
    const { by, from = '', before } = filter
    const { at, id } = sortKey(by)
    const end = before === undefined ? null : { at: before, id: '' }
    const start = after && (end === null || after.at < end.at) ? after : end
    const sources = views(filter, false).map((view) => view.descending(start))
    const isFirst = (a: Payment, b: Payment) => at(a) > at(b) || (at(a) === at(b) && id(a) > id(b))
    for (const payment of merge(sources, isFirst)) {
      if (at(payment) < from) return
      if (!meetsConditions(payment, filter)) continue
      yield payment
    }
  }

  function page({ direction, after, limit, ...filter }: PageQuery): Payment[] {
    const matches = direction === 'asc' ? ascending(filter, { frozen: false, after }) : descending(filter, after)
    const rowsOfPage: Payment[] = []
    if (limit > 0) {
      for (const payment of matches) {
        rowsOfPage.push(payment)
        if (rowsOfPage.length === limit) break
      }
    }
    return rowsOfPage
  }

  return {
    get: (id: string): Payment | undefined => rows.get(id),
    put,
    page,
    matching: ascending,
    /** Yields all payments from below `before` downwards, by creation; from the newest where it is `null`. */
    newest: (before: Bound | null) => descending({ by: 'createdAt' }, before ?? undefined),
    withReference: (reference: string) => all(byReference.get(reference)),
    withTransaction: (providerTransactionId: string) =>
      all(byTransaction.get(foldedReceipt(providerTransactionId))?.values()),
    holderOfTransaction: (channel: string, providerTransactionId: string) =>
      byTransaction.get(foldedReceipt(providerTransactionId))?.get(channel),
  }
}
