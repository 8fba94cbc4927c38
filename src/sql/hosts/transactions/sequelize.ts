import type { DialectName, SqlDatabase } from '../../core/database.js'
import { driverTransaction } from './driver.js'
import { has, refuseIdle } from './shape.js'

interface SequelizeTransaction {
  readonly id: string
  readonly finished?: unknown
  readonly parent?: SequelizeTransaction | null
  readonly connection?: object & { readonly uuid?: string | undefined }
}

/** Returns true while a transaction is open: then its connection has its id, which a savepoint shares with its parent. */
function isOpen(transaction: SequelizeTransaction): boolean {
  const { finished, connection, id, parent } = transaction
  return finished === undefined && connection?.uuid === id && (!parent || isOpen(parent))
}

/** Reads a transaction of Sequelize. */
export function sequelizeTransaction(handle: unknown, dialect: DialectName): SqlDatabase | null {
  if (!has(handle, 'commit', 'rollback', 'afterCommit', 'prepareEnvironment')) return null
  const transaction = handle as SequelizeTransaction
  if (!isOpen(transaction)) refuseIdle('this transaction of Sequelize')
  return driverTransaction(transaction.connection, dialect, () => isOpen(transaction))
}
