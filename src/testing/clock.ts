import { millisecondsOf, parseInstant } from '../domain/instant.js'
import type { Instant } from '../domain/payments/payment.js'

/** A clock that moves only when it is set; fits the `clock` option. */
export interface ManualClock {
  /** Epoch milliseconds. */
  (): number
  /** Jumps to an instant, backwards too. */
  set(instant: Instant): void
  /** Moves on by whole milliseconds. */
  advance(ms: number): void
}

/**
 * Makes a clock for tests: it moves only by `set` and `advance`.
 * An instant that cannot be read is a `TypeError`, and the clock stays where it was.
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
