import { PaymentError, type PaymentRepository } from 'hospital-payments'
import { type Call, wrapped } from '../../support/repositories.js'

const writes: readonly Call[] = ['insert', 'replace', 'claimEvents', 'completeEvents']

/** A storage that fails once when it is armed: at the `n`-th call from now, before or after the call is done. */
export class FaultyStorage {
  readonly repository: PaymentRepository
  private countdown = 0
  private kind: 'before' | 'after' = 'before'
  struck = false
  /** The number of writes that were done since `arm`. */
  writes = 0

  constructor(original: PaymentRepository) {
    this.repository = wrapped(original, async (name, proceed) => {
      const now = --this.countdown === 0
      if (now && this.kind === 'before') this.strike('storage_unavailable')
      const answer = await proceed()
      for (const one of [answer].flat() as ({ outcome?: string } | undefined)[]) {
        if (one?.outcome === 'inserted' || one?.outcome === 'replaced') this.writes++
      }
      // Reading has no outcome to be unknown.
      if (now) this.strike(writes.includes(name) ? 'outcome_unknown' : 'storage_unavailable')
      return answer
    })
  }

  private strike(code: 'storage_unavailable' | 'outcome_unknown'): never {
    this.struck = true
    throw new PaymentError(code, 'A fault of the simulation.')
  }

  arm(n: number, kind: 'before' | 'after'): void {
    this.countdown = n
    this.kind = kind
    this.struck = false
    this.writes = 0
  }
}
