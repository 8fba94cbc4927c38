import type { Payment } from '../../domain/payments/payment.js'
import { copyPayment } from '../../repository/copy.js'
import { checkStorable } from '../../repository/checks.js'
import type { InsertEntry, InsertOutcome } from '../../repository/port.js'
import { readAll, type SqlContext } from './context.js'
import type { Deadline } from './database.js'
import { lockMs } from './deadline.js'
import { DatabaseFault } from './fault.js'
import { inOneOrder } from './one-order.js'
import { paymentOf } from './row.js'
import { text, textOrNull } from './values.js'
import { paymentColumns } from './tables.js'
import { transactionKey } from '../../repository/group-conflict.js'

type Conflict = Exclude<InsertOutcome, { outcome: 'inserted' }>

/** An entry that meets an earlier one of its call, and what it has of that one. */
interface Duplicate {
  readonly entry: InsertEntry
  readonly met: 'id' | 'reference' | 'receipt'
}

/**
 * Stores payments. All that can be stored is written together, in one transaction. Where an index refuses an entry, the
 * payment that was stored before it is read in a fresh snapshot, and the rest is written again.
 */
export async function insert(context: SqlContext, entries: readonly InsertEntry[]): Promise<InsertOutcome[]> {
  for (const { payment, event } of entries) checkStorable(payment, event, 1)
  if (entries.length === 0) return []
  const storedOutcomes = new Map<InsertEntry, InsertOutcome>()
  return await context.attempt(async ({ deadline, repeated }) => {
    const addConflicts = async (
      candidates: readonly InsertEntry[],
      counts = (_outcome: InsertOutcome, _entry: InsertEntry) => true,
    ) => {
      const conflicts = [...(await conflictsOf(context, candidates, { deadline, repeated }))].filter(
        ([entry, outcome]) => counts(outcome, entry),
      )
      for (const [entry, outcome] of conflicts) storedOutcomes.set(entry, outcome)
      return conflicts.length > 0
    }
    const read = new Set<InsertEntry>()
    for (;;) {
      const { outcomes, toInsert, duplicates } = outcomesBy(entries, storedOutcomes)
      // A stored key comes before the id of an earlier entry, a stored id before its reference, and that before its receipt.
      const unread = duplicates.filter(({ entry }) => !read.has(entry))
      for (const { entry } of unread) read.add(entry)
      if (unread.length > 0) {
        const metBy = new Map(unread.map(({ entry, met }) => [entry, met]))
        const comesBefore = ({ outcome }: InsertOutcome, entry: InsertEntry) =>
          outcome !== 'transaction_taken' && (outcome !== 'reference_taken' || metBy.get(entry) === 'receipt')
        if (await addConflicts([...metBy.keys()], comesBefore)) continue
      }
      if (toInsert.length === 0 || (await wereStored(context, toInsert, deadline))) return outcomes
      // The other payment is gone, or not in the snapshot: to be tried again.
      if (!(await addConflicts(toInsert))) throw new DatabaseFault('contention', undefined)
    }
  })
}

/**
 * Decides the outcome of each entry if all entries without a stored conflict are stored, one after the other.
 * `toInsert` are to be stored; `duplicates` have the id, the reference or the receipt of one of those. A key of one of those
 * comes before a stored id, its id before a stored reference, and its reference before a stored receipt.
 */
function outcomesBy(
  entries: readonly InsertEntry[],
  storedOutcomes: ReadonlyMap<InsertEntry, InsertOutcome>,
): { outcomes: InsertOutcome[]; toInsert: InsertEntry[]; duplicates: Duplicate[] } {
  // Most often there is one, and nothing that it could meet.
  if (entries.length === 1 && storedOutcomes.size === 0)
    return { outcomes: [{ outcome: 'inserted' }], toInsert: [...entries], duplicates: [] }
  const [keys, ids, references, receipts] = [
    new Map<string, InsertEntry>(),
    new Map<string, InsertEntry>(),
    new Map<string, Payment>(),
    new Map<string, Payment>(),
  ]
  const toInsert: InsertEntry[] = []
  const duplicates: Duplicate[] = []
  const outcomes = entries.map((entry): InsertOutcome => {
    const storedOutcome = storedOutcomes.get(entry)
    if (storedOutcome?.outcome === 'key_taken' || storedOutcome?.outcome === 'inserted') return storedOutcome
    const { payment, liveReference, idempotency } = entry
    const first = idempotency && keys.get(idempotency.key)
    if (first) {
      const { fingerprint } = first.idempotency!
      return { outcome: 'key_taken', payment: copyPayment(first.payment), fingerprint }
    }
    if (storedOutcome?.outcome === 'id_taken') return storedOutcome
    const entryOfId = ids.get(payment.id)
    if (entryOfId) {
      duplicates.push({ entry, met: 'id' })
      return { outcome: 'id_taken', payment: copyPayment(entryOfId.payment) }
    }
    if (storedOutcome?.outcome === 'reference_taken') return storedOutcome
    const holder = liveReference === null ? undefined : references.get(liveReference)
    if (holder) {
      duplicates.push({ entry, met: 'reference' })
      return { outcome: 'reference_taken', payment: copyPayment(holder) }
    }
    if (storedOutcome) return storedOutcome
    const receipt = receiptOf(payment)
    const payer = receipt === null ? undefined : receipts.get(receipt)
    if (payer) {
      duplicates.push({ entry, met: 'receipt' })
      return { outcome: 'transaction_taken', payment: copyPayment(payer) }
    }
    if (idempotency) keys.set(idempotency.key, entry)
    ids.set(payment.id, entry)
    if (liveReference !== null) references.set(liveReference, payment)
    if (receipt !== null) receipts.set(receipt, payment)
    toInsert.push(entry)
    return { outcome: 'inserted' }
  })
  return { outcomes, toInsert, duplicates }
}

