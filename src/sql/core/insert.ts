import { checkStorable } from '../../repository/checks.js'
import type { InsertEntry, InsertOutcome } from '../../repository/port.js'
import { lockMs, type SqlContext } from './context.js'
import type { Deadline, SqlStatement } from './database.js'
import { DatabaseFault } from './fault.js'
import { paymentOf, text } from './row.js'
import { paymentColumns } from './tables.js'

/** Stores a payment; what an index refuses is explained by reading, in a fresh snapshot, who was there first. */
export async function insert(context: SqlContext, entry: InsertEntry): Promise<InsertOutcome> {
  checkStorable(entry.payment, entry.event, 1)
  return context.attempt(async ({ deadline, repeated }) => {
    if (await wasStored(context, entry, deadline)) return { outcome: 'inserted' }
    const holder = await holderOf(context, entry, deadline)
    // The other payment is gone, or not in the snapshot: to be tried again.
    if (!holder) throw new DatabaseFault('contention', undefined)
    // An earlier try of this very call may have been stored without an answer.
    if (repeated && holder.payment.id === entry.payment.id && (await isOurs(context, entry, deadline)))
      return { outcome: 'inserted' }
    return holder
  })
}

async function wasStored({ database, writes }: SqlContext, entry: InsertEntry, deadline: Deadline): Promise<boolean> {
  try {
    return (await database.write(writes.insert(entry, lockMs(deadline)), deadline)).committed
  } catch (fault) {
    if (fault instanceof DatabaseFault && fault.kind === 'duplicate') return false
    throw fault
  }
}

type Holder = Exclude<InsertOutcome, { outcome: 'inserted' }>

/** The key before the id, the id before the reference. */
async function holderOf(
  { database, statements }: SqlContext,
  { payment, idempotency, liveReference }: InsertEntry,
  deadline: Deadline,
): Promise<Holder | null> {
  const find = async (statement: SqlStatement) => (await database.read(statement, deadline))[0]
  if (idempotency) {
    const row = await find(statements.holderOfKey(idempotency.key))
    if (row) return { outcome: 'key_taken', payment: paymentOf(row), fingerprint: text(row[paymentColumns.length]) }
  }
  const same = await find(statements.currentPayment(payment.id))
  if (same) return { outcome: 'id_taken', payment: paymentOf(same) }
  if (liveReference === null) return null
  const live = await find(statements.holderOfReference(liveReference))
  return live ? { outcome: 'reference_taken', payment: paymentOf(live) } : null
}

async function isOurs(
  { database, statements }: SqlContext,
  { event }: InsertEntry,
  deadline: Deadline,
): Promise<boolean> {
  const { paymentId, version } = event.data
  const [row] = await database.read(statements.storedEvent(paymentId, version), deadline)
  return row !== undefined && text(row[0]) === event.id
}
