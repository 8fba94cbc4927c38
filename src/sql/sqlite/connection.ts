import { pacer } from '../../internal/event-loop.js'
import { RecentlyUsed } from '../../internal/recently-used.js'
import { maxPreparedStatements } from '../connections/driver.js'
import type { SqlRow, SqlStatement, TransactionResult, WriteStatement } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import { sqliteFault } from './faults.js'
import { handleOf, type SqliteDatabase, type SqliteHandle, type SqliteStatement } from './handles.js'
import { IdleHandles } from './idle-handles.js'

/** The statements by which a transaction begins and ends. */
interface TransactionTexts {
  readonly begin: string
  readonly lock: string
  readonly end: string
  readonly undo: string
}

/**
 * The statement that takes the lock for writing. It is never a prepared one: a prepared statement that is refused stays
 * unfinished in libsql, and meanwhile nothing can be committed on the handle. This one takes the lock and changes nothing; with
 * auto_vacuum = INCREMENTAL it gives back a free page.
 */
const lock = 'PRAGMA incremental_vacuum(1)'

/**
 * A transaction of its own. It reads before it takes the lock, and so is refused the lock at once, where BEGIN IMMEDIATE would
 * wait by the `busy_timeout`.
 */
const ownTransaction: TransactionTexts = {
  begin: 'BEGIN',
  lock: `PRAGMA user_version; ${lock}`,
  end: 'COMMIT',
  undo: 'ROLLBACK',
}
/** A part of the host's transaction, which waits for locks as long as the host has set. */
const withinTransaction: TransactionTexts = {
  begin: 'SAVEPOINT hp_call',
  lock,
  end: 'RELEASE hp_call',
  undo: 'ROLLBACK TO hp_call; RELEASE hp_call',
}

/** Number of rows that are read before the host's event loop may do other work. */
const rowsAtOnce = 200
/** Number of rows that a statement which writes counts for: it may wait for the disk, and writes several rows. */
const rowsOfWrite = 20

const connections = new WeakMap<SqliteDatabase, SqliteConnection>()

/** Returns the connection of a handle: the same for every database over it, so that they share prepared statements. */
export function connectionOf(database: SqliteDatabase): SqliteConnection {
  let connection = connections.get(database)
  if (!connection) {
    connection = new SqliteConnection(handleOf(database))
    connections.set(database, connection)
  }
  return connection
}

/**
 * A handle that the host uses as well. Every function does all of its work before it returns, so that no statement of the
 * host's comes between two of a call. They throw `DatabaseFault`.
 */
export class SqliteConnection {
  readonly #handle: SqliteHandle
  readonly #statements = new RecentlyUsed<SqliteStatement>(maxPreparedStatements)
  /** Handles on the same file that no scan uses now. */
  readonly idleBeside = new IdleHandles<SqliteConnection>(this)
  readonly #pace: ReturnType<typeof pacer>
  #isKnownToHaveWal = false

  constructor(handle: SqliteHandle, pace = pacer(rowsAtOnce)) {
    this.#handle = handle
    this.#pace = pace
  }

