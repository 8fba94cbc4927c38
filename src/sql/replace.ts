import type { Payment } from '../domain/payment.js'
import { checkOnceEach, checkStorable, checkSuccessor } from '../repository/integrity.js'
import type { Change, ChangeGroup, ReplaceOutcome } from '../repository/repository.js'
import type { Call, Command } from './database.js'
import { DatabaseFault } from './fault.js'
import { paymentOf, text } from './row.js'
import { lockMs, type Store } from './store.js'

/** Stores a group of changes; what stood in the way is found by reading, in a fresh snapshot, change by change. */
export async function replace(store: Store, group: ChangeGroup): Promise<ReplaceOutcome> {
  for (const { payment, event, expectedVersion } of group.changes) checkStorable(payment, event, expectedVersion + 1)
  checkOnceEach(group.changes.map(({ payment }) => payment))
  return store.attempt(async ({ call, repeated }) => {
    if (await wasStored(store, group, call)) return { outcome: 'replaced' }
    // An earlier try of this very call may have been stored without an answer; the group is stored whole or not at all.
    if (repeated && (await isOurs(store, group, call))) return { outcome: 'replaced' }
    const conflict = await conflictOf(store, group, call)
    if (!conflict) throw new DatabaseFault('contention', undefined)
    return conflict
  })
}

async function wasStored({ database, writes }: Store, group: ChangeGroup, call: Call): Promise<boolean> {
  try {
    return (await database.write(writes.replace(group, lockMs(call)), call)).committed
  } catch (fault) {
    if (fault instanceof DatabaseFault && fault.kind === 'duplicate') return false
    throw fault
  }
}

async function isOurs({ database, statements }: Store, { changes }: ChangeGroup, call: Call): Promise<boolean> {
  const event = changes[0]?.event
  if (!event) return false
  const [row] = await database.read(statements.storedEvent(event.data.paymentId, event.data.version), call)
  return row !== undefined && text(row[0]) === event.id
}

/** The first conflict as the port orders them: the line, then for each change its version, reference and transaction. */
async function conflictOf(
  { database, statements }: Store,
  { changes, lineKey }: ChangeGroup,
  call: Call,
): Promise<ReplaceOutcome | null> {
  const find = async (command: Command) => (await database.read(command, call))[0]
  const findPayment = async (command: Command) => {
    const row = await find(command)
    return row ? paymentOf(row) : null
  }
  const current = (id: string) => findPayment(statements.currentPayment(id))

  /** Given what earlier changes of the group let go of or took. */
  async function holderOfReference({ liveReference }: Change, earlier: readonly Change[]): Promise<Payment | null> {
    if (liveReference === null) return null
    const taker = earlier.find((other) => other.liveReference === liveReference)
    if (taker) return current(taker.payment.id)
    const holder = await findPayment(statements.holderOfReference(liveReference))
    return earlier.some(({ payment }) => payment.id === holder?.id) ? null : holder
  }

  async function holderOfTransaction({ payment }: Change, earlier: readonly Change[]): Promise<Payment | null> {
    const { channel, providerTransactionId: transaction } = payment
    if (transaction === undefined) return null
    const holder = await findPayment(statements.holderOfTransaction(channel, transaction))
    if (holder) return holder
    const taker = earlier.find(
      ({ payment: other }) => other.channel === channel && other.providerTransactionId === transaction,
    )
    return taker ? current(taker.payment.id) : null
  }

  if (lineKey !== null && (await find(statements.storedLine(lineKey)))) return { outcome: 'line_taken' }
  for (const [index, change] of changes.entries()) {
    const { id } = change.payment
    const earlier = changes.slice(0, index)
    const stored = await current(id)
    if (stored?.version !== change.expectedVersion) return { outcome: 'stale', current: stored }
    checkSuccessor(stored, change.payment)
    const live = await holderOfReference(change, earlier)
    if (live && live.id !== id) return { outcome: 'reference_taken', payment: live }
    const paid = await holderOfTransaction(change, earlier)
    if (paid && paid.id !== id) return { outcome: 'transaction_taken', payment: paid }
  }
  return null
}
