import type { FinanceRepository } from '../../../src/repository/finance-port.js'
import { type ContractCase, contractCases } from '../../../src/testing/contract.js'
import { financeCases } from './cases/index.js'

/**
 * Returns the cases of finance: statement lines, imports, notes, search, refunds, closings, receipts. They come beside those of
 * `repositoryContract`, which such a repository passes as well, and run in the same way.
 */
export function financeContract(
  make: () => Promise<{ repository: FinanceRepository; dispose?(): Promise<void> }>,
): readonly ContractCase[] {
  return contractCases(financeCases, make)
}
