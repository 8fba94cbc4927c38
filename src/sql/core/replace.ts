import type { Payment } from '../../domain/payments/payment.js'
import { checkOnceEach, checkStorable } from '../../repository/checks.js'
import { firstConflict, type Stored, transactionKey } from '../../repository/group-conflict.js'
import type { ChangeGroup, ReplaceOutcome, StoredLine } from '../../repository/port.js'
import { lockMs, readAll, type SqlContext } from './context.js'
import type { Deadline, SqlRow } from './database.js'
import { DatabaseFault } from './fault.js'
import { paymentOf, text } from './row.js'
import { paymentColumns } from './tables.js'

/** Stores a group of changes; what stood in the way is found by reading, in a fresh snapshot, change by change. */
export async function replace(context: SqlContext, group: ChangeGroup): Promise<ReplaceOutcome> {
  for (const { payment, event, expectedVersion } of group.changes) checkStorable(payment, event, expectedVersion + 1)
  checkOnceEach(group)
  return context.attempt(async ({ deadline, repeated }) => {
    if (await wasStored(context, group, deadline)) return { outcome: 'replaced' }
    // An earlier try of this very call may have been stored without an answer; the group is stored whole or not at all.
    if (repeated && (await isOurs(context, group, deadline))) return { outcome: 'replaced' }
    const conflict = await conflictOf(context, group, deadline)
    if (!conflict) throw new DatabaseFault('contention', undefined)
    return conflict
  })
}

/** Two groups that share lines store them in one order, so that neither waits for the other. */
function inOneOrder(lines: readonly StoredLine[]): readonly StoredLine[] {
  return lines.length > 1 ? [...lines].sort((a, b) => (a.key < b.key ? -1 : 1)) : lines
}

async function wasStored(
  { database, writes }: SqlContext,
  { changes, lines }: ChangeGroup,
  deadline: Deadline,
): Promise<boolean> {
  const statements = writes.replace({ changes, lines: inOneOrder(lines) }, lockMs(deadline))
  try {
    return (await database.write(statements, deadline)).committed
  } catch (fault) {
    if (fault instanceof DatabaseFault && fault.kind === 'duplicate') return false
    throw fault
  }
}

async function isOurs(
  { database, statements }: SqlContext,
  { changes }: ChangeGroup,
  deadline: Deadline,
): Promise<boolean> {
  const event = changes[0]?.event
  // Lines alone are answered as taken, by whoever it was.
  if (!event) return false
  const [row] = await database.read(statements.storedEvent(event.data.paymentId, event.data.version), deadline)
  return row !== undefined && text(row[0]) === event.id
}

/** The first conflict as the port orders them: the lines, then for each change its version, reference and transaction. */
async function conflictOf(
  context: SqlContext,
  { changes, lines }: ChangeGroup,
  deadline: Deadline,
): Promise<ReplaceOutcome | null> {
  const { statements } = context
  const keys = lines.map(({ key }) => key)
  if ((await readAll(context, statements.storedLines(keys), deadline)).length > 0) return { outcome: 'line_taken' }
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
class StoredRows implements Stored {
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
