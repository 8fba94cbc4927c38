import type { Payment } from '../../domain/payments/payment.js'
import { foldedReceipt, receiptKey } from '../../domain/payments/receipt-spelling.js'
import { type WrittenChanges, writtenChanges } from '../change-sequences.js'
import { checkKeyedGroup, checkKeys, checkStorable } from '../checks.js'
import { type ConflictWith, conflictWith, type StoredPayments } from '../group-conflict.js'
import type {
  Change,
  ChangeGroup,
  InsertEntry,
  InsertOutcome,
  LookupKeys,
  LookupResult,
  PaymentRepository,
  ReplaceOutcome,
} from '../port.js'
import { ChangedPayments } from './changed-payments.js'
import { changedReads } from './changed-reads.js'
import { dryEvents } from './events.js'
import { JsonLog } from './json-log.js'
import { NumberByText } from './number-by-text.js'
import { type StoredBefore, RecentReads } from './recent-reads.js'

/**
 * Returns the payments of a dry run, and the keys of statement lines that are stored with them; a dry run of finance adds whole
 * lines to them.
 */
export function dryPayments(repository: PaymentRepository, hasLine: (key: string) => boolean = () => false) {
  const reads = new RecentReads(repository)
  const changed = new ChangedPayments()
  const events = dryEvents()
  const lines = new NumberByText()
  const paymentIdsOfLines = new JsonLog()
  const keys = new Map<string, { paymentId: string; fingerprint: string }>()
  /** Terms of payments that are new here, and those that changes added to stored ones. */
  const terms = new Map<string, ReadonlySet<string>>()
  const { page, scan, totals } = changedReads(repository, changed)

  /** Returns true where the dry run has stored the key, by itself or with its line. */
  function hasKey(key: string): boolean {
    return lines.get(key) !== undefined || hasLine(key)
  }

  function addTerms(id: string, added: readonly string[] = []): void {
    if (added.length > 0) terms.set(id, new Set([...(terms.get(id) ?? []), ...added]))
  }

  async function get(id: string): Promise<Payment | null> {
    const created = changed.newPayment(id)
    if (created) return created
    const stored = await reads.payment(id)
    return stored && changed.current(stored)
  }

  /** Returns the payments as a write finds them now: nothing else may come between this and the write. */
  function storedNow({ payments, ofReference, ofTransaction }: StoredBefore): StoredPayments {
    const isUnchanged = (id: string) => !changed.has(id)
    return {
      payment(id) {
        const stored = payments.get(id)
        return changed.newPayment(id) ?? (stored && changed.current(stored))
      },
      holderOfReference: (reference) =>
        changed.holderOfReference(reference) ?? ofReference.get(reference)?.find(isUnchanged),
      holderOfTransaction: (channel, transaction) =>
        changed.holdersOfTransaction(transaction).find(({ fields }) => fields.channel === channel)?.id ??
        ofTransaction
          .get(foldedReceipt(transaction))
          ?.find((payment) => payment.channel === channel && isUnchanged(payment.id))?.id,
    }
  }

  /** Stores an entry, or returns its conflict with the id of the payment that was stored before. */
  function insertOne(
    { payment, event, liveReference, idempotency, terms: entryTerms }: InsertEntry,
    stored: StoredPayments,
  ):
    | { outcome: 'inserted' }
    | { outcome: 'key_taken' | 'id_taken' | 'reference_taken'; id: string; fingerprint: string } {
    const storedKey = idempotency && keys.get(idempotency.key)
    if (storedKey) return { outcome: 'key_taken', id: storedKey.paymentId, fingerprint: storedKey.fingerprint }
    if (stored.payment(payment.id)) return { outcome: 'id_taken', id: payment.id, fingerprint: '' }
    const holder = liveReference === null ? undefined : stored.holderOfReference(liveReference)
    if (holder !== undefined) return { outcome: 'reference_taken', id: holder, fingerprint: '' }
    changed.add(null, payment, liveReference)
    events.add(event)
    addTerms(payment.id, entryTerms)
    if (idempotency) keys.set(idempotency.key, { paymentId: payment.id, fingerprint: idempotency.fingerprint })
    return { outcome: 'inserted' }
  }

  async function insert(entries: readonly InsertEntry[]): Promise<InsertOutcome[]> {
    for (const { payment, event } of entries) checkStorable(payment, event, 1)
    const stored = storedNow(await reads.storedBefore(entries, []))
    const answers = entries.map((entry) => insertOne(entry, stored))
    const outcomes: InsertOutcome[] = []
    for (const answer of answers) {
      if (answer.outcome === 'inserted') outcomes.push(answer)
      else {
        const { outcome, id, fingerprint } = answer
        const payment = (await get(id))!
        outcomes.push(outcome === 'key_taken' ? { outcome, payment, fingerprint } : { outcome, payment })
      }
    }
    return outcomes
  }

  function store({ changes, earlierEvents }: WrittenChanges, held: StoredBefore): void {
    earlierEvents.forEach((event) => events.add(event))
    for (const { payment, event, liveReference, terms: added } of changes) {
      changed.add(changed.newPayment(payment.id) ? null : held.payments.get(payment.id)!, payment, liveReference)
      events.add(event)
      addTerms(payment.id, added)
    }
  }

  async function answerTo({ outcome, id }: ConflictWith): Promise<ReplaceOutcome> {
    return outcome === 'stale' ? { outcome, current: await get(id) } : { outcome, payment: (await get(id))! }
  }

  async function replace(group: ChangeGroup): Promise<ReplaceOutcome> {
    checkKeyedGroup(group)
    const { lines: keyedLines } = group
    const written = writtenChanges(group.changes)
    const { changes } = written
    const held = await reads.storedBefore(
      changes,
      keyedLines.map(({ key }) => key),
    )
    if (keyedLines.some(({ key }) => held.lines.has(key) || hasKey(key))) return { outcome: 'line_taken' }
    const conflict = conflictWith(changes, storedNow(held))
    if (conflict) return answerTo(conflict)
    for (const { key, paymentIds } of keyedLines) {
      lines.set(key, paymentIdsOfLines.size)
      paymentIdsOfLines.add(paymentIds)
    }
    store(written, held)
    return { outcome: 'replaced' }
  }

  /** Reads the changed payments that have one of these transactions now, and the new ones of one of these references. */
  async function changedWith(references: readonly string[], transactions: readonly string[]): Promise<Payment[]> {
    const holders = transactions.flatMap((transaction) => changed.holdersOfTransaction(transaction))
    const ids = new Set(references.flatMap((reference) => changed.newOfReference(reference)))
    const unread = new Set<string>()
    for (const { id, isNew, reference } of holders) {
      if (isNew) ids.add(id)
      else unread.add(reference)
    }
    const changedPayments = [...ids].map((id) => changed.newPayment(id)!)
    if (unread.size === 0) return changedPayments
    const holderIds = new Set(holders.map(({ id }) => id))
    const { payments } = await reads.lookup({ references: [...unread], providerTransactionIds: [], lineKeys: [] })
    for (const stored of payments) if (holderIds.has(stored.id)) changedPayments.push(changed.current(stored))
    return changedPayments
  }

  async function lookup(lookupKeys: LookupKeys): Promise<LookupResult> {
    const { references, providerTransactionIds, lineKeys } = lookupKeys
    checkKeys(references, providerTransactionIds, lineKeys)
    const stored = await reads.lookup(lookupKeys)
    const ofReferences = new Set(references)
    const ofTransactions = new Set(providerTransactionIds.map(foldedReceipt))
    const paymentsById = new Map<string, Payment>()
    for (const payment of [
      ...stored.payments.map((payment) => changed.current(payment)),
      ...(await changedWith(references, providerTransactionIds)),
    ]) {
      const receipt = receiptKey(payment)
      const hasReceipt = receipt !== null && ofTransactions.has(receipt)
      if (hasReceipt || ofReferences.has(payment.reference)) paymentsById.set(payment.id, payment)
    }
    const dryLines = [...new Set(lineKeys)].flatMap((key) => {
      const line = lines.get(key)
      return line === undefined ? [] : [{ key, paymentIds: paymentIdsOfLines.get(line) as string[] }]
    })
    return { payments: [...paymentsById.values()], lines: [...stored.lines, ...dryLines] }
  }

  const payments: PaymentRepository = {
    insert,
    replace,
    get,
    page,
    lookup,
    scan,
    totals,
    history: async (id) => [...(await repository.history(id)), ...(changed.has(id) ? events.of(id) : [])],
    claimEvents: async (claim) => events.undelivered.claim(claim),
    completeEvents: async (completion) => events.undelivered.complete(completion),
  }
  return {
    payments,
    reads,
    changed,
    events,
    terms: terms as ReadonlyMap<string, ReadonlySet<string>>,
    hasKey,
    answerTo,
    conflictOf: (changes: readonly Change[], held: StoredBefore) => conflictWith(changes, storedNow(held)),
    store,
  }
}

/** The payments of a dry run, with what reads and writes of statement lines need beside them. */
export type DryPayments = ReturnType<typeof dryPayments>
