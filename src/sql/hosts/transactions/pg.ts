import { fromPgClient } from '../../postgres/host-connection.js'
import { isPgNative, isPgPool, nativeIsRefused, type PgClient } from '../../postgres/handles.js'
import type { SqlDatabase } from '../../core/database.js'
import { has, type IsOpen, refuseIdle } from './shape.js'

/** States that a server reports: a transaction, and one that a failed statement has aborted. */
const inTransaction: readonly unknown[] = ['T', 'E']

/** Reads a client of pg. Before pg 8.17 it has no record of a transaction, and the first call asks the server. */
export function pgTransaction(handle: unknown, isOpen?: IsOpen): SqlDatabase | null {
  if (!has(handle, 'query', 'escapeIdentifier') || has(handle, 'execute')) return null
  const client = handle as PgClient
  if (isPgPool(client)) return null
  if (isPgNative(client)) throw new TypeError(nativeIsRefused)
  const { getTransactionStatus } = handle as { getTransactionStatus?(): unknown }
  if (getTransactionStatus && !inTransaction.includes(getTransactionStatus.call(handle)))
    refuseIdle('this client of pg')
  return fromPgClient(client, true, { isOpen, isOneTransaction: true })
}
