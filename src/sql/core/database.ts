/**
 * The interface between the SQL repository and a database, which each driver implements. All that depends on a
 * connection is behind it: timers, transactions, savepoints inside a host's transaction. SQL about payments is not.
 */

/** The kind of a database; `mysql` is also MariaDB. */
export type DialectName = 'postgres' | 'mysql' | 'sqlite'

/** A parameter of a statement. Lists are sent as JSON text, times as epoch milliseconds, truth values as 0 and 1. */
export type SqlValue = string | number | null

/** A row as the driver returns it, decoded by `row.ts`: drivers differ in what they make of a BIGINT or a VARBINARY. */
export type SqlRow = readonly unknown[]

/** One statement with its parameters; `text` is a constant, or one of few, so that drivers can prepare it once. */
export interface SqlStatement {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/**
 * A statement of a transaction; the whole transaction is undone when the statement does not change exactly `mustChange`
 * rows.
 */
export interface WriteStatement extends SqlStatement {
  readonly mustChange?: number
}

/** The time that a call may still take: every wait is bounded by it. */
export interface Deadline {
  /** Returns the milliseconds that are left; 0 or less when the time is over. */
  remaining(): number
}

/** The result of a transaction: committed, or undone because a statement changed another number of rows. */
export interface TransactionResult {
  readonly committed: boolean
  /** The rows that the last executed statement returned. */
  readonly rows: readonly SqlRow[]
}

/** Reads that all see one instant. */
export interface Snapshot {
  /** The number for the name of a cursor: no other snapshot that is open on the same connection has it. */
  readonly cursor: number
  read(command: SqlStatement, deadline: Deadline): Promise<readonly SqlRow[]>
  /** Ends the snapshot and gives back its connection; safe to call again, and after a failure. */
  close(): Promise<void>
  /** Frees the connection at once, even while a statement runs. */
  abort(): void
}

/**
 * A database as the repository uses it; `fromPg`, `fromMysql2` and `fromSqlite` make one. Every function rejects with
 * `DatabaseFault` for any failure of the database, and with nothing else.
 */
export interface SqlDatabase {
  readonly dialect: DialectName
  /**
   * Returns `true` for a connection of the host's, which is used only inside the transaction that the host has opened
   * on it. Then no call begins, commits or repeats anything, and a call that fails is undone alone.
   */
  isBound(): boolean
  /** Runs one reading statement. */
  read(command: SqlStatement, deadline: Deadline): Promise<readonly SqlRow[]>
  /**
   * Runs writes in order, all or nothing. With `inTransaction` one statement alone has a transaction too, in which its wait for
   * locks is limited; without it, the statement limits the wait itself.
   */
  write(
    statements: readonly WriteStatement[],
    deadline: Deadline,
    options?: { readonly inTransaction?: boolean },
  ): Promise<TransactionResult>
  /**
   * Runs the statements that `work` asks for in one transaction of its own, one after another; all are undone where `work` rejects.
   * Absent where there is no connection for it alone: then all statements are passed to `write` at once.
   */
  transaction?<Result>(work: (run: RunStatement) => Promise<Result>, deadline: Deadline): Promise<Result>
  /** Opens a snapshot; `null` where there is no other connection: then a whole result is read at once. */
  snapshot(deadline: Deadline): Promise<Snapshot> | null
  /** Does what must happen outside a transaction before the first migration (SQLite: WAL). */
  prepare?(deadline: Deadline): Promise<void>
  /**
   * Runs `run` with a session of its own, outside any transaction: only where changes of the schema commit by
   * themselves (MySQL), and migrations therefore need a lock that lasts longer than a transaction.
   */
  session?<Result>(work: (run: RunStatement) => Promise<Result>, deadline: Deadline): Promise<Result>
}

/** One statement on the current session; parameters as in `SqlStatement`. */
export type RunStatement = (text: string, values?: readonly SqlValue[]) => Promise<readonly SqlRow[]>
