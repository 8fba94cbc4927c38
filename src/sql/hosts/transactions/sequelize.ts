import type { DialectName, SqlDatabase } from '../../core/database.js'
import { driverTransaction } from './driver.js'
import { has, refuseIdle } from './shape.js'

interface SequelizeTransaction {
  readonly id: string
  readonly finished?: unknown
  readonly parent?: SequelizeTransaction | null
  readonly connection?: object & { readonly uuid?: string | undefined }
}

/** It marks a connection with the id of the transaction that has it, and those of savepoints have their parent's. */
function isOpen(transaction: SequelizeTransaction): boolean {
  const { finished, connection, id, parent } = transaction
  return finished === undefined && connection?.uuid === id && (!parent || isOpen(parent))
}

/** What Sequelize's `transaction` hands out. */
export function sequelizeTransaction(given: unknown, dialect: DialectName): SqlDatabase | null {
  if (!has(given, 'commit', 'rollback', 'afterCommit', 'prepareEnvironment')) return null
  const transaction = given as SequelizeTransaction
  if (!isOpen(transaction)) refuseIdle('this transaction of Sequelize')
  return driverTransaction(transaction.connection, dialect, () => isOpen(transaction))
}
