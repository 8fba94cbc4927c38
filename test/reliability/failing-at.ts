import { PaymentError, type PaymentRepository } from 'hospital-payments'
import { altered, wrapped } from '../support/repositories.js'

export type Moment = 'before' | 'after'

/** Wraps a storage whose `n`-th call fails, before or after it is done; it counts the calls. */
export function failingAt(original: PaymentRepository, n: number, moment: Moment) {
  const calls = { count: 0 }
  const fail = () => {
    throw new PaymentError(moment === 'before' ? 'storage_unavailable' : 'outcome_unknown', 'A fault.')
  }
  const repository = wrapped(original, async (_, proceed) => {
    const failing = ++calls.count === n
    if (failing && moment === 'before') fail()
    const answer = await proceed()
    if (failing) fail()
    return answer
  })
  const scanning = altered(repository, (inner) => ({
    async *scan(...args) {
      const failing = ++calls.count === n
      if (failing && moment === 'before') fail()
      yield* inner.scan(...args)
      if (failing) fail()
    },
  }))
  return { repository: scanning, calls }
}
