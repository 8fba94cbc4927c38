/**
 * What the SQL repository needs of a database, and what each driver implements. All that depends on a connection is behind
 * it: timers, transactions, savepoints inside a host's transaction. SQL about payments is not.
 */

/** The databases that there are statements for; `mysql` is MariaDB as well. */
export type DialectName = 'postgres' | 'mysql' | 'sqlite'

/** What travels as a parameter. Lists travel as JSON text, times as epoch milliseconds, truth values as 0 and 1. */
export type SqlValue = string | number | null

/** Decoded by `row.ts`: drivers differ in what they make of a BIGINT or a VARBINARY. */
export type SqlRow = readonly unknown[]

/** One statement with its parameters; `text` is a constant, or one of few, so that drivers can prepare it once. */
export interface SqlStatement {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** A statement of a transaction, which is undone as a whole when it does not change so many rows. */
export interface WriteStatement extends SqlStatement {
  readonly mustChange?: number
}

/** How long the call may still take: every wait is bounded by it. */
export interface Deadline {
  /** Milliseconds; 0 or less when the time is over. */
  remaining(): number
}

/** The result of a transaction: committed, or undone because a statement changed another number of rows. */
export interface TransactionResult {
  readonly committed: boolean
  /** What the last statement that ran returned. */
  readonly rows: readonly SqlRow[]
}

/** Reads that all see one instant. */
export interface Snapshot {
  /** For the name of a cursor: no other snapshot that is open on the same connection has this number. */
  readonly cursor: number
  read(command: SqlStatement, deadline: Deadline): Promise<readonly SqlRow[]>
  /** Ends it, and gives back its connection; safe to call again, and after a failure. */
  close(): Promise<void>
  /** Frees its connection at once, whatever it is doing. */
  abort(): void
}

/** Every function rejects with `DatabaseFault`, and with nothing else, for whatever goes wrong in the database. */
export interface SqlDatabase {
  readonly dialect: DialectName
  /**
   * Whether this is a connection of the host's, to be used only inside the transaction that the host has opened on it:
   * then no call begins, commits or repeats anything, and each is undone alone when it fails.
   */
  isBound(): boolean
  /** One reading statement. */
  read(command: SqlStatement, deadline: Deadline): Promise<readonly SqlRow[]>
  /** Writes, in order, all or nothing. */
  write(statements: readonly WriteStatement[], deadline: Deadline): Promise<TransactionResult>
  /** `null` where there is no other connection to be had: then a whole result is read at once. */
  snapshot(deadline: Deadline): Promise<Snapshot> | null
  /** What must be done outside a transaction before the first migration (SQLite: WAL). */
  prepare?(deadline: Deadline): Promise<void>
  /**
   * One session to itself, outside any transaction: only where changes of the schema commit by themselves (MySQL), and
   * migrations therefore need a lock that outlives a transaction.
   */
  session?<Result>(work: (run: RunStatement) => Promise<Result>, deadline: Deadline): Promise<Result>
}

/** One statement on the session at hand; parameters as in `Command`. */
export type RunStatement = (text: string, values?: readonly SqlValue[]) => Promise<readonly SqlRow[]>
