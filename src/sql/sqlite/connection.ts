import { pacer } from '../../internal/event-loop.js'
import { RecentlyUsed } from '../../internal/recently-used.js'
import { maxPreparedStatements } from '../connections/driver.js'
import type { SqlRow, SqlStatement, TransactionResult, WriteStatement } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import { sqliteFault } from './faults.js'
import { handleOf, type SqliteDatabase, type SqliteHandle, type SqliteStatement } from './handles.js'
import { IdleHandles } from './idle-handles.js'

/** How a transaction begins and ends. */
interface TransactionTexts {
  readonly begin: string
  readonly lock: string
  readonly end: string
  readonly undo: string
}

/**
 * The lock for writing is taken by a statement of its own, and never by a prepared one: that which libsql is refused
 * stays unfinished, and while it does, neither the host nor we can commit anything. This one takes the lock and
 * changes nothing; with auto_vacuum = INCREMENTAL it gives back a free page.
 */
const lock = 'PRAGMA incremental_vacuum(1)'

/** One that has read before is refused the lock at once, where BEGIN IMMEDIATE would wait by the `busy_timeout`. */
const ownTransaction: TransactionTexts = {
  begin: 'BEGIN',
  lock: `PRAGMA user_version; ${lock}`,
  end: 'COMMIT',
  undo: 'ROLLBACK',
}
/** How long the host's own transaction waits is for the host to set. */
const withinTransaction: TransactionTexts = {
  begin: 'SAVEPOINT hp_call',
  lock,
  end: 'RELEASE hp_call',
  undo: 'ROLLBACK TO hp_call; RELEASE hp_call',
}

/** So many rows are read before the host's event loop may do other work. */
const rowsAtOnce = 200
/** A statement that writes counts for so many of them: it may wait for the disk, and writes several rows. */
const rowsOfWrite = 20

const connections = new WeakMap<SqliteDatabase, SqliteConnection>()

/** One for each handle, however many databases are made of it, so that they share what is prepared. */
export function connectionOf(database: SqliteDatabase): SqliteConnection {
  let connection = connections.get(database)
  if (!connection) {
    connection = new SqliteConnection(handleOf(database))
    connections.set(database, connection)
  }
  return connection
}

/**
 * A handle that the host uses as well. Every function does all of its work before it returns: no statement of the
 * host's can come between two of ours. They throw `DatabaseFault`.
 */
export class SqliteConnection {
  readonly #handle: SqliteHandle
  readonly #statements = new RecentlyUsed<SqliteStatement>(maxPreparedStatements)
  /** Handles on the same file that no scan reads through just now. */
  readonly idleBeside = new IdleHandles<SqliteConnection>(this)
  readonly #pace: ReturnType<typeof pacer>
  #isKnownToHaveWal = false

  constructor(handle: SqliteHandle, pace = pacer(rowsAtOnce)) {
    this.#handle = handle
    this.#pace = pace
  }

  /** Another handle of the same host, which waits for the same turns of the event loop. */
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

  /** As `read`, but of no transaction of the host's: a call that has had to wait reads in none that was begun meanwhile. */
  readAlone(statement: SqlStatement): readonly SqlRow[] {
    this.#checkAlone()
    return this.read(statement)
  }

  /**
   * The turn of the event loop that a call has to wait for, where much was read or written since the last one, or is about to be:
   * what a large write is made of was computed right before it.
   */
  turn(statements: readonly WriteStatement[] = []): Promise<void> | undefined {
    return this.#pace(rowsOfWrite * statements.length)
  }

  /** All or nothing within the host's transaction, as a part that is undone alone. */
  writeWithin(statements: readonly WriteStatement[]): TransactionResult {
    return this.#write(statements, withinTransaction)
  }

  /** All or nothing in a transaction of its own: a call that has had to wait joins none that was begun meanwhile. */
  writeAlone(statements: readonly WriteStatement[]): TransactionResult {
    this.#checkAlone()
    this.#isKnownToHaveWal ||= this.hasWal()
    if (this.#isKnownToHaveWal) return this.#write(statements, ownTransaction)
    // Without WAL, readers are waited for as well, at COMMIT.
    const wait = this.#stopWaiting()
    try {
      return this.#write(statements, ownTransaction)
    } finally {
      this.#waitAgain(wait)
    }
  }

  #checkAlone(): void {
    if (this.isBound()) throw new DatabaseFault('contention', new Error("The handle is in the host's transaction."))
  }

  /** Whether readers and writers leave each other alone. */
  hasWal(): boolean {
    return this.#setting('PRAGMA journal_mode') === 'wal'
  }

  /** Stays with the file; a transaction that is open keeps it from changing. */
  useWal(): void {
    if (this.isBound() || this.hasWal()) return
    const wait = this.#stopWaiting()
    try {
      this.#exec('PRAGMA journal_mode = WAL')
    } finally {
      this.#waitAgain(wait)
    }
  }

  /** From here on all reads see this instant. */
  beginReading(): void {
    this.#exec('PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1')
  }

  endReading(): void {
    if (this.isBound()) this.#exec('COMMIT')
  }

  close(): void {
    try {
      // A handle of libsql lets go of the file, and of its locks in it, only when its statements are collected.
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

  /** SQLite would wait for a lock with the whole process. The host may change how long at any moment. */
  #stopWaiting(): number {
    const wait = Number(this.#setting('PRAGMA busy_timeout'))
    if (wait > 0) this.#exec('PRAGMA busy_timeout = 0')
    return wait
  }

  #waitAgain(wait: number): void {
    if (wait > 0) this.#exec(`PRAGMA busy_timeout = ${wait}`)
  }

  /** Prepared each time: SQLite looks some settings up while it prepares. */
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
