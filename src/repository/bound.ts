import type { PaymentRepository } from './port.js'

/** Registered: a repository may come from another copy of the library. */
const boundKey = Symbol.for('hospital-payments.bound.1')

/** Gives a repository the function that says whether it works in a transaction of the host's now. */
export function withBound<Repository extends PaymentRepository>(
  repository: Repository,
  isBound: () => boolean,
): Repository {
  return Object.defineProperty(repository, boundKey, { value: isBound })
}

/** Returns true while a repository works in a transaction of the host's: what it writes is not committed yet. */
export function isBound(repository: PaymentRepository): boolean {
  return (repository as { [boundKey]?: () => boolean })[boundKey]?.() ?? false
}
