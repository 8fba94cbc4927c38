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
