import { RecentlyUsed } from '../../internal/recently-used.js'
import { type Callback, type DriverResult, maxPreparedStatements } from '../connections/driver.js'
import type { SqlRow, SqlValue } from '../core/database.js'
import { isStatementGone } from './faults.js'

/**
 * The part of pg's connection that pg passes to a `Submittable`, which is its documented way to send statements as objects; so
 * does pg-cursor.
 */
export interface PgConnection {
  readonly stream: { cork?(): void; uncork?(): void; destroy?(): unknown }
  parse(statement: { name: string; text: string }): void
  bind(values: { portal: string; statement: string; values: (string | null)[] }): void
  execute(portal: { portal: string; rows: number }): void
  close(statement: { type: 'S'; name: string }): void
  sync(): void
}

const methods = ['parse', 'bind', 'execute', 'close', 'sync'] as const

/** Returns true for pg's own `client.connection`: bridges have none, and take no submissions. It is only read. */
export function takesSubmissions(connection: object | undefined): connection is PgConnection {
  const functions = connection as Partial<PgConnection> | undefined
  return methods.every((method) => typeof functions?.[method] === 'function')
}

const prepared = new WeakMap<PgConnection, RecentlyUsed<string>>()

/** Returns the names that submissions prepared on a connection; one that is dropped is closed on the server too. */
function preparedOn(connection: PgConnection): RecentlyUsed<string> {
  let names = prepared.get(connection)
  if (!names) {
    names = new RecentlyUsed<string>(maxPreparedStatements, (name) => connection.close({ type: 'S', name }))
    prepared.set(connection, names)
  }
  return names
}

function textOf(value: SqlValue): string | null {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new TypeError('A parameter must be text, a number or null.')
}

/** One statement of a submission. */
export interface SubmittedStatement {
  /** The name of the prepared statement; empty where none is to be prepared. */
  readonly name: string
  readonly text: string
  readonly values: readonly SqlValue[]
}

/**
 * Prepared statements that request no description of their rows: the columns are known, and every value is read as text,
 * whatever the host's client is set to. The description is half of the cost of a short statement in pg, and a part of its cost
 * on the server. Several statements are sent in one round trip; those behind one that fails are not run.
 */
export class PgSubmission {
  // Tools that trace statements read these three fields; an empty name keeps them from making another object. A statement with
  // a name counts for pg as one that pg itself has prepared.
  readonly name = ''
  readonly text: string
  readonly values: (string | null)[]
  callback: ((error: unknown, result?: unknown) => void) | undefined
  readonly statements: readonly SubmittedStatement[]
  /** The parameters of each statement. */
  readonly #parameters: readonly (string | null)[][]
  readonly #results: DriverResult[] = []
  /** The statements that this submission prepares, by their places. */
  readonly #prepared = new Map<number, string>()
  #rows: SqlRow[] = []
  #connection: PgConnection | undefined

  /** @param done takes the results of all statements; with an error, of those before the one that failed */
  constructor(statements: readonly SubmittedStatement[], done: Callback<readonly DriverResult[]>) {
    this.statements = statements
    this.#parameters = statements.map(({ values }) => values.map(textOf))
    const isOne = statements.length === 1
    this.text = isOne ? statements[0]!.text : statements.map(({ text }) => text).join(';\n')
    this.values = isOne ? this.#parameters[0]! : this.#parameters.flat()
    this.callback = (error) => done(error, this.#results)
  }

  submit(connection: PgConnection): null {
    this.#connection = connection
    connection.stream.cork?.()
    try {
      this.statements.forEach((statement, place) => {
        this.#parse(connection, statement, place)
        connection.bind({ portal: '', statement: statement.name, values: this.#parameters[place]! })
        connection.execute({ portal: '', rows: 0 })
      })
      connection.sync()
    } finally {
      connection.stream.uncork?.()
    }
    return null
  }

  #parse(connection: PgConnection, { name, text }: SubmittedStatement, place: number): void {
    if (name !== '') {
      preparedOn(connection).get(name, () => {
        this.#prepared.set(place, name)
        return text
      })
      if (!this.#prepared.has(place)) return
      // Another copy of this library may have prepared it, and the server refuses a second one of the same name. To close a
      // statement that is not there is no error.
      connection.close({ type: 'S', name })
    }
    connection.parse({ name, text })
  }

  handleDataRow({ fields }: { fields: SqlRow }): void {
    this.#rows.push(fields)
  }

  handleError(error: unknown): void {
    if (this.#connection) {
      const names = preparedOn(this.#connection)
      // Most often all are gone together: the next try prepares them anew.
      if (isStatementGone(error)) names.clear()
      // The server may not have prepared these.
      else for (const [place, name] of this.#prepared) if (place >= this.#results.length) names.delete(name)
    }
    this.#end(error)
  }

  /** Ends the statement; pg also calls it after an error, when the connection is fit for the next statement. */
  handleReadyForQuery(): void {
    this.#end(null)
  }

  handleCommandComplete(): void {
    this.#results.push({ rows: this.#rows, changed: this.#rows.length })
    this.#rows = []
  }

  handleEmptyQuery(): void {}

  #end(error: unknown): void {
    const { callback } = this
    this.callback = undefined
    callback?.(error)
  }
}
