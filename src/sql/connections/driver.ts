import type { DialectName, SqlRow, SqlValue } from '../core/database.js'
import type { FaultKind } from '../core/fault.js'
import type { SessionSettings } from './session-settings.js'

/** As Node's own callbacks are called: with an error, or else with a value. */
export type Callback<Value> = (error: unknown, value?: Value) => void

/** Without `values` it is one of ours, such as BEGIN: sent as plain text, and never prepared. */
export interface DriverStatement {
  readonly text: string
  readonly values?: readonly SqlValue[]
}

export interface DriverResult {
  readonly rows: readonly SqlRow[]
  /** How many rows it changed; on PostgreSQL, how many it returned. */
  readonly changed: number
}

/** How statements are sent over a connection, and what its errors mean. */
export interface DriverProtocol<Connection> {
  readonly dialect: DialectName
  send(connection: Connection, statement: DriverStatement, done: Callback<DriverResult>): void
  kindOf(error: unknown): FaultKind
}

/** Where a call gets its connection from: a pool, or the host's one connection under a mutex. */
export interface Driver<Connection extends object> extends DriverProtocol<Connection> {
  acquire(done: Callback<Connection>): void
  /** Gives it back, fit for others. */
  release(connection: Connection): void
  /** Closes it at once, whatever it is doing, so that no other call finds what was left unfinished on it. */
  destroy(connection: Connection): void
  /** Of a pool; the host's one connection is used as it is. */
  readonly sessionSettings?: SessionSettings<Connection>
}

/** Where each call has a connection of its own, and may ask what it is set to. */
export type PoolDriver<Connection extends object> = Driver<Connection> & {
  readonly sessionSettings: SessionSettings<Connection>
}

/**
 * So many statements are kept prepared on one connection, whatever is called: each costs the server memory for as long
 * as the connection lives, and MySQL has a limit for all connections together.
 */
export const maxPreparedStatements = 100

const beginsLikeRead = /^\s*(?:SELECT|WITH|PRAGMA)\b|\bRETURNING\b/i

/** By the text of one of ours, where the driver does not know before it has run. */
export function seemsToReturnRows(text: string): boolean {
  return beginsLikeRead.test(text)
}
