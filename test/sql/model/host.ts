/** The repository over a connection on which the host has a transaction open. */
import type { PaymentRepository } from 'hospital-payments'
import { sqlRepository } from 'hospital-payments/sql'
import { begin } from '../../support/databases/host-transaction.js'
import { freshTenant, type TestDatabase } from '../../support/databases/index.js'
import { repositoryOn } from '../../support/databases/repository.js'

/** Lets `work` have it, and rolls back; what is left then is read from outside. */
export async function inHostTransaction(
  database: Exclude<TestDatabase, { driver: 'pglite' }>,
  work: (repository: PaymentRepository) => Promise<void>,
): Promise<PaymentRepository> {
  const tenant = freshTenant()
  const transaction = await begin(database)
  try {
    await work(sqlRepository(transaction.database, { tenant }))
  } finally {
    await transaction.rollBack()
  }
  return repositoryOn(database, { tenant })
}
