import type { SqlDatabase } from '../../core/database.js'
import { fromPgBridge, identity } from '../../postgres/host-connection.js'
import { has } from './shape.js'

type Rows = PromiseLike<readonly unknown[]> & { values(): PromiseLike<readonly unknown[]> }

interface PostgresJsTransaction {
  savepoint(work: (part: PostgresJsTransaction) => PromiseLike<readonly unknown[]>): Promise<readonly unknown[]>
  unsafe(text: string, values?: readonly unknown[]): Rows
}

/**
 * Reads a transaction of postgres.js. After a failed query, it rolls the whole transaction back, even if the failure was caught,
 * unless the query was in a savepoint. So each query has one, because some failures are expected.
 */
export function postgresJsTransaction(handle: unknown): SqlDatabase | null {
  if (!has(handle, 'savepoint', 'unsafe')) return null
  const tx = handle as PostgresJsTransaction
  // Read at once: postgres.js has no record of the transaction's end, and sends later queries over the same connection.
  const firstIdentity = Promise.resolve(tx.unsafe(identity.text).values()).then(
    ([row]) => String((row as readonly unknown[])[0]),
    () => null,
  )
  return fromPgBridge(
    tx,
    async ({ text, values }) => ({
      rows: await (values ? tx.savepoint((part) => part.unsafe(text, values).values()) : tx.unsafe(text)),
    }),
    firstIdentity,
  )
}
