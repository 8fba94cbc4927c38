import type { FinanceRepository } from '../repository/finance-port.js'
import type { PaymentRepository } from '../repository/port.js'

/** A case of the kit, without its repository. */
export interface Proof<Repository = PaymentRepository> {
  readonly promise: number
  readonly name: string
  run(repository: Repository): Promise<void>
}

export function prove(promise: number, name: string, run: Proof['run']): Proof {
  return { promise, name, run }
}

export type FinanceProof = Proof<FinanceRepository>

export function proveFinance(promise: number, name: string, run: FinanceProof['run']): FinanceProof {
  return { promise, name, run }
}