/** Returns one text for a receipt and its channel; `null` without a receipt. */
function receiptOf({ channel, providerTransactionId }: Payment): string | null {
  return providerTransactionId === undefined ? null : transactionKey(channel, providerTransactionId)
}

/** Returns the value that most concurrent inserts would collide on. */
function keyOf({ idempotency, liveReference, payment }: InsertEntry): string {
  return idempotency?.key ?? liveReference ?? payment.id
}

async function wereStored(
  { database, writes }: SqlContext,
  entries: readonly InsertEntry[],
  deadline: Deadline,
): Promise<boolean> {
  const sorted = inOneOrder(entries, keyOf)
  try {
    return (await database.write(writes.insert(sorted, lockMs(deadline)), deadline)).committed
  } catch (fault) {
    if (fault instanceof DatabaseFault && fault.kind === 'duplicate') return false
    throw fault
  }
}

/**
 * Returns, for each entry with a conflict, the stored payment: by the key before the id, by the id before the
 * reference, by the reference before the receipt.
 */
async function conflictsOf(
  context: SqlContext,
  entries: readonly InsertEntry[],
  { deadline, repeated }: { deadline: Deadline; repeated: boolean },
): Promise<Map<InsertEntry, InsertOutcome>> {
  const { statements } = context
  const conflicts = new Map<InsertEntry, Conflict>()
  const withoutConflict = () => entries.filter((entry) => !conflicts.has(entry))
  const read = async (list: Parameters<typeof readAll>[1]) => (await readAll(context, list, deadline)).map(holderOf)

  const keys = entries.flatMap(({ idempotency }) => idempotency?.key ?? [])
  const byKey = new Map((await read(statements.holdersOfKeys(keys))).map((holder) => [holder.key, holder]))
  for (const entry of entries) {
    const holder = entry.idempotency && byKey.get(entry.idempotency.key)
    if (holder) conflicts.set(entry, { outcome: 'key_taken', payment: holder.payment, fingerprint: holder.fingerprint })
  }
  const ids = withoutConflict().map(({ payment }) => payment.id)
  const byId = new Map((await read(statements.currentPayments(ids))).map(({ payment }) => [payment.id, payment]))
  for (const entry of withoutConflict()) {
    const payment = byId.get(entry.payment.id)
    if (payment) conflicts.set(entry, { outcome: 'id_taken', payment })
  }
  const references = withoutConflict().flatMap(({ liveReference }) => liveReference ?? [])
  const byReference = new Map(
    (await read(statements.holdersOfReferences(references))).map(({ payment, liveReference }) => [
      liveReference,
      payment,
    ]),
  )
  for (const entry of withoutConflict()) {
    const payment = entry.liveReference === null ? undefined : byReference.get(entry.liveReference)
    if (payment) conflicts.set(entry, { outcome: 'reference_taken', payment })
  }
  const receipts = withoutConflict().flatMap(({ payment }) => payment.providerTransactionId ?? [])
  const byReceipt = new Map(
    (await read(statements.holdersOfTransactions(receipts))).map(({ payment }) => [receiptOf(payment), payment]),
  )
  for (const entry of withoutConflict()) {
    const payment = receiptOf(entry.payment) === null ? undefined : byReceipt.get(receiptOf(entry.payment))
    if (payment) conflicts.set(entry, { outcome: 'transaction_taken', payment })
  }
  return repeated ? withOwnInserts(context, conflicts, deadline) : conflicts
}

function holderOf(row: readonly unknown[]) {
  const [liveReference, key, fingerprint] = row.slice(paymentColumns.length).map(textOrNull) as [
    string | null,
    string | null,
    string | null,
  ]
  return { payment: paymentOf(row), liveReference, key, fingerprint }
}

/**
 * Replaces conflicts with the payments of this very call by `inserted`: an earlier try may have been stored without an
 * answer.
 */
async function withOwnInserts(
  context: SqlContext,
  conflicts: ReadonlyMap<InsertEntry, Conflict>,
  deadline: Deadline,
): Promise<Map<InsertEntry, InsertOutcome>> {
  const conflictsOfSameId = [...conflicts].filter(([entry, { payment }]) => payment.id === entry.payment.id)
  const ids = conflictsOfSameId.map(([{ payment }]) => payment.id)
  const rows = await readAll(context, context.statements.firstEvents(ids), deadline)
  const events = new Set(rows.map(([id]) => text(id)))
  const all = new Map<InsertEntry, InsertOutcome>(conflicts)
  for (const [entry] of conflictsOfSameId) if (events.has(entry.event.id)) all.set(entry, { outcome: 'inserted' })
  return all
}
