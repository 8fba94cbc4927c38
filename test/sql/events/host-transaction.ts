import type { PaymentRepository } from 'hospital-payments'
import { fromMysql2, fromPg, sqlRepository } from 'hospital-payments/sql'
import type { MysqlDatabase, PgDatabase, SqliteDatabase } from '../../support/databases/index.js'
import { repositoryOn } from '../../support/databases/repository.js'

/** `work` in a transaction of a host's, committed when it is done; on SQLite, where only one can write, without one. */
export async function inHostTransaction(
  database: PgDatabase | MysqlDatabase | SqliteDatabase,
  tenant: string,
  work: (repository: PaymentRepository) => Promise<void>,
): Promise<void> {
  const { dialect } = database
  if (database.driver === 'pg') {
    const client = await database.handle.connect()
    try {
      await client.query('BEGIN')
      await work(sqlRepository(fromPg(client), { dialect, tenant }))
      await client.query('COMMIT')
    } finally {
      client.release()
    }
  } else if (database.driver === 'mysql2') {
    const connection = await database.handle.getConnection()
    try {
      await connection.beginTransaction()
      await work(sqlRepository(fromMysql2(connection), { dialect, tenant }))
      await connection.commit()
    } finally {
      connection.release()
    }
  } else await work(repositoryOn(database, { tenant }))
}
