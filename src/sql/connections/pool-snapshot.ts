import type { Deadline, Snapshot, SqlRow, SqlStatement } from '../core/database.js'
import { Checkout } from './checkout.js'
import type { PoolDriver } from './driver.js'
import { runAndRelease, type TransactionSql } from './transaction.js'

/** Long for ending a transaction that only read; where a server is silent, the connection is closed after it. */
const endMs = 2000

/** Reads of one instant over a connection of a pool. */
export async function openSnapshot<Connection extends object>(
  driver: PoolDriver<Connection>,
  transactionSql: TransactionSql,
  deadline: Deadline,
): Promise<Snapshot> {
  const checkout = await Checkout.open(driver, deadline)
  try {
    await checkout.runAll(transactionSql.beginSnapshot, deadline)
  } catch (fault) {
    checkout.destroy()
    throw fault
  }
  let closing: Promise<void> | undefined
  return {
    cursor: 0,
    async read(statement: SqlStatement, deadline: Deadline): Promise<readonly SqlRow[]> {
      return (await checkout.run(statement, deadline)).rows
    },
    close: () => (closing ??= runAndRelease(checkout, [transactionSql.commit], { remaining: () => endMs })),
    abort: () => checkout.destroy(),
  }
}
