import { placeOf, type StoredEvent } from '../../domain/event-stream.js'
import type { Payment } from '../../domain/payments/payment.js'
import { writtenChanges } from '../../repository/change-sequences.js'
import { checkKeyedGroup } from '../../repository/checks.js'
import { firstConflict, type StoredPayments, transactionKey } from '../../repository/group-conflict.js'
import type { Change, ChangeGroup, ReplaceOutcome } from '../../repository/port.js'
import { readAll, type SqlContext } from './context.js'
import type { Deadline, SqlRow, WriteStatement } from './database.js'
import { lockMs } from './deadline.js'
import { erasuresOfPayments } from './erasures.js'
import { DatabaseFault } from './fault.js'
import { termRows } from './finance/terms.js'
import { inOneOrder } from './one-order.js'
import { paymentOf } from './row.js'
import { text } from './values.js'
import { paymentColumns } from './tables.js'

/**
 * Stores a group of changes; where it conflicts, the conflict is found by reading, in a fresh snapshot, change by
 * change.
 */
export async function replace(context: SqlContext, group: ChangeGroup): Promise<ReplaceOutcome> {
  checkKeyedGroup(group)
  return storeOrConflict(context, {
    writes: (deadline) => writesOf(context, group, deadline),
    isOurs: (deadline) => isStoredEvent(context, group.changes[0]?.event, deadline),
    conflict: (deadline) => conflictOf(context, group, deadline),
  })
}

/** The writes of a group, and the checks that follow where they were not stored. */
interface Storing {
  writes(deadline: Deadline): readonly WriteStatement[]
  /** Returns whether an earlier try of this very call was stored. */
  isOurs(deadline: Deadline): Promise<boolean>
  conflict(deadline: Deadline): Promise<ReplaceOutcome | null>
}

/** Stores a group whole, or returns its first conflict. */
export function storeOrConflict(context: SqlContext, { writes, isOurs, conflict }: Storing): Promise<ReplaceOutcome> {
  return context.attempt(async ({ deadline, repeated }) => {
    if (await wereWritten(context, writes(deadline), deadline)) return { outcome: 'replaced' }
    // An earlier try of this very call may have been stored without an answer; the group is stored whole or not at all.
    if (repeated && (await isOurs(deadline))) return { outcome: 'replaced' }
    const outcome = await conflict(deadline)
    if (!outcome) throw new DatabaseFault('contention', undefined)
    return outcome
  })
}

/**
 * Returns the statements of a group. Two groups that share lines store them in one order, so that neither waits for the
 * other.
 */
function writesOf(context: SqlContext, group: ChangeGroup, deadline: Deadline): readonly WriteStatement[] {
  const { changes, earlierEvents: passed } = writtenChanges(group.changes)
  const lines = inOneOrder(group.lines, ({ key }) => key)
  const lock = lockMs(deadline)
  return [
    ...context.writes.replace({ changes, lines }, lock),
    ...(passed.length > 0 ? context.eventWrites(passed) : []),
    ...newTerms(context, changes),
    ...erasuresOfPayments(context, changes),
  ]
}

/** Returns the statements for the terms that payments are found by from now on; most changes have none. */
export function newTerms({ lineWrites }: SqlContext, changes: readonly Change[]): readonly WriteStatement[] {
  const rows = changes.flatMap(({ payment, terms }) => termRows(payment, terms))
  return rows.length > 0 ? lineWrites.terms(rows) : []
}

/** Writes statements; `false` where something that is stored is in the way: then nothing was written. */
async function wereWritten(
  { database }: SqlContext,
  statements: readonly WriteStatement[],
  deadline: Deadline,
): Promise<boolean> {
  try {
    return (await database.write(statements, deadline)).committed
  } catch (fault) {
    if (fault instanceof DatabaseFault && fault.kind === 'duplicate') return false
    throw fault
  }
}

/**
 * Returns whether an event is stored. For keys of lines alone it is `false`: they count as taken, whichever call stored
 * them.
 */
export async function isStoredEvent(
  { database, statements }: SqlContext,
  event: StoredEvent | undefined,
  deadline: Deadline,
): Promise<boolean> {
  if (!event) return false
  const { stream, version } = placeOf(event)
  const [row] = await database.read(statements.storedEvent(stream, version), deadline)
  return row !== undefined && text(row[0]) === event.id
}

/**
 * Returns the first conflict as the port orders them: the lines, then for each change its version, reference and
 * transaction.
 */
async function conflictOf(
  context: SqlContext,
  { changes, lines }: ChangeGroup,
  deadline: Deadline,
): Promise<ReplaceOutcome | null> {
  const keys = lines.map(({ key }) => key)
  return (await takenLine(context, keys, deadline)) ?? conflictOfChanges(context, changes, deadline)
}

async function takenLine(
  context: SqlContext,
  keys: readonly string[],
  deadline: Deadline,
): Promise<{ outcome: 'line_taken' } | null> {
  const stored = await readAll(context, context.statements.storedLines(keys), deadline)
  return stored.length > 0 ? { outcome: 'line_taken' } : null
}

/**
 * Returns the first conflict of changes: for each change its version, reference and transaction; `null` where there is
 * none.
 */
export async function conflictOfChanges(
  context: SqlContext,
  groupChanges: readonly Change[],
  deadline: Deadline,
): Promise<ReplaceOutcome | null> {
  const { statements } = context
  const { changes } = writtenChanges(groupChanges)
  const stored = new StoredRows()
  const ids = changes.map(({ payment }) => payment.id)
  stored.add(await readAll(context, statements.currentPayments(ids), deadline))
  // What stands behind a stale change is of no interest, and most conflicts are of the first.
  const stale = changes.findIndex((change) => stored.payment(change.payment.id)?.version !== change.expectedVersion)
  const before = stale < 0 ? changes : changes.slice(0, stale)
  const references = before.flatMap(({ liveReference }) => liveReference ?? [])
  const transactions = before.flatMap(({ payment }) => payment.providerTransactionId ?? [])
  stored.add(await readAll(context, statements.holdersOfReferences(references), deadline))
  stored.add(await readAll(context, statements.holdersOfTransactions(transactions), deadline))
  return firstConflict(changes, stored)
}

/** Rows of the payments that a group is about, each with the reference that it holds. */
class StoredRows implements StoredPayments {
  readonly #payments = new Map<string, Payment>()
  readonly #references = new Map<string, string>()
  readonly #transactions = new Map<string, string>()

  add(rows: readonly SqlRow[]): void {
    for (const row of rows) {
      const payment = paymentOf(row)
      const { id, channel, providerTransactionId } = payment
      const liveReference = row[paymentColumns.length]
      this.#payments.set(id, payment)
      if (liveReference !== null) this.#references.set(text(liveReference), id)
      if (providerTransactionId !== undefined)
        this.#transactions.set(transactionKey(channel, providerTransactionId), id)
    }
  }

  payment(id: string): Payment | undefined {
    return this.#payments.get(id)
  }

  holderOfReference(liveReference: string): string | undefined {
    return this.#references.get(liveReference)
  }

  holderOfTransaction(channel: string, providerTransactionId: string): string | undefined {
    return this.#transactions.get(transactionKey(channel, providerTransactionId))
  }
}
