import type { SqlRow, SqlValue } from '../database.js'
import type { Result } from './driver.js'
import { fieldOf } from './system-errors.js'
import type { Done } from './timer.js'

/** The part of pg's connection by which statements that are objects of their own, such as those of pg-cursor, are sent. */
export interface PgConnection {
  readonly parsedStatements: Record<string, string>
  readonly stream: { cork?(): void; uncork?(): void; destroy?(): unknown }
  parse(statement: { name: string; text: string }): void
  bind(values: { portal: string; statement: string; values: (string | null)[] }): void
  execute(portal: { portal: string; rows: number }): void
  sync(): void
}

/** invalid_sql_statement_name */
const statementIsGone = '26000'

const methods = ['parse', 'bind', 'execute', 'sync'] as const

export function takesSubmissions(connection: object | undefined): connection is PgConnection {
  const found = connection as Partial<PgConnection> | undefined
  return typeof found?.parsedStatements === 'object' && methods.every((method) => typeof found[method] === 'function')
}

function textOf(value: SqlValue): string | null {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new TypeError('A parameter must be text, a number or null.')
}

/**
 * A named prepared statement which does not ask for a description of its rows: we know our columns, and take every value
 * as text. Describing them is half of what a short statement costs in pg, and a part of what it costs the server.
 */
export class PgSubmission {
  // Tools that trace statements look for these three.
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
    const { name, text, values } = this
    this.#connection = connection
    connection.stream.cork?.()
    try {
      if (connection.parsedStatements[name] === undefined) connection.parse({ name, text })
      connection.bind({ portal: '', statement: name, values })
      connection.execute({ portal: '', rows: 0 })
      connection.sync()
    } finally {
      connection.stream.uncork?.()
    }
    return null
  }

  handleDataRow({ fields }: { fields: SqlRow }): void {
    this.#rows.push(fields)
  }

  handleError(error: unknown): void {
    // Forgotten as the server has forgotten it, so that the next try prepares it anew.
    if (fieldOf(error, 'code') === statementIsGone) delete this.#connection?.parsedStatements[this.name]
    this.#end(error)
  }

  /** Comes after an error as well, when the connection is fit for the next statement. */
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
