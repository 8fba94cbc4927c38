import type { Deadline, SqlDatabase, TransactionResult, WriteStatement } from '../core/database.js'
import { Checkout } from './checkout.js'
import type { DriverResult, PoolDriver } from './driver.js'
import { runLoneStatement } from './lone-statement.js'
import { openSnapshot } from './pool-snapshot.js'
import { transaction, transactionOf, transactionOfOne, type TransactionSql } from './transaction.js'
import { changedExpectedRows } from './write-statements.js'

/** Makes a database of a host's pool: each call takes a connection, and gives it back as it was. */
export function pooled<Connection extends object>(
  driver: PoolDriver<Connection>,
  transactionSql: TransactionSql,
): SqlDatabase {
  const resultOf = (statement: WriteStatement, result: DriverResult): TransactionResult => ({
    committed: changedExpectedRows(statement, result),
    rows: result.rows,
  })

  /** Runs a statement over a connection whose session is not known yet, or allows no statement outside a transaction. */
  async function runOnCheckout(
    checkout: Checkout<Connection>,
    statement: WriteStatement,
    deadline: Deadline,
    stores: boolean,
  ): Promise<TransactionResult> {
    await checkout.readSessionSettings(deadline)
    if (!checkout.allowsLoneStatements()) return transactionOfOne(checkout, transactionSql, statement, deadline, stores)
    try {
      return resultOf(statement, await checkout.run(statement, deadline, stores))
    } finally {
      checkout.release()
    }
  }

  return {
    dialect: driver.dialect,
    isBound: () => false,

    read: (statement, deadline) =>
      runLoneStatement(driver, statement, deadline, false).then((answer) =>
        answer instanceof Checkout
          ? runOnCheckout(answer, statement, deadline, false).then(({ rows }) => rows)
          : answer.rows,
      ),

    write(statements, deadline, { inTransaction = false } = {}) {
      const [statement, ...others] = statements
      if (statement === undefined) return Promise.resolve({ committed: true, rows: [] })
      if (inTransaction || !transactionSql.autocommit || others.length > 0)
        return transaction(driver, transactionSql, statements, deadline)
      return runLoneStatement(driver, statement, deadline, true).then((answer) =>
        answer instanceof Checkout ? runOnCheckout(answer, statement, deadline, true) : resultOf(statement, answer),
      )
    },

    transaction: (work, deadline) => transactionOf(driver, transactionSql, work, deadline),

    snapshot: (deadline) => openSnapshot(driver, transactionSql, deadline),
  }
}
