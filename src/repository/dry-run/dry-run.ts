import type { FinanceRepository } from '../finance-port.js'
import type { PaymentRepository } from '../port.js'
import { dryFinance } from './dry-finance.js'
import { dryPayments } from './dry-payments.js'

/**
 * Returns a repository that writes nothing: it keeps the writes by itself, and reads as if they were stored. Its answers are
 * those of `repository`, but for facts that the port does not show. Which stored payment holds a live reference: any that may
 * hold its own does. Which idempotency keys are stored: none. Writes of others in the meantime are seen when they are read. A
 * repository that stores statement lines gives one that does so as well.
 */
export function dryRun(repository: FinanceRepository): FinanceRepository
export function dryRun(repository: PaymentRepository): PaymentRepository
export function dryRun(repository: PaymentRepository | FinanceRepository): PaymentRepository {
  return 'findLines' in repository ? dryFinance(repository) : dryPayments(repository).payments
}
