import type { Payment } from '../../domain/payments/payment.js'
import { copyPayment } from '../../repository/copy.js'
import { checkStorable } from '../../repository/checks.js'
import type { InsertEntry, InsertOutcome } from '../../repository/port.js'
import { readAll, type SqlContext } from './context.js'
import type { Deadline } from './database.js'
import { lockMs } from './deadline.js'
import { DatabaseFault } from './fault.js'
import { inOneOrder } from './one-order.js'
import { paymentOf, text, textOrNull } from './row.js'
import { paymentColumns } from './tables.js'

type Conflict = Exclude<InsertOutcome, { outcome: 'inserted' }>

/**
 * Stores payments. All that can be stored is written together, in one transaction; what an index refuses is explained by
 * reading, in a fresh snapshot, who was there first, and the rest is written again.
 */
export async function insert(context: SqlContext, entries: readonly InsertEntry[]): Promise<InsertOutcome[]> {
  for (const { payment, event } of entries) checkStorable(payment, event, 1)
  if (entries.length === 0) return []
  const met = new Map<InsertEntry, InsertOutcome>()
  return context.attempt(async ({ deadline, repeated }) => {
    const meetStored = async (some: readonly InsertEntry[], counts = (_: InsertOutcome) => true) => {
      const found = [...(await conflictsOf(context, some, { deadline, repeated }))].filter(([, it]) => counts(it))
      for (const [entry, outcome] of found) met.set(entry, outcome)
      return found.length > 0
    }
    const read = new Set<InsertEntry>()
    for (;;) {
      const { outcomes, wanted, outdone } = outcomesBy(entries, met)
      // A stored key comes before the id of an earlier entry, and a stored id before its reference.
      const unread = outdone.filter((entry) => !read.has(entry))
      for (const entry of unread) read.add(entry)
      if (unread.length > 0 && (await meetStored(unread, ({ outcome }) => outcome !== 'reference_taken'))) continue
      if (wanted.length === 0 || (await wereStored(context, wanted, deadline))) return outcomes
      // The other payment is gone, or not in the snapshot: to be tried again.
      if (!(await meetStored(wanted))) throw new DatabaseFault('contention', undefined)
    }
  })
}

/**
 * What becomes of each entry when all that have met no stored payment are stored, one after the other: `wanted` are to be
 * stored, and `outdone` meet one of those by their id or their reference. The key of one of those comes before a stored id or
 * reference, and its id before a stored reference.
 */
function outcomesBy(
  entries: readonly InsertEntry[],
  met: ReadonlyMap<InsertEntry, InsertOutcome>,
): { outcomes: InsertOutcome[]; wanted: InsertEntry[]; outdone: InsertEntry[] } {
  const [keys, ids, references] = [
    new Map<string, InsertEntry>(),
    new Map<string, InsertEntry>(),
    new Map<string, Payment>(),
  ]
  const wanted: InsertEntry[] = []
  const outdone: InsertEntry[] = []
  const outcomes = entries.map((entry): InsertOutcome => {
    const known = met.get(entry)
    if (known?.outcome === 'key_taken' || known?.outcome === 'inserted') return known
    const { payment, liveReference, idempotency } = entry
    const first = idempotency && keys.get(idempotency.key)
    if (first) {
      const { fingerprint } = first.idempotency!
      return { outcome: 'key_taken', payment: copyPayment(first.payment), fingerprint }
    }
    if (known?.outcome === 'id_taken') return known
    const same = ids.get(payment.id)
    if (same) {
      outdone.push(entry)
      return { outcome: 'id_taken', payment: copyPayment(same.payment) }
    }
    if (known) return known
    const holder = liveReference === null ? undefined : references.get(liveReference)
    if (holder) {
      outdone.push(entry)
      return { outcome: 'reference_taken', payment: copyPayment(holder) }
    }
    if (idempotency) keys.set(idempotency.key, entry)
    ids.set(payment.id, entry)
    if (liveReference !== null) references.set(liveReference, payment)
    wanted.push(entry)
    return { outcome: 'inserted' }
  })
  return { outcomes, wanted, outdone }
}

/** What most others would meet it by. */
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

/** For each entry that meets a stored payment, that one: by the key before the id, by the id before the reference. */
async function conflictsOf(
  context: SqlContext,
  entries: readonly InsertEntry[],
  { deadline, repeated }: { deadline: Deadline; repeated: boolean },
): Promise<Map<InsertEntry, InsertOutcome>> {
  const { statements } = context
  const found = new Map<InsertEntry, Conflict>()
  const unmet = () => entries.filter((entry) => !found.has(entry))
  const read = async (list: Parameters<typeof readAll>[1]) => (await readAll(context, list, deadline)).map(holderOf)

  const keys = entries.flatMap(({ idempotency }) => idempotency?.key ?? [])
  const byKey = new Map((await read(statements.holdersOfKeys(keys))).map((holder) => [holder.key, holder]))
  for (const entry of entries) {
    const holder = entry.idempotency && byKey.get(entry.idempotency.key)
    if (holder) found.set(entry, { outcome: 'key_taken', payment: holder.payment, fingerprint: holder.fingerprint! })
  }
  const ids = unmet().map(({ payment }) => payment.id)
  const byId = new Map((await read(statements.currentPayments(ids))).map(({ payment }) => [payment.id, payment]))
  for (const entry of unmet()) {
    const payment = byId.get(entry.payment.id)
    if (payment) found.set(entry, { outcome: 'id_taken', payment })
  }
  const references = unmet().flatMap(({ liveReference }) => liveReference ?? [])
  const byReference = new Map(
    (await read(statements.holdersOfReferences(references))).map(({ payment, liveReference }) => [
      liveReference,
      payment,
    ]),
  )
  for (const entry of unmet()) {
    const payment = entry.liveReference === null ? undefined : byReference.get(entry.liveReference)
    if (payment) found.set(entry, { outcome: 'reference_taken', payment })
  }
  return repeated ? withOurs(context, found, deadline) : found
}

function holderOf(row: readonly unknown[]) {
  const [liveReference, key, fingerprint] = row.slice(paymentColumns.length).map(textOrNull) as [
    string | null,
    string | null,
    string | null,
  ]
  return { payment: paymentOf(row), liveReference, key, fingerprint }
}

/** An earlier try of this very call may have been stored without an answer: then what stands in the way is ours. */
async function withOurs(
  context: SqlContext,
  conflicts: ReadonlyMap<InsertEntry, Conflict>,
  deadline: Deadline,
): Promise<Map<InsertEntry, InsertOutcome>> {
  const own = [...conflicts].filter(([entry, { payment }]) => payment.id === entry.payment.id)
  const ids = own.map(([{ payment }]) => payment.id)
  const rows = await readAll(context, context.statements.firstEvents(ids), deadline)
  const events = new Set(rows.map(([id]) => text(id)))
  const all = new Map<InsertEntry, InsertOutcome>(conflicts)
  for (const [entry] of own) if (events.has(entry.event.id)) all.set(entry, { outcome: 'inserted' })
  return all
}
