import type { DialectName, SqlDatabase } from '../../core/database.js'
import { deferredTransaction } from './deferred.js'
import { has } from './shape.js'

interface KnexTransaction {
  isCompleted(): boolean
  readonly client: { acquireConnection(): Promise<unknown> }
}

/** What `knex.transaction` hands out, savepoints included; its client has one connection, which it does not acquire anew. */
export function knexTransaction(given: unknown, dialect: DialectName): SqlDatabase | null {
  if (!has(given, 'isCompleted', 'commit', 'rollback')) return null
  const { client } = given as KnexTransaction
  if (!has(client, 'acquireConnection')) return null
  const isOpen = () => !(given as KnexTransaction).isCompleted()
  return deferredTransaction('Knex', dialect, isOpen, () => client.acquireConnection())
}
