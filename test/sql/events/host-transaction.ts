import type { PaymentRepository } from 'hospital-payments'
import { sqlRepository } from 'hospital-payments/sql'
import { begin } from '../../support/databases/host-transaction.js'
import type { MysqlDatabase, PgDatabase, SqliteDatabase } from '../../support/databases/index.js'
import { repositoryOn } from '../../support/databases/repository.js'

/**
 * Runs `work` in a transaction of a host's, committed when it is done; on SQLite, where only one can write, without
 * one.
 */
export async function inHostTransaction(
  database: PgDatabase | MysqlDatabase | SqliteDatabase,
  tenant: string,
  work: (repository: PaymentRepository) => Promise<void>,
): Promise<void> {
  const { dialect } = database
  if (dialect === 'sqlite') return work(repositoryOn(database, { tenant }))
  const transaction = await begin(database)
  try {
    await work(sqlRepository(transaction.database, { dialect, tenant }))
  } catch (error) {
    await transaction.rollBack()
    throw error
  }
  await transaction.commit()
}
