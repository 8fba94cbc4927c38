import type { FinanceRepository } from '../../../src/repository/finance-port.js'
import type { Proof } from '../../../src/testing/proof.js'

export type FinanceProof = Proof<FinanceRepository>

export function proveFinance(promise: number, name: string, run: FinanceProof['run']): FinanceProof {
  return { promise, name, run }
}
