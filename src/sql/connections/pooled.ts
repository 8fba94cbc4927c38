import type { Deadline, SqlDatabase, WriteStatement, Written } from '../core/database.js'
import type { PoolDriver, Result } from './driver.js'
import { Checkout } from './checkout.js'
import { openSnapshot } from './pool-snapshot.js'
import { runLoneStatement } from './lone-statement.js'
import { isMet } from './write-statements.js'
import { type TransactionSql, transaction, transactionOfOne } from './transaction.js'

/** A host's pool as a database: a connection for each call, given back as it was. */
export function pooled<Connection extends object>(
  driver: PoolDriver<Connection>,
  transactionSql: TransactionSql,
): SqlDatabase {
  const writtenOf = (statement: WriteStatement, result: Result): Written => ({
    committed: isMet(statement, result),
    rows: result.rows,
  })

  /** Over a connection whose session is not known yet, or not fit for a statement outside a transaction. */
  async function withCare(
    checkout: Checkout<Connection>,
    statement: WriteStatement,
    deadline: Deadline,
    stores: boolean,
  ): Promise<Written> {
    await checkout.getToKnow(deadline)
    if (!checkout.isFit()) return transactionOfOne(checkout, transactionSql, statement, deadline, stores)
    try {
      return writtenOf(statement, await checkout.run(statement, deadline, stores))
    } finally {
      checkout.release()
    }
  }

  return {
    dialect: driver.dialect,
    isBound: () => false,

    read: (command, deadline) =>
      runLoneStatement(driver, command, deadline, false).then((answer) =>
        answer instanceof Checkout ? withCare(answer, command, deadline, false).then(({ rows }) => rows) : answer.rows,
      ),

    write(statements, deadline) {
      const [statement, ...others] = statements
      if (statement === undefined) return Promise.resolve({ committed: true, rows: [] })
      if (!transactionSql.autocommit || others.length > 0)
        return transaction(driver, transactionSql, statements, deadline)
      return runLoneStatement(driver, statement, deadline, true).then((answer) =>
        answer instanceof Checkout ? withCare(answer, statement, deadline, true) : writtenOf(statement, answer),
      )
    },

    snapshot: (deadline) => openSnapshot(driver, transactionSql, deadline),
  }
}
