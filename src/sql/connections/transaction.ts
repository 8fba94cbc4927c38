import type { Deadline, TransactionResult, WriteStatement } from '../core/database.js'
import { lockMs } from '../core/deadline.js'
import { Checkout } from './checkout.js'
import type { PoolDriver } from './driver.js'
import { runWriteStatements } from './write-statements.js'

/** The statements that are sent around transactions over a pool's connection. */
export interface TransactionSql {
  /** Whether one writing statement alone may be left to commit by itself, with no setting made before it. */
  readonly autocommit: boolean
  /** Makes the session fit for ours; the limits are set here or by `begin`. */
  prepare(limits: Limits): readonly string[]
  begin(limits: Limits): readonly string[]
  /** Begins a transaction for one statement alone, where it must not run as the session is set. */
  beginAlone(limits: Limits): readonly string[]
  /** Begins a read-only transaction which sees one instant, however long its reader pauses. */
  readonly beginSnapshot: readonly string[]
  /** Both leave the session outside any transaction, whatever the host has set. */
  readonly commit: string
  readonly rollback: string
  /** Undoes `prepare`. */
  readonly restore: readonly string[]
}

/** What the server itself is to end, in milliseconds from now. */
interface Limits {
  /** Waiting for a lock. */
  readonly lockMs: number
  /** A session that sends nothing more: its locks would block the next try until the network reports the loss. */
  readonly silenceMs: number
}

export function limitsOf(deadline: Deadline): Limits {
  return {
    lockMs: Math.max(1, Math.ceil(lockMs(deadline))),
    silenceMs: Math.max(1, Math.ceil(deadline.remaining())),
  }
}

/** How a transaction begins and ends. */
interface TransactionTexts extends Pick<TransactionSql, 'commit' | 'rollback' | 'restore'> {
  readonly begin: readonly string[]
  /** Whether its COMMIT stores anything. */
  readonly stores: boolean
}

/** All statements in a transaction of their own. */
export async function transaction<Connection extends object>(
  driver: PoolDriver<Connection>,
  transactionSql: TransactionSql,
  statements: readonly WriteStatement[],
  deadline: Deadline,
): Promise<TransactionResult> {
  const checkout = await Checkout.open(driver, deadline)
  const limits = limitsOf(deadline)
  const begin = [...transactionSql.prepare(limits), ...transactionSql.begin(limits)]
  return runInTransaction(checkout, { ...transactionSql, begin, stores: true }, statements, deadline)
}

/** One statement, which is all of a transaction. */
export function transactionOfOne<Connection extends object>(
  checkout: Checkout<Connection>,
  transactionSql: TransactionSql,
  statement: WriteStatement,
  deadline: Deadline,
  stores: boolean,
): Promise<TransactionResult> {
  return runInTransaction(
    checkout,
    { ...transactionSql, begin: transactionSql.beginAlone(limitsOf(deadline)), restore: [], stores },
    [statement],
    deadline,
  )
}

async function runInTransaction<Connection extends object>(
  checkout: Checkout<Connection>,
  { begin, commit, rollback, restore, stores }: TransactionTexts,
  statements: readonly WriteStatement[],
  deadline: Deadline,
): Promise<TransactionResult> {
  let written: TransactionResult
  try {
    await checkout.runAll(begin, deadline)
    written = await runWriteStatements(statements, (statement) => checkout.run(statement, deadline))
    if (written.committed) await checkout.run({ text: commit }, deadline, stores)
  } catch (fault) {
    await runAndRelease(checkout, [rollback, ...restore], deadline)
    throw fault
  }
  await runAndRelease(checkout, written.committed ? restore : [rollback, ...restore], deadline)
  return written
}

/** Gives the connection back as it was; where that fails it is closed, which undoes as much. */
export async function runAndRelease<Connection extends object>(
  checkout: Checkout<Connection>,
  texts: readonly string[],
  deadline: Deadline,
): Promise<void> {
  try {
    await checkout.runAll(texts, deadline)
    checkout.release()
  } catch {
    checkout.destroy()
  }
}
