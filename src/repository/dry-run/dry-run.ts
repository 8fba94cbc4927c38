import type { FinanceRepository } from '../finance-port.js'
import type { PaymentRepository } from '../port.js'
import { dryFinance } from './dry-finance.js'
import { dryPayments } from './dry-payments.js'

/**
 * A repository that writes nothing: it remembers what would have been written, and reads as if it had been. It answers as
 * `repository` would, but for what the port does not show of it. Which stored payment holds a live reference: any that may
 * hold its own does. Which idempotency keys are stored: none. What others write meanwhile is seen when it is read.
 * Over a repository that stores statement lines it is one itself.
 */
export function dryRun(repository: FinanceRepository): FinanceRepository
export function dryRun(repository: PaymentRepository): PaymentRepository
export function dryRun(repository: PaymentRepository | FinanceRepository): PaymentRepository {
  return 'findLines' in repository ? dryFinance(repository) : dryPayments(repository).payments
}
