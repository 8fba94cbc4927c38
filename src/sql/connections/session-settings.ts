import type { SqlRow } from '../core/database.js'

/**
 * What the sessions of a host's pools are set to, by its role, its database, its server or itself. Each is asked once, when
 * it is first used: asking before every statement would cost as much as the statement.
 */
export class SessionSettings<Connection extends object> {
  readonly #allowed = new WeakMap<Connection, boolean>()

  /** `query` is one statement of one row, from which it follows whether a lone statement may run as the session is set. */
  constructor(
    readonly query: string,
    readonly allow: (row: SqlRow) => boolean,
  ) {}

  areRead(connection: Connection): boolean {
    return this.#allowed.has(connection)
  }

  allowLoneStatements(connection: Connection): boolean {
    return this.#allowed.get(connection) === true
  }

  record(connection: Connection, row: SqlRow): void {
    this.#allowed.set(connection, this.allow(row))
  }

  /** So that it is asked again: its settings may have changed since. */
  forget(connection: Connection): void {
    this.#allowed.delete(connection)
  }
}
