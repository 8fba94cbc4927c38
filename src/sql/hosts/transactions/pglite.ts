import type { SqlDatabase } from '../../core/database.js'
import { isPgliteTransaction, type PgHandle } from '../../postgres/handles.js'
import { fromPgliteTransaction } from '../../postgres/host-connection.js'
import { has, refuseIdle } from './shape.js'

/** Reads a transaction of PGlite, which itself refuses statements after its end. */
export function pgliteTransaction(handle: unknown): SqlDatabase | null {
  const transaction = handle as PgHandle & { readonly closed?: boolean }
  if (!has(handle, 'query') || !('closed' in handle) || !isPgliteTransaction(transaction)) return null
  if (transaction.closed === true) refuseIdle('this transaction of PGlite')
  return fromPgliteTransaction(transaction)
}
