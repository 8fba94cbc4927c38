import type { FinanceRepository } from 'hospital-payments/repository'
import { it } from 'vitest'
import { oneReceiptCases } from '../../operations/attempts/support/one-receipt.js'
import { freshTenant } from '../../support/databases/database.js'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'

onEach(kinds, 'payments.attempts: two attempts with one receipt at one moment', (entry) => {
  const database = migrated(entry)
  const open = () => repositoryOn(database(), { tenant: freshTenant(), timeoutMs: 120_000 }) as FinanceRepository

  for (const [name, run] of Object.entries(oneReceiptCases)) it(name, () => run(open))
})
