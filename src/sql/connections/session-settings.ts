import type { SqlRow } from '../core/database.js'

/**
 * Settings of the sessions of a host's pools, which its role, its database, its server or the host itself made. Each session is
 * asked once, when it is first used: to ask before every statement would cost as much as the statement.
 */
export class SessionSettings<Connection extends object> {
  readonly #allowed = new WeakMap<Connection, boolean>()

  /**
   * @param query a statement of one row, which has the settings
   * @param allow returns true where these settings allow a lone statement
   */
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

  /** Forgets the settings of a session, so that it is asked again: they may have changed since. */
  forget(connection: Connection): void {
    this.#allowed.delete(connection)
  }
}
