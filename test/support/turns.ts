/** Races that can be played again: callers take turns at every call of the storage, in an order that a seed decides. */
import type { PaymentRepository } from 'hospital-payments'
import { wrapped } from './repositories.js'

/** Draws whole numbers below `n`, always the same ones for the same seed (mulberry32). */
export function dice(seed: number): (n: number) => number {
  let state = seed >>> 0
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n
  }
}

export interface Turns {
  /** Lets any other waiting caller go first. */
  pass(): Promise<void>
  /** Runs all callers, only ever one of them at a time. */
  race<Result>(callers: readonly (() => Promise<Result>)[]): Promise<PromiseSettledResult<Result>[]>
}

export function turns(roll: (n: number) => number): Turns {
  const waiting: (() => void)[] = []
  let running = 0

  function next(): void {
    if (running > 0 || waiting.length === 0) return
    running++
    const [go] = waiting.splice(roll(waiting.length), 1)
    go!()
  }

  function pass(): Promise<void> {
    const turn = new Promise<void>((go) => waiting.push(go))
    running--
    next()
    return turn
  }

  async function run<Result>(caller: () => Promise<Result>): Promise<Result> {
    await pass()
    try {
      return await caller()
    } finally {
      running--
      next()
    }
  }

  return {
    pass,
    race: (callers) => {
      // All are counted as running first, so that none begins before every other one waits.
      running += callers.length
      return Promise.allSettled(callers.map(run))
    },
  }
}

/**
 * Wraps a storage at whose every call other callers may come first: before it is done, and before its answer arrives.
 */
export function contended(repository: PaymentRepository, { pass }: Turns): PaymentRepository {
  return wrapped(repository, async (_, proceed) => {
    await pass()
    const answer = await proceed()
    await pass()
    return answer
  })
}
