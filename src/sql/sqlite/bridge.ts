import { type BridgeQuery, bridgeResult, fromBridge } from '../connections/bridge.js'
import type { DriverStatement } from '../connections/driver.js'
import { setSavepoint } from '../connections/host-connection.js'
import type { SqlDatabase } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import { sqliteKind } from './faults.js'

/**
 * A statement that SQLite refuses while a transaction is open, whoever opened it. Where none is open it changes nothing: the
 * schema of temporary tables has no such setting.
 */
const refusedInTransaction = { text: 'PRAGMA temp.synchronous = NORMAL' }

/**
 * Makes a database of one transaction of a library that gives no access to its handle of SQLite. A savepoint outside a
 * transaction would begin one, and its release would commit it.
 */
export function fromSqliteBridge(transaction: object, query: BridgeQuery): SqlDatabase {
  async function checkOpen(): Promise<void> {
    try {
      await query(refusedInTransaction)
    } catch (error) {
      if (isOpen(error)) return
      throw error
    }
    throw new DatabaseFault('outside', new Error('No transaction is open.'))
  }

  async function send(statement: DriverStatement) {
    if (statement.text === setSavepoint) await checkOpen()
    return bridgeResult(await query(statement))
  }

  return fromBridge(transaction, send, {
    dialect: 'sqlite',
    kindOf: sqliteKind,
    forgetsSavepoints: false,
    readsInParts: false,
  })
}

function isOpen(error: unknown): boolean {
  return error instanceof Error && /inside a transaction/.test(error.message)
}
