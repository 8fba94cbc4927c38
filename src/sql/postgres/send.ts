import { sha256 } from '../../internal/sha256.js'
import { hex } from '../../internal/encoding.js'
import { RecentlyUsed } from '../../internal/recently-used.js'
import type { Callback, DriverResult, DriverStatement, SendAll } from '../connections/driver.js'
import type { SqlRow } from '../core/database.js'
import type { PgCallbackClient, PgQuery } from './handles.js'
import { PgSubmission, type SubmittedStatement, takesSubmissions } from './submission.js'

const identity = (value: string) => value

/** Parsers by which every value stays the text of the server, as numbers beyond 2^53 and times must. */
const types = { getTypeParser: () => identity }

/** The names of one prepared statement: two, because pg has a record only of those that its own queries have prepared. */
interface StatementNames {
  /** The name for pg's own queries, and for bridges. */
  readonly query: string
  readonly submission: string
}

/** Names by text. They follow from the text alone: other copies of this library may use the same connection. */
const names = new RecentlyUsed<StatementNames>(1000)

function namesOf(text: string): StatementNames {
  return names.get(text, () => {
    const digest = hex(sha256(text)).slice(0, 32)
    return { query: `hp_${digest}`, submission: `hp_s_${digest}` }
  })
}

export function pgQuery({ text, values }: DriverStatement, prepares: boolean): PgQuery {
  if (values === undefined) return { text, rowMode: 'array', types }
  const query = { text, values: values as PgQuery['values'] & object, rowMode: 'array', types } as const
  return prepares ? { name: namesOf(text).query, ...query } : query
}

/** Sends a statement over a client of pg by callbacks, which save two promises for each statement. */
export function sendToPg(
  client: PgCallbackClient,
  statement: DriverStatement,
  prepares: boolean,
  done: Callback<DriverResult>,
): void {
  const { text, values } = statement
  let isOver = false
  // A tool around pg may answer by a callback and by a promise as well.
  const once: Callback<DriverResult> = (error, result) => {
    if (isOver) return
    isOver = true
    done(error, result)
  }
  const answered = (error: unknown, result?: unknown) => {
    if (error) return once(error)
    try {
      once(null, pgResult(result))
    } catch (mistake) {
      once(mistake)
    }
  }
  const isPlain = values === undefined || !takesSubmissions(client.connection)
  const submission = isPlain
    ? null
    : new PgSubmission([submitted({ text, values }, prepares)], (error, results) => once(error, results?.[0]))
  const returned = submission ? client.query(submission) : client.query(pgQuery(statement, prepares), answered)
  // The host may have replaced pg's function by one that answers by a promise alone.
  if (isPromise(returned)) returned.then((result) => result === submission || answered(null, result), once)
}

function submitted({ text, values = [] }: DriverStatement, prepares: boolean): SubmittedStatement {
  return { name: prepares ? namesOf(text).submission : '', text, values }
}

/**
 * Returns the function that sends several statements over a client of pg; `null` where it takes no submissions, or where a tool
 * has replaced its `query` by a function that may send each text by itself.
 */
export function senderOfAllToPg(client: PgCallbackClient, prepares: boolean): SendAll | null {
  if (!takesSubmissions(client.connection) || Object.hasOwn(client, 'query')) return null
  return (statements, done) => {
    const parts = statements.map((statement) => submitted(statement, prepares))
    const returned = client.query(new PgSubmission(parts, done))
    if (isPromise(returned)) returned.then(undefined, done)
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

/** Converts the answer of `query` to rows; several statements in one text have none that are read. */
export function pgResult(result: unknown): DriverResult {
  if (Array.isArray(result)) return { rows: [], changed: 0 }
  const { rows, fields } = (result ?? {}) as { rows?: unknown; fields?: unknown }
  if (!Array.isArray(rows)) throw new TypeError('fromPg: query() must resolve to { rows }')
  const rowsOfValues: SqlRow[] = rows.length === 0 || Array.isArray(rows[0]) ? rows : rows.map(arrayOf)
  if (isBinary(fields, rowsOfValues))
    throw new TypeError('fromPg: query() must resolve to rows of text: use a connection without `binary: true`')
  return { rows: rowsOfValues, changed: rowsOfValues.length }
}

/** Returns true for an answer in binary: its numbers would be misread, and no column holds bytes. */
function isBinary(fields: unknown, rows: readonly SqlRow[]): boolean {
  const described = Array.isArray(fields) ? (fields as { format?: unknown }[]) : []
  return (
    described.some((field) => field?.format === 'binary') ||
    rows.some((row) => row.some((value) => value instanceof Uint8Array))
  )
}

/** Converts a row to values: a bridge may return rows as objects only. */
function arrayOf(row: unknown): SqlRow {
  return Array.isArray(row) ? row : Object.values(row as object)
}
