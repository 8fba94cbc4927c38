import type { SqlRow } from '../core/database.js'

/**
 * What the sessions of a host's pools are set to, by its role, its database, its server or itself. Each is asked once, when
 * it is first used: asking before every statement would cost as much as the statement.
 */
export class Sessions<Connection extends object> {
  readonly #fitness = new WeakMap<Connection, boolean>()

  /** `question` is one statement of one row; whether a lone statement may run as the session is follows from its answer. */
  constructor(
    readonly question: string,
    readonly fits: (answer: SqlRow) => boolean,
  ) {}

  isKnown(connection: Connection): boolean {
    return this.#fitness.has(connection)
  }

  isFit(connection: Connection): boolean {
    return this.#fitness.get(connection) === true
  }

  learn(connection: Connection, answer: SqlRow): void {
    this.#fitness.set(connection, this.fits(answer))
  }

  /** So that it is asked again: somebody may have changed it since. */
  forget(connection: Connection): void {
    this.#fitness.delete(connection)
  }
}
