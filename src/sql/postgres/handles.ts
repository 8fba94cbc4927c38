/** Types of the handles that `fromPg` takes, by structure: neither pg nor PGlite is imported. */
import type { SqlValue } from '../core/database.js'

/** A query for pg's own `query`, or for that of a bridge. */
export interface PgQuery {
  readonly text: string
  readonly values?: SqlValue[]
  /** The name of a prepared statement; two statements never share one. */
  readonly name?: string
  readonly rowMode: 'array'
  /** Parsers that leave every value as the text that the server sent. */
  readonly types: { getTypeParser(): (value: string) => string }
}

/** A client of pg, or a bridge, which sends the statement over the connection of the host's open transaction. */
export interface PgClient {
  query(query: PgQuery): Promise<{ readonly rows: readonly unknown[] }>
}

/** A client of pg by callbacks; a submission is returned. */
export interface PgCallbackClient {
  query(submission: object): unknown
  query(query: PgQuery, done: (error: unknown, result: unknown) => void): unknown
  readonly connection?: { readonly stream?: { destroy?(): unknown } }
}

/** A pool of pg. */
export interface PgPool {
  readonly totalCount: number
  connect(): Promise<PgClient>
}

/** The open transaction that PGlite passes to its callback. */
export interface PgliteTransaction {
  rollback(): Promise<void>
  exec(text: string): Promise<unknown>
}

/** A database of PGlite. */
export interface Pglite {
  readonly waitReady: Promise<void>
  transaction<Result>(work: (transaction: PgliteTransaction) => Promise<Result>): Promise<Result | undefined>
}

/** The handles that `fromPg` takes. */
export type PgHandle = PgPool | PgClient | Pglite | PgliteTransaction

const has = (handle: object, name: string) => typeof (handle as Record<string, unknown>)[name] === 'function'

export function isPgPool(handle: PgHandle): handle is PgPool {
  return has(handle, 'connect') && 'totalCount' in handle
}

export function isPglite(handle: PgHandle): handle is Pglite {
  return has(handle, 'transaction') && 'waitReady' in handle
}

export function isPgliteTransaction(handle: PgHandle): handle is PgliteTransaction {
  return has(handle, 'rollback') && (has(handle, 'exec') || has(handle, 'sql'))
}

/** Returns true for a client of pg on which nothing has called `connect`, by its own record: it sends nothing before that. */
export function isNeverConnected(client: object): boolean {
  const { _connecting, _connected, _ended } = client as Record<string, unknown>
  return _connecting === false && _connected === false && _ended !== true
}

/** Returns true for pg over libpq: it can neither prepare a statement again, nor return values as the text of the server. */
export function isPgNative(client: object): boolean {
  return 'native' in client && 'namedQueries' in client
}

export const nativeIsRefused = 'fromPg takes no pg-native: give it a Pool or client of pg itself'

export function checkPgHandle(handle: unknown): asserts handle is PgHandle {
  const isObject = typeof handle === 'object' && handle !== null
  // A MySQL driver has both, and uses another protocol.
  if (!isObject || !has(handle, 'query') || has(handle, 'execute'))
    throw new TypeError(
      'fromPg takes a Pool or client of pg, a PGlite or its transaction, or an object with ' +
        'query({ text, values }) => Promise<{ rows }>',
    )
  if (isPgNative(handle)) throw new TypeError(nativeIsRefused)
}
