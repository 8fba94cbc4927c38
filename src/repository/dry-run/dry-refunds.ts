import type { StoredEvent } from '../../domain/event-stream.js'
import { isSameReceipt, receiptKey } from '../../domain/payments/receipt-spelling.js'
import type { Refund } from '../../domain/refunds/refund.js'
import { checkKeys, checkSuccessorOfRefund } from '../checks.js'
import { copyRefund } from '../copy.js'
import type { FinanceRepository } from '../finance-port.js'
import type { ReplaceOutcome } from '../port.js'
import { refundConflict, type StoredRefunds } from '../refund-conflict.js'
import type { RefundEntry, RefundRowFilter, RefundKeys, RefundPageQuery, RefundStorage } from '../refund-port.js'
import { type ChanneledRefund, RefundTotals } from '../refund-totals.js'
import { eventsOfRefund, matchesRefund } from '../rows.js'
import { pageBeside, scanBeside } from './stored-beside.js'

type Position = NonNullable<RefundPageQuery['after']>

/** Sorts before every character of an instant or an id. */
const gap = '\0'
/** The port's own limit. */
const maxFound = 5000
const noKeys: RefundKeys = { ids: [], references: [], providerTransactionIds: [], lineKeys: [] }

/** Returns true where `a` is before `b`: newest first. */
function isBefore(a: Position, b: Position): boolean {
  return a.at > b.at || (a.at === b.at && a.id > b.id)
}

function hasKey(refund: Refund, { ids, references, providerTransactionIds, lineKeys }: RefundKeys): boolean {
  const { id, reference, providerTransactionId: transaction, lineKey } = refund
  return (
    ids.includes(id) ||
    references.includes(reference) ||
    providerTransactionIds.some((transactionId) => isSameReceipt(transactionId, transaction)) ||
    (lineKey !== null && lineKeys.includes(lineKey))
  )
}

interface Events {
  add(event: StoredEvent): void
  of(stream: string): StoredEvent[]
}

