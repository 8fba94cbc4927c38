import type { Deadline, RunStatement } from '../core/database.js'
import { Checkout } from './checkout.js'
import type { PoolDriver } from './driver.js'
import { limitsOf, runAndRelease, runOver, type TransactionSql } from './transaction.js'

/** Calls `work` with one connection of a pool for itself, outside any transaction. */
export async function runInSession<Connection extends object, Result>(
  driver: PoolDriver<Connection>,
  transactionSql: TransactionSql,
  work: (run: RunStatement) => Promise<Result>,
  deadline: Deadline,
): Promise<Result> {
  const checkout = await Checkout.open(driver, deadline)
  const run = runOver(checkout, deadline)
  try {
    await checkout.runAll(transactionSql.prepare(limitsOf(deadline)), deadline)
    const result = await work(run)
    await runAndRelease(checkout, transactionSql.restore, deadline)
    return result
  } catch (failure) {
    // The server frees the locks of a closed connection.
    checkout.destroy()
    throw failure
  }
}
