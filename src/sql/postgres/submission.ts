import { RecentlyUsed } from '../../internal/recently-used.js'
import { type DriverResult, maxPreparedStatements } from '../connections/driver.js'
import type { Callback } from '../connections/driver.js'
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

/**
 * A prepared statement that requests no description of its rows: their columns are known, and every value is read as text,
 * whatever the host's client is set to. The description is half of the cost of a short statement in pg, and a part of its cost
 * on the server.
 */
export class PgSubmission {
  // Tools that trace statements read these three fields; an empty name keeps them from making another object. A statement with
  // a name counts for pg as one that pg itself has prepared.
  readonly name = ''
  readonly text: string
  readonly values: (string | null)[]
  callback: ((error: unknown, result?: unknown) => void) | undefined
  readonly #statement: string
  readonly #rows: SqlRow[] = []
  #connection: PgConnection | undefined
  #isNew = false

  /** @param statement the name of the prepared statement; empty where none is to be prepared */
  constructor(statement: string, text: string, values: readonly SqlValue[], done: Callback<DriverResult>) {
    this.#statement = statement
    this.text = text
    this.values = values.map(textOf)
    this.callback = (error) => {
      if (error) done(error)
      else done(null, { rows: this.#rows, changed: this.#rows.length })
    }
  }

  submit(connection: PgConnection): null {
    this.#connection = connection
    connection.stream.cork?.()
    try {
      this.#parse(connection)
      connection.bind({ portal: '', statement: this.#statement, values: this.values })
      connection.execute({ portal: '', rows: 0 })
      connection.sync()
    } finally {
      connection.stream.uncork?.()
    }
    return null
  }

  #parse(connection: PgConnection): void {
    const { text } = this
    const name = this.#statement
    if (name !== '') {
      preparedOn(connection).get(name, () => {
        this.#isNew = true
        return text
      })
      if (!this.#isNew) return
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
      // The server may not have prepared it.
      else if (this.#isNew) names.delete(this.#statement)
    }
    this.#end(error)
  }

  /** Ends the statement; pg also calls it after an error, when the connection is fit for the next statement. */
  handleReadyForQuery(): void {
    this.#end(null)
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  #end(error: unknown): void {
    const { callback } = this
    this.callback = undefined
    callback?.(error)
  }
}