  /** Returns the connection of another handle of the same host, which waits for the same turns of the event loop. */
  beside(handle: SqliteHandle): SqliteConnection {
    return new SqliteConnection(handle, this.#pace)
  }

  isOpen(): boolean {
    return this.#handle.isOpen()
  }

  isBound(): boolean {
    return this.#handle.inTransaction()
  }

  read({ text, values }: SqlStatement): readonly SqlRow[] {
    try {
      const rows = this.#statement(text).all(values)
      void this.#pace(1 + rows.length)
      return rows
    } catch (error) {
      throw this.#fault(error)
    }
  }

  /** Reads outside the host's transactions: a call that has waited must not read in one that was begun meanwhile. */
  readAlone(statement: SqlStatement): readonly SqlRow[] {
    this.#checkAlone()
    return this.read(statement)
  }

  /**
   * Returns the turn of the event loop that a call has to wait for; `undefined` where little was read and written since the
   * last one. The write that follows counts too: its values were computed right before it.
   */
  turn(statements: readonly WriteStatement[] = []): Promise<void> | undefined {
    return this.#pace(rowsOfWrite * statements.length)
  }

  /** Writes all or nothing within the host's transaction, as a part that is undone alone. */
  writeWithin(statements: readonly WriteStatement[]): TransactionResult {
    return this.#write(statements, withinTransaction)
  }

  /** Writes all or nothing in a transaction of its own: a call that has waited must not join one that was begun meanwhile. */
  writeAlone(statements: readonly WriteStatement[]): TransactionResult {
    this.#checkAlone()
    this.#isKnownToHaveWal ||= this.hasWal()
    if (this.#isKnownToHaveWal) return this.#write(statements, ownTransaction)
    // Without WAL, COMMIT waits for readers too.
    const wait = this.#stopWaiting()
    try {
      return this.#write(statements, ownTransaction)
    } finally {
      this.#waitAgain(wait)
    }
  }

  /** Begins a transaction of its own, with the lock for writing; a handle beside the host's has no other use meanwhile. */
  beginAlone(): void {
    this.#checkAlone()
    this.#exec('PRAGMA busy_timeout = 0; BEGIN')
    try {
      this.#handle.exec(ownTransaction.lock)
    } catch (error) {
      this.#undo(ownTransaction)
      throw this.#fault(error)
    }
  }

  /** Runs one statement of a transaction that `beginAlone` began. */
  runAlone({ text, values }: SqlStatement): readonly SqlRow[] {
    try {
      const statement = this.#statement(text)
      if (statement.returnsRows) return statement.all(values)
      statement.run(values)
      return []
    } catch (error) {
      throw this.#fault(error)
    }
  }

  /** Ends a transaction that `beginAlone` began. */
  endAlone(commits: boolean): void {
    if (!commits) return this.#undo(ownTransaction)
    try {
      this.#handle.exec(ownTransaction.end)
    } catch (error) {
      this.#undo(ownTransaction)
      throw this.#fault(error, true)
    }
  }

  #checkAlone(): void {
    if (this.isBound()) throw new DatabaseFault('contention', new Error("The handle is in the host's transaction."))
  }

  /** Returns true where readers and writers do not wait for each other. */
  hasWal(): boolean {
    return this.#setting('PRAGMA journal_mode') === 'wal'
  }

  /** Sets WAL, which stays with the file. Within an open transaction it cannot be set. */
  useWal(): void {
    if (this.isBound() || this.hasWal()) return
    const wait = this.#stopWaiting()
    try {
      this.#exec('PRAGMA journal_mode = WAL')
    } finally {
      this.#waitAgain(wait)
    }
  }

  /** Begins to read: from here on all reads see this instant. */
  beginReading(): void {
    this.#exec('PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1')
  }

  endReading(): void {
    if (this.isBound()) this.#exec('COMMIT')
  }

  close(): void {
    try {
      // A handle of libsql closes the file, and frees its locks, only when its statements are collected.
      this.endReading()
    } finally {
      this.#statements.clear()
      if (this.#handle.isOpen()) this.#handle.close()
    }
  }

  #write(statements: readonly WriteStatement[], frame: TransactionTexts): TransactionResult {
    this.#exec(frame.begin)
    let commits = false
    try {
      this.#handle.exec(frame.lock)
      const written = this.#runAll(statements)
      commits = written.committed && frame === ownTransaction
      this.#handle.exec(written.committed ? frame.end : frame.undo)
      return written
    } catch (error) {
      this.#undo(frame)
      throw this.#fault(error, commits)
    }
  }

  #runAll(statements: readonly WriteStatement[]): TransactionResult {
    let rows: readonly SqlRow[] = []
    for (const { text, values, mustChange } of statements) {
      const statement = this.#statement(text)
      rows = statement.returnsRows ? statement.all(values) : []
      const changed = statement.returnsRows ? rows.length : statement.run(values)
      if (mustChange !== undefined && changed !== mustChange) return { committed: false, rows }
    }
    return { committed: true, rows }
  }

  #undo({ undo }: TransactionTexts): void {
    try {
      this.#handle.exec(undo)
    } catch {
      // After some failures, as of a full disk, SQLite has undone the whole transaction by itself, the host's as well.
    }
  }

  /** Sets the wait for a lock to 0, because the process would wait with it. Returns the wait that the host has set. */
  #stopWaiting(): number {
    const wait = Number(this.#setting('PRAGMA busy_timeout'))
    if (wait > 0) this.#exec('PRAGMA busy_timeout = 0')
    return wait
  }

  #waitAgain(wait: number): void {
    if (wait > 0) this.#exec(`PRAGMA busy_timeout = ${wait}`)
  }

  /** Reads a setting. It is prepared each time, because SQLite reads some settings while it prepares. */
  #setting(pragma: string): unknown {
    try {
      return this.#handle.prepare(pragma).all([])[0]?.[0]
    } catch (error) {
      throw this.#fault(error)
    }
  }

  #exec(text: string): void {
    try {
      this.#handle.exec(text)
    } catch (error) {
      throw this.#fault(error)
    }
  }

  #statement(text: string): SqliteStatement {
    // Statements of libsql outlive their handle.
    if (!this.#handle.isOpen()) throw new Error('The database handle is closed.')
    return this.#statements.get(text, () => this.#handle.prepare(text))
  }

  #fault(error: unknown, commits = false): DatabaseFault {
    const fault = sqliteFault(error, commits)
    // A handle of node:sqlite may have been closed and opened again, which ends its statements.
    if (fault.kind === 'refused' || fault.kind === 'unmigrated') this.#statements.clear()
    return fault
  }
}
