import type { DialectName, SqlRow, SqlValue } from '../core/database.js'
import type { FaultKind } from '../core/fault.js'
import type { SessionSettings } from './session-settings.js'

/** A callback as Node calls it: with an error, or with a value. */
export type Callback<Value> = (error: unknown, value?: Value) => void

/** A statement; one without `values`, such as BEGIN, is sent as plain text and never prepared. */
export interface DriverStatement {
  readonly text: string
  readonly values?: readonly SqlValue[]
}

export interface DriverResult {
  readonly rows: readonly SqlRow[]
  /** The number of rows that were changed; on PostgreSQL, of those that were returned. */
  readonly changed: number
}

/**
 * Sends statements in one round trip. Those behind one that fails are not run; with its error come the results of those before
 * it.
 */
export type SendAll = (statements: readonly DriverStatement[], done: Callback<readonly DriverResult[]>) => void

/** The functions that send statements over a connection, and that name the kind of an error. */
export interface DriverProtocol<Connection> {
  readonly dialect: DialectName
  send(connection: Connection, statement: DriverStatement, done: Callback<DriverResult>): void
  /** Returns a function that sends several statements in one round trip; `null` where the connection takes one at a time. */
  senderOfAll?(connection: Connection): SendAll | null
  kindOf(error: unknown): FaultKind
}

/** The source of connections: a pool, or the host's one connection under a mutex. */
export interface Driver<Connection extends object> extends DriverProtocol<Connection> {
  acquire(done: Callback<Connection>): void
  /** Gives a connection back, fit for others. */
  release(connection: Connection): void
  /** Closes a connection at once, so that no other call uses one on which something is unfinished. */
  destroy(connection: Connection): void
  /** The settings of a pool's sessions; the host's one connection is used as it is. */
  readonly sessionSettings?: SessionSettings<Connection>
}

/** A source that gives each call another connection, and knows the settings of its session. */
export type PoolDriver<Connection extends object> = Driver<Connection> & {
  readonly sessionSettings: SessionSettings<Connection>
}

/**
 * Maximum of statements that are kept prepared on one connection: each costs memory of the server for as long as the
 * connection lives, and MySQL has a limit for all connections together.
 */
export const maxPreparedStatements = 100

const beginsLikeRead = /^\s*(?:SELECT|WITH|PRAGMA)\b|\bRETURNING\b/i

/** Guesses by its text if a statement returns rows, where the driver does not know that before it has run. */
export function seemsToReturnRows(text: string): boolean {
  return beginsLikeRead.test(text)
}
