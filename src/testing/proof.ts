import type { PaymentRepository } from '../repository/port.js'

/** A case before a repository is given to it. */
export interface Proof {
  readonly promise: number
  readonly name: string
  run(repository: PaymentRepository): Promise<void>
}

export function prove(promise: number, name: string, run: Proof['run']): Proof {
  return { promise, name, run }
}
