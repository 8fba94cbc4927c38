import type { Deadline, RunStatement, TransactionResult, WriteStatement } from '../core/database.js'
import { lockMs } from '../core/deadline.js'
import { Checkout } from './checkout.js'
import type { DriverStatement, PoolDriver } from './driver.js'
import { resultOfTogether, runWriteStatements } from './write-statements.js'

/** The statements that are sent around transactions over a pool's connection. */
export interface TransactionSql {
  /** True where one writing statement alone may commit by itself, with no setting made before it. */
  readonly autocommit: boolean
  /** Makes the session fit for our transaction; the limits are set here or by `begin`. */
  prepare(limits: Limits): readonly string[]
  begin(limits: Limits): readonly string[]
  /** Begins a transaction in one round trip with its statements, where connections take several at once. */
  beginTogether?(limits: Limits): readonly DriverStatement[]
  /** Begins a transaction for one statement alone, where it must not run as the session is set. */
  beginAlone(limits: Limits): readonly string[]
  /** The statements that begin a read-only transaction which sees one instant, however long its reader pauses. */
  readonly beginSnapshot: readonly string[]
  /** The end of a transaction: as `rollback`, it leaves the session outside any transaction, whatever the host has set. */
  readonly commit: string
  readonly rollback: string
  /** The statements that undo `prepare`. */
  readonly restore: readonly string[]
}

/** Limits after which the server itself ends something, in milliseconds from now. */
interface Limits {
  /** Maximum of the wait for a lock. */
  readonly lockMs: number
  /**
   * Maximum of the time in which a session sends nothing: its locks would block the next try until the network reports the
   * loss.
   */
  readonly silenceMs: number
}

export function limitsOf(deadline: Deadline): Limits {
  return {
    lockMs: Math.max(1, Math.ceil(lockMs(deadline))),
    silenceMs: Math.max(1, Math.ceil(deadline.remaining())),
  }
}

/** The statements by which a transaction begins and ends. */
interface TransactionTexts extends Pick<TransactionSql, 'commit' | 'rollback' | 'restore'> {
  readonly begin: readonly string[]
  /** The begin in one round trip with the statements; `null` where each is sent by itself. */
  readonly beginTogether: readonly DriverStatement[] | null
  /** True where its COMMIT stores something. */
  readonly stores: boolean
}

/** Maximum of characters that are sent together: to write more at once would hold up the event loop. */
const maxTogether = 100_000

function areShort(statements: readonly WriteStatement[]): boolean {
  let length = 0
  for (const { values } of statements) for (const value of values) if (typeof value === 'string') length += value.length
  return length <= maxTogether
}

/** Runs statements in one transaction. */
export async function transaction<Connection extends object>(
  driver: PoolDriver<Connection>,
  transactionSql: TransactionSql,
  statements: readonly WriteStatement[],
  deadline: Deadline,
): Promise<TransactionResult> {
  const checkout = await Checkout.open(driver, deadline)
  const limits = limitsOf(deadline)
  const begin = [...transactionSql.prepare(limits), ...transactionSql.begin(limits)]
  const beginTogether = (areShort(statements) && transactionSql.beginTogether?.(limits)) || null
  return runInTransaction(checkout, { ...transactionSql, begin, beginTogether, stores: true }, statements, deadline)
}

/** Makes the function that runs one statement over a connection, and returns its rows. */
export function runOver<Connection extends object>(checkout: Checkout<Connection>, deadline: Deadline): RunStatement {
  return async (text, values) => (await checkout.run(values ? { text, values } : { text }, deadline)).rows
}

/** Runs the statements that `work` asks for in one transaction. */
export async function transactionOf<Connection extends object, Result>(
  driver: PoolDriver<Connection>,
  transactionSql: TransactionSql,
  work: (run: RunStatement) => Promise<Result>,
  deadline: Deadline,
): Promise<Result> {
  const checkout = await Checkout.open(driver, deadline)
  const { prepare, begin, commit, rollback, restore } = transactionSql
  const limits = limitsOf(deadline)
  const run = runOver(checkout, deadline)
  try {
    await checkout.runAll([...prepare(limits), ...begin(limits)], deadline)
    const result = await work(run)
    await checkout.run({ text: commit }, deadline, true)
    await runAndRelease(checkout, restore, deadline)
    return result
  } catch (failure) {
    await runAndRelease(checkout, [rollback, ...restore], deadline)
    throw failure
  }
}

/** Runs one statement as a transaction. */
export function transactionOfOne<Connection extends object>(
  checkout: Checkout<Connection>,
  transactionSql: TransactionSql,
  statement: WriteStatement,
  deadline: Deadline,
  stores: boolean,
): Promise<TransactionResult> {
  return runInTransaction(
    checkout,
    {
      ...transactionSql,
      begin: transactionSql.beginAlone(limitsOf(deadline)),
      beginTogether: null,
      restore: [],
      stores,
    },
    [statement],
    deadline,
  )
}

async function runInTransaction<Connection extends object>(
  checkout: Checkout<Connection>,
  { begin, beginTogether, commit, rollback, restore, stores }: TransactionTexts,
  statements: readonly WriteStatement[],
  deadline: Deadline,
): Promise<TransactionResult> {
  let written: TransactionResult
  try {
    const together = beginTogether && (await checkout.runTogether([...beginTogether, ...statements], deadline))
    if (together) {
      written = resultOfTogether(statements, together.results.slice(beginTogether.length), together.fault)
    } else {
      await checkout.runAll(begin, deadline)
      written = await runWriteStatements(statements, (statement) => checkout.run(statement, deadline))
    }
    if (written.committed) await checkout.run({ text: commit }, deadline, stores)
  } catch (fault) {
    await runAndRelease(checkout, [rollback, ...restore], deadline)
    throw fault
  }
  await runAndRelease(checkout, written.committed ? restore : [rollback, ...restore], deadline)
  return written
}

/** Runs statements, and gives the connection back as it was; where that fails it is closed, which undoes as much. */
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
