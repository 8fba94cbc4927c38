/** The repository over a connection on which the host has a transaction open. */
import type { PaymentRepository } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import { freshTenant, type TestDatabase } from '../../support/databases/index.js'
import { repositoryOn } from '../../support/databases/repository.js'

interface Transaction {
  readonly database: SqlDatabase
  rollBack(): Promise<unknown>
}

async function begin(database: Exclude<TestDatabase, { driver: 'pglite' }>): Promise<Transaction> {
  switch (database.driver) {
    case 'pg': {
      const client = await database.handle.connect()
      await client.query('BEGIN')
      return { database: fromPg(client), rollBack: () => client.query('ROLLBACK').finally(() => client.release()) }
    }
    case 'mysql2': {
      const connection = await database.handle.getConnection()
      await connection.beginTransaction()
      return {
        database: fromMysql2(connection),
        rollBack: () => connection.rollback().finally(() => connection.release()),
      }
    }
    case 'libsql':
    case 'node:sqlite':
      database.handle.exec('BEGIN')
      return { database: fromSqlite(database.handle), rollBack: async () => database.handle.exec('ROLLBACK') }
  }
}

/** Lets `work` have it, and rolls back; what is left then is read from outside. */
export async function inHostTransaction(
  database: Exclude<TestDatabase, { driver: 'pglite' }>,
  work: (repository: PaymentRepository) => Promise<void>,
): Promise<PaymentRepository> {
  const tenant = freshTenant()
  const transaction = await begin(database)
  try {
    await work(sqlRepository(transaction.database, { dialect: database.dialect, tenant }))
  } finally {
    await transaction.rollBack()
  }
  return repositoryOn(database, { tenant })
}
