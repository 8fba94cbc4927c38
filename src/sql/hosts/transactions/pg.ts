import { fromPgClient } from '../../postgres/host-connection.js'
import { isPgNative, isPgPool, nativeIsRefused, type PgClient } from '../../postgres/handles.js'
import type { SqlDatabase } from '../../core/database.js'
import { has, type IsOpen, refuseIdle } from './shape.js'

/** As the server reported last: in a transaction, or in one that a failed statement has aborted. */
const inTransaction: readonly unknown[] = ['T', 'E']

/** A client of pg; those before 8.17 keep no record, and the first call finds out. */
export function pgTransaction(given: unknown, isOpen?: IsOpen): SqlDatabase | null {
  if (!has(given, 'query', 'escapeIdentifier') || has(given, 'execute')) return null
  const client = given as PgClient
  if (isPgPool(client)) return null
  if (isPgNative(client)) throw new TypeError(nativeIsRefused)
  const { getTransactionStatus } = given as { getTransactionStatus?(): unknown }
  if (getTransactionStatus && !inTransaction.includes(getTransactionStatus.call(given))) refuseIdle('this client of pg')
  return fromPgClient(client, true, { isOpen, isOneTransaction: true })
}
