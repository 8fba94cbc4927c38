/** Rows of many tenants, written by SQL: one after another through a service would take a minute. */
import { createHospitalPayments } from 'hospital-payments'
import type { TestDatabase } from '../../support/databases/index.js'
import { repositoryOn } from '../../support/databases/repository.js'
import { paymentRow, type Row, storeAll } from '../../support/schema-rows.js'

/** Stores a statement line of each of these tenants. */
export async function storeLines(database: TestDatabase, tenants: readonly string[]): Promise<void> {
  const line = { row: 2, direction: 'credit', amount: 100, currency: 'ETB', valueDate: '2026-11-20' } as const
  for (const tenant of tenants) {
    const { statements } = createHospitalPayments({ repository: repositoryOn(database, { tenant }) })
    await statements.import([line], { account: 'cbe-1000' })
  }
}

/** Returns the name of a tenant by its number. */
export const nameOf = (i: number) => `many ${String(i).padStart(5, '0')}`

/** Stores payments of each of so many tenants. */
export async function storeTenants(
  database: TestDatabase,
  { count, paymentsOfEach, row = {} }: { count: number; paymentsOfEach: number; row?: Row },
): Promise<void> {
  const rows = Array.from({ length: count * paymentsOfEach }, (_, i) => ({
    ...paymentRow,
    tenant: nameOf(i % count),
    id: `pay_${i}`,
    ...row,
  }))
  await storeAll(database, 'payments', rows)
}
