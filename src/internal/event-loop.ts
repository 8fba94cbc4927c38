type Schedule = (run: () => void) => unknown

// Node, Bun and Deno have `setImmediate`, which waits for no timer. Taken when this file is loaded: tests of a host may
// replace its timers later.
const { setImmediate: immediate, setTimeout: timeout } = globalThis as unknown as {
  setImmediate?: Schedule
  setTimeout: (run: () => void, ms: number) => unknown
}
const schedule: Schedule = immediate ?? ((run) => timeout(run, 0))

/** So many records are read before the host's event loop may do other work: date-fns takes long for a date. */
export const recordsAtOnce = 100
/** What something counts for, such as a row, that is left out at once. */
export const minWork = 0.1

/**
 * Counts work, and after each `most` units of it gives a promise that waits until timers and connections of the host
 * have run: promises alone never let them run, so that one large file would block a whole server. Whoever works by the same
 * pacer waits for the same turn of the event loop.
 */
export function pacer(max: number): (work: number) => Promise<void> | undefined {
  let done = 0
  let turn: Promise<void> | undefined
  return (work) => {
    done += work
    if (done < max) return undefined
    return (turn ??= new Promise((resolve) =>
      schedule(() => {
        done = 0
        turn = undefined
        resolve()
      }),
    ))
  }
}
