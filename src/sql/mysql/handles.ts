/** Types of the handles that `fromMysql2` takes, by structure: mysql2 is not imported. */
import type { SqlValue } from '../core/database.js'

export interface MysqlQuery {
  readonly sql: string
  readonly values?: SqlValue[]
  readonly rowsAsArray: true
  readonly supportBigNumbers: true
  readonly bigNumberStrings: true
  readonly typeCast: true | ((field: unknown, next: () => unknown) => unknown)
  readonly nestTables: false
  readonly namedPlaceholders: false
}

type MysqlDone = (error: unknown, result: unknown) => void

/** A connection of mysql2's callback API, which its promise API wraps. */
export interface MysqlConnection {
  query(query: MysqlQuery, done: MysqlDone): unknown
  execute(query: MysqlQuery, done: MysqlDone): unknown
  /** Closes the statement that was prepared for the same text and settings. */
  unprepare?(query: MysqlQuery): unknown
  destroy(): void
  on(event: 'error', listener: () => void): unknown
  removeListener(event: 'error', listener: () => void): unknown
  readonly stream?: { destroy?(): unknown }
  readonly config?: { readonly typeCast?: unknown }
}

export interface MysqlPoolConnection extends MysqlConnection {
  release(): void
}

export interface MysqlPool {
  getConnection(done: (error: unknown, connection: MysqlPoolConnection | undefined) => void): unknown
}

/** A pool or a connection of mysql2, of either API. */
export interface MysqlHandle {
  // Both APIs have these functions, with different signatures.
  query(...parameters: never[]): unknown
  execute(...parameters: never[]): unknown
}

const has = (handle: unknown, name: string) =>
  typeof handle === 'object' && handle !== null && typeof (handle as Record<string, unknown>)[name] === 'function'

/** Returns the handle of the callback API, which a handle of the promise API has inside as `pool` or `connection`. */
function coreOf(handle: MysqlHandle): unknown {
  const { pool, connection } = handle as { pool?: unknown; connection?: unknown }
  if (has(handle, 'promise')) return handle
  return has(pool, 'getConnection') ? pool : connection
}

export function readMysqlHandle(handle: MysqlHandle): { pool: MysqlPool } | { connection: MysqlConnection } {
  const core = has(handle, 'query') && has(handle, 'execute') ? coreOf(handle) : undefined
  if (has(core, 'getConnection')) return { pool: core as MysqlPool }
  if (has(core, 'execute') && has(core, 'destroy')) return { connection: core as MysqlConnection }
  throw new TypeError('fromMysql2 takes a pool or a connection of mysql2 (mysql2 or mysql2/promise)')
}
