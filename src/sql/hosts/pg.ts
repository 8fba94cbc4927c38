import type { SqlDatabase } from '../core/database.js'
import { checkPgHandle, isPglite, isPgliteTransaction, isPgPool, type PgHandle } from '../postgres/handles.js'
import { fromPgClient, fromPgliteTransaction } from '../postgres/host-connection.js'
import { fromPglite } from '../postgres/pglite.js'
import { fromPgPool } from '../postgres/pool.js'

/** The options of `fromPg`. */
export interface PgOptions {
  /** `false` for a pooler, such as PgBouncer, that does not support statements which are prepared by name. Default true. */
  prepare?: boolean | undefined
}

/**
 * Makes a database of PostgreSQL. Over a pool of pg, or a PGlite, calls have transactions of their own. Over a client of pg, a
 * transaction of PGlite, or an object with `query({ text, values }) => Promise<{ rows }>`, they are part of the transaction
 * that the host has opened on it.
 *
 * A database over a pool listens to the pool's `error` events, so that a lost connection does not end the process. Give the
 * pool `connectionTimeoutMillis`: without it, pg waits for ever for a silent server, and the pool has one connection less.
 *
 * @throws TypeError for anything else, or a wrong option, before a statement is sent
 * @example
 * import { Pool } from 'pg'
 *
 * const pool = new Pool({ connectionString: process.env['DATABASE_URL'] })
 * const database = fromPg(pool)
 * const { applied } = await migrate(database)
 * applied[0] // => '0001_tables'
 * const repository = sqlRepository(database)
 * await repository.get('pay_01JD0000000000000000000000') // => null
 * await pool.end()
 */
export function fromPg(handle: PgHandle, options: PgOptions = {}): SqlDatabase {
  checkPgHandle(handle)
  const { prepare = true } = options
  if (typeof prepare !== 'boolean') throw new TypeError('fromPg: prepare must be true or false')
  if (isPgPool(handle)) return fromPgPool(handle, prepare)
  if (isPglite(handle)) return fromPglite(handle)
  if (isPgliteTransaction(handle)) return fromPgliteTransaction(handle)
  return fromPgClient(handle, prepare)
}
