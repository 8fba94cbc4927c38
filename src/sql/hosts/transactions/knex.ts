import type { DialectName, SqlDatabase } from '../../core/database.js'
import { deferredTransaction } from './deferred.js'
import { has } from './shape.js'

interface KnexTransaction {
  isCompleted(): boolean
  readonly client: { acquireConnection(): Promise<unknown> }
}

/** Reads a transaction of Knex, or a savepoint: its client has one connection, and acquires no other. */
export function knexTransaction(handle: unknown, dialect: DialectName): SqlDatabase | null {
  if (!has(handle, 'isCompleted', 'commit', 'rollback')) return null
  const { client } = handle as KnexTransaction
  if (!has(client, 'acquireConnection')) return null
  const isOpen = () => !(handle as KnexTransaction).isCompleted()
  return deferredTransaction('Knex', dialect, isOpen, () => client.acquireConnection())
}
