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

/** Newest first. */
function isBefore(a: Position, b: Position): boolean {
  return a.at > b.at || (a.at === b.at && a.id > b.id)
}

function hasKey(refund: Refund, { ids, references, providerTransactionIds, lineKeys }: RefundKeys): boolean {
  const { id, reference, providerTransactionId: transaction, lineKey } = refund
  return (
    ids.includes(id) ||
    references.includes(reference) ||
    providerTransactionIds.some((wanted) => isSameReceipt(wanted, transaction)) ||
    (lineKey !== null && lineKeys.includes(lineKey))
  )
}

interface Events {
  add(event: StoredEvent): void
  of(stream: string): StoredEvent[]
}

/** The refunds of a dry run: they are few beside payments and lines, and are kept as they are. */
export function dryRefunds(repository: FinanceRepository, events: Events) {
  /** Rows are exchanged, never changed. */
  const changed = new Map<string, ChanneledRefund>()
  const keys = new Map<string, { refundId: string; fingerprint: string }>()
  /** Of folded receipts, the changed refund that took it last. */
  const receipts = new Map<string, string>()

  async function storedById(ids: readonly string[]): Promise<Map<string, Refund>> {
    const found: Refund[] = []
    for (let first = 0; first < ids.length; first += maxFound) {
      found.push(...(await repository.findRefunds({ ...noKeys, ids: ids.slice(first, first + maxFound) })))
    }
    return new Map(found.map((refund) => [refund.id, refund]))
  }

  /** Who has the receipts that these entries take, as it is stored. */
  async function holdersOf(entries: readonly RefundEntry[], stored: ReadonlyMap<string, Refund>) {
    const wanted = new Set<string>()
    for (const { refund } of entries) {
      const receipt = receiptKey(refund)
      const before = changed.get(refund.id)?.refund ?? stored.get(refund.id)
      if (receipt !== null && receipt !== receiptKey(before)) wanted.add(receipt)
    }
    const found =
      wanted.size > 0 ? await repository.findRefunds({ ...noKeys, providerTransactionIds: [...wanted] }) : []
    return {
      refunds: new Map(found.map((refund) => [refund.id, refund])),
      ids: new Map(found.map((refund) => [receiptKey(refund)!, refund.id])),
    }
  }

  /** What these entries may meet: what is stored as it is read now, and what was changed as it is when it is asked for. */
  async function heldAgainst(entries: readonly RefundEntry[]): Promise<StoredRefunds> {
    const used = new Map<string, { refundId: string; fingerprint: string }>()
    const holders = new Map<string, Refund>()
    for (const { idempotency } of entries) {
      const found = idempotency && (await repository.refundOfKey(idempotency.key))
      if (!found) continue
      used.set(idempotency.key, { refundId: found.refund.id, fingerprint: found.fingerprint })
      holders.set(found.refund.id, found.refund)
    }
    const stored = await storedById(entries.map(({ refund }) => refund.id))
    const ofReceipts = await holdersOf(entries, stored)
    return {
      refund: (id) => changed.get(id)?.refund ?? stored.get(id) ?? holders.get(id) ?? ofReceipts.refunds.get(id),
      ofKey: (key) => keys.get(key) ?? used.get(key),
      ofReceipt(folded) {
        const own = receipts.get(folded)
        if (own !== undefined && receiptKey(changed.get(own)!.refund) === folded) return own
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

  async function findRefunds(wanted: RefundKeys): Promise<Refund[]> {
    checkKeys(wanted.ids, wanted.references, wanted.providerTransactionIds, wanted.lineKeys)
    const stored = await repository.findRefunds(wanted)
    const own = Array.from(changed.values(), ({ refund }) => refund).filter((refund) => hasKey(refund, wanted))
    return [...stored.filter(({ id }) => !changed.has(id)), ...own.map(copyRefund)]
  }

  async function refundOfKey(key: string) {
    const own = keys.get(key)
    if (own) return { refund: copyRefund(changed.get(own.refundId)!.refund), fingerprint: own.fingerprint }
    const stored = await repository.refundOfKey(key)
    const refund = stored && changed.get(stored.refund.id)?.refund
    return refund ? { ...stored, refund: copyRefund(refund) } : stored
  }

  function pageRefunds({ after, limit, ...filter }: RefundPageQuery): Promise<Refund[]> {
    const positionOf = (refund: Refund) => ({ at: refund[filter.by]!, id: refund.id })
    const own = changedMatching(filter).filter((refund) => !after || isBefore(after, positionOf(refund)))
    return pageBeside<Refund, Position>({
      own: own.map(copyRefund),
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
    const own = changed.get(id)?.refund
    return own ? [...stored, ...eventsOfRefund(events.of(own.paymentId ?? id), id)] : stored
  }

  const reads: RefundStorage = { findRefunds, refundOfKey, pageRefunds, scanRefunds, refundTotals, refundHistory }
  return { reads, changed: changed as ReadonlyMap<string, ChanneledRefund>, heldAgainst, conflictOf, store }
}
