import type { SqlRow, SqlValue } from '../core/database.js'
import { RecentlyUsed } from '../../internal/recently-used.js'
import { type Result, mostPrepared } from '../connections/driver.js'
import { isStatementGone } from './faults.js'
import type { Done } from '../connections/driver.js'

/** The part of pg's connection by which statements that are objects of their own, such as those of pg-cursor, are sent. */
export interface PgConnection {
  readonly parsedStatements: Record<string, string>
  readonly stream: { cork?(): void; uncork?(): void; destroy?(): unknown }
  parse(statement: { name: string; text: string }): void
  bind(values: { portal: string; statement: string; values: (string | null)[] }): void
  execute(portal: { portal: string; rows: number }): void
  close(statement: { type: 'S'; name: string }): void
  sync(): void
}

const methods = ['parse', 'bind', 'execute', 'close', 'sync'] as const

export function takesSubmissions(connection: object | undefined): connection is PgConnection {
  const found = connection as Partial<PgConnection> | undefined
  return typeof found?.parsedStatements === 'object' && methods.every((method) => typeof found[method] === 'function')
}

const prepared = new WeakMap<PgConnection, RecentlyUsed<string>>()

/** The names of ours that a connection knows; one given up is closed there as well. */
function preparedOn(connection: PgConnection): RecentlyUsed<string> {
  let names = prepared.get(connection)
  if (!names) {
    names = new RecentlyUsed<string>(mostPrepared, (name) => {
      delete connection.parsedStatements[name]
      connection.close({ type: 'S', name })
    })
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
 * A prepared statement which does not ask for a description of its rows: we know our columns, and take every value as
 * text, whatever the host's client is set to. Describing them is half of what a short statement costs in pg, and a part
 * of what it costs the server.
 */
export class PgSubmission {
  // Tools that trace statements look for these three; an empty name is none, and keeps them from making another object.
  readonly name: string
  readonly text: string
  readonly values: (string | null)[]
  callback: ((error: unknown, result?: unknown) => void) | undefined
  readonly #rows: SqlRow[] = []
  #connection: PgConnection | undefined

  constructor(name: string, text: string, values: readonly SqlValue[], done: Done<Result>) {
    this.name = name
    this.text = text
    this.values = values.map(textOf)
    this.callback = (error) => {
      if (error) done(error)
      else done(null, { rows: this.#rows, changed: this.#rows.length })
    }
  }

  submit(connection: PgConnection): null {
    const { name, values } = this
    this.#connection = connection
    connection.stream.cork?.()
    try {
      this.#parse(connection)
      connection.bind({ portal: '', statement: name, values })
      connection.execute({ portal: '', rows: 0 })
      connection.sync()
    } finally {
      connection.stream.uncork?.()
    }
    return null
  }

  #parse(connection: PgConnection): void {
    const { name, text } = this
    if (name !== '') {
      preparedOn(connection).get(name, () => text)
      if (connection.parsedStatements[name] !== undefined) return
      // Nobody minds if there is none, and the server refuses a second one of the same name.
      connection.close({ type: 'S', name })
    }
    connection.parse({ name, text })
  }

  handleDataRow({ fields }: { fields: SqlRow }): void {
    this.#rows.push(fields)
  }

  handleError(error: unknown): void {
    // Whoever threw away this one has mostly thrown away all, so that the next try prepares them anew.
    if (isStatementGone(error)) this.#forget()
    this.#end(error)
  }

  /** Comes after an error as well, when the connection is fit for the next statement. */
  handleReadyForQuery(): void {
    this.#end(null)
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  #forget(): void {
    if (!this.#connection) return
    const names = preparedOn(this.#connection)
    for (const name of names.texts()) delete this.#connection.parsedStatements[name]
    names.clear()
  }

  #end(error: unknown): void {
    const { callback } = this
    this.callback = undefined
    callback?.(error)
  }
}
