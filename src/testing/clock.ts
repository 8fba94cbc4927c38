import { millisecondsOf, parseInstant } from '../domain/instant.js'
import type { Instant } from '../domain/payments/payment.js'

/** A clock whose time changes only by its functions, for the option `clock`. */
export interface ManualClock {
  /** Epoch milliseconds. */
  (): number
  /** Sets the time, also back. */
  set(instant: Instant): void
  /** Advances the time by whole milliseconds. */
  advance(ms: number): void
}

/**
 * Makes a clock for tests, for the option `clock`. Its time changes only by `set` and `advance`. For an instant that cannot be
 * read they throw a `TypeError`, and the time stays.
 *
 * @example
 * const clock = manualClock('2026-11-20T09:00:00.000Z')
 * clock.advance(60_000)
 * new Date(clock()).toISOString() // => '2026-11-20T09:01:00.000Z'
 */
export function manualClock(start: Instant = '2026-11-20T09:00:00.000Z'): ManualClock {
  let now = epoch(start)
  return Object.assign(() => now, {
    set: (instant: Instant) => {
      now = epoch(instant)
    },
    advance: (ms: number) => {
      if (!Number.isSafeInteger(ms)) throw new TypeError('advance takes whole milliseconds')
      now += ms
    },
  })
}

function epoch(text: Instant): number {
  const instant = parseInstant(text)
  if (instant === null) throw new TypeError('an instant is ISO 8601 text such as 2026-11-20T09:00:00.000Z')
  return millisecondsOf(instant)
}
