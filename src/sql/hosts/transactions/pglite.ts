import type { SqlDatabase } from '../../core/database.js'
import { isPgliteTransaction, type PgHandle } from '../../postgres/handles.js'
import { fromPgliteTransaction } from '../../postgres/host-connection.js'
import { has, refuseIdle } from './shape.js'

/** The transaction of PGlite, which refuses by itself what comes after its end. */
export function pgliteTransaction(given: unknown): SqlDatabase | null {
  const transaction = given as PgHandle & { readonly closed?: boolean }
  if (!has(given, 'query') || !('closed' in given) || !isPgliteTransaction(transaction)) return null
  if (transaction.closed === true) refuseIdle('this transaction of PGlite')
  return fromPgliteTransaction(transaction)
}