/** Returns the refunds of a dry run: they are few beside payments and lines, and are kept as they are. */
export function dryRefunds(repository: FinanceRepository, events: Events) {
  /** Rows are exchanged, never changed. */
  const changed = new Map<string, ChanneledRefund>()
  const keys = new Map<string, { refundId: string; fingerprint: string }>()
  /** Ids of the changed refunds that took a receipt last, by the receipt, folded. */
  const receipts = new Map<string, string>()

  async function storedById(ids: readonly string[]): Promise<Map<string, Refund>> {
    const refunds: Refund[] = []
    for (let first = 0; first < ids.length; first += maxFound) {
      refunds.push(...(await repository.findRefunds({ ...noKeys, ids: ids.slice(first, first + maxFound) })))
    }
    return new Map(refunds.map((refund) => [refund.id, refund]))
  }

  /** Reads the stored refunds that have the receipts which these entries take. */
  async function holdersOf(entries: readonly RefundEntry[], stored: ReadonlyMap<string, Refund>) {
    const newReceipts = new Set<string>()
    for (const { refund } of entries) {
      const receipt = receiptKey(refund)
      const before = changed.get(refund.id)?.refund ?? stored.get(refund.id)
      if (receipt !== null && receipt !== receiptKey(before)) newReceipts.add(receipt)
    }
    const holders =
      newReceipts.size > 0 ? await repository.findRefunds({ ...noKeys, providerTransactionIds: [...newReceipts] }) : []
    return {
      refunds: new Map(holders.map((refund) => [refund.id, refund])),
      ids: new Map(holders.map((refund) => [receiptKey(refund)!, refund.id])),
    }
  }

  /**
   * Returns the refunds that these entries may conflict with: stored ones as they are read now, and changed ones as they are at
   * each look-up.
   */
  async function refundsBefore(entries: readonly RefundEntry[]): Promise<StoredRefunds> {
    const storedKeys = new Map<string, { refundId: string; fingerprint: string }>()
    const holders = new Map<string, Refund>()
    for (const { idempotency } of entries) {
      const storedKey = idempotency && (await repository.refundOfKey(idempotency.key))
      if (!storedKey) continue
      storedKeys.set(idempotency.key, { refundId: storedKey.refund.id, fingerprint: storedKey.fingerprint })
      holders.set(storedKey.refund.id, storedKey.refund)
    }
    const stored = await storedById(entries.map(({ refund }) => refund.id))
    const ofReceipts = await holdersOf(entries, stored)
    return {
      refund: (id) => changed.get(id)?.refund ?? stored.get(id) ?? holders.get(id) ?? ofReceipts.refunds.get(id),
      ofKey: (key) => keys.get(key) ?? storedKeys.get(key),
      ofReceipt(folded) {
        const changedId = receipts.get(folded)
        if (changedId !== undefined && receiptKey(changed.get(changedId)!.refund) === folded) return changedId
        const holder = ofReceipts.ids.get(folded)
        return holder === undefined || changed.has(holder) ? undefined : holder
      },
    }
  }

  function conflictOf(entries: readonly RefundEntry[], held: StoredRefunds): ReplaceOutcome | null {
    const conflict = refundConflict(entries, held)
    const copyOf = (id: string) => {
      const refund = held.refund(id)
      return refund ? copyRefund(refund) : null
    }
    if (conflict?.outcome === 'refund_stale') return { ...conflict, refund: copyOf(conflict.id) }
    if (conflict?.outcome === 'refund_transaction_taken') return { ...conflict, refund: copyRefund(conflict.refund) }
    if (conflict) {
      const { outcome, refundId, fingerprint } = conflict
      return { outcome, refund: copyOf(refundId)!, fingerprint }
    }
    for (const { refund } of entries) {
      const former = held.refund(refund.id)
      if (former) checkSuccessorOfRefund(former, refund)
    }
    return null
  }

  function store(entries: readonly RefundEntry[]): void {
    for (const { refund, channel, event, idempotency } of entries) {
      changed.set(refund.id, { refund: copyRefund(refund), channel })
      const receipt = receiptKey(refund)
      if (receipt !== null) receipts.set(receipt, refund.id)
      if (event) events.add(event)
      if (idempotency) keys.set(idempotency.key, { refundId: refund.id, fingerprint: idempotency.fingerprint })
    }
  }

  function changedMatching(filter: RefundRowFilter): Refund[] {
    return Array.from(changed.values(), ({ refund }) => refund).filter((refund) => matchesRefund(refund, filter))
  }

  async function findRefunds(refundKeys: RefundKeys): Promise<Refund[]> {
    checkKeys(refundKeys.ids, refundKeys.references, refundKeys.providerTransactionIds, refundKeys.lineKeys)
    const stored = await repository.findRefunds(refundKeys)
    const changedRefunds = Array.from(changed.values(), ({ refund }) => refund).filter((refund) =>
      hasKey(refund, refundKeys),
    )
    return [...stored.filter(({ id }) => !changed.has(id)), ...changedRefunds.map(copyRefund)]
  }

  async function refundOfKey(key: string) {
    const dryKey = keys.get(key)
    if (dryKey) return { refund: copyRefund(changed.get(dryKey.refundId)!.refund), fingerprint: dryKey.fingerprint }
    const stored = await repository.refundOfKey(key)
    const refund = stored && changed.get(stored.refund.id)?.refund
    return refund ? { ...stored, refund: copyRefund(refund) } : stored
  }

  function pageRefunds({ after, limit, ...filter }: RefundPageQuery): Promise<Refund[]> {
    const positionOf = (refund: Refund) => ({ at: refund[filter.by]!, id: refund.id })
    const changedRefunds = changedMatching(filter).filter((refund) => !after || isBefore(after, positionOf(refund)))
    return pageBeside<Refund, Position>({
      changedRows: changedRefunds.map(copyRefund),
      read: (last, max) => repository.pageRefunds({ ...filter, limit: max, ...(last && { after: last }) }),
      positionOf,
      isChanged: ({ id }) => changed.has(id),
      isBefore: (a, b) => isBefore(positionOf(a), positionOf(b)),
      after,
      limit,
    })
  }

  async function* scanRefunds(filter: RefundRowFilter, signal?: AbortSignal): AsyncGenerator<Refund[]> {
    signal?.throwIfAborted()
    const atBegin = new Set(changed.keys())
    const placeOfRefund = (refund: Refund) => refund[filter.by]! + gap + refund.id
    const entering = new Map(changedMatching(filter).map((refund) => [placeOfRefund(refund), refund]))
    yield* scanBeside({
      stored: repository.scanRefunds(filter, signal),
      placeOf: placeOfRefund,
      isChanged: ({ id }) => atBegin.has(id),
      entering: [...entering.keys()].sort(),
      enteringAt: (place) => copyRefund(entering.get(place)!),
      signal,
    })
  }

  async function refundTotals(filter: RefundRowFilter) {
    const totals = new RefundTotals()
    for (const total of await repository.refundTotals(filter)) totals.addTotal(total)
    const stored = await storedById([...changed.keys()])
    for (const { refund, channel } of changed.values()) {
      const former = stored.get(refund.id)
      if (former && matchesRefund(former, filter)) totals.takeAway({ refund: former, channel })
      if (matchesRefund(refund, filter)) totals.add({ refund, channel })
    }
    return totals.all()
  }

  async function refundHistory(id: string) {
    const stored = await repository.refundHistory(id)
    const changedRefund = changed.get(id)?.refund
    return changedRefund ? [...stored, ...eventsOfRefund(events.of(changedRefund.paymentId ?? id), id)] : stored
  }

  const reads: RefundStorage = { findRefunds, refundOfKey, pageRefunds, scanRefunds, refundTotals, refundHistory }
  return {
    reads,
    changed: changed as ReadonlyMap<string, ChanneledRefund>,
    refundsBefore,
    conflictOf,
    store,
  }
}
