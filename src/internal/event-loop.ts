type Schedule = (run: () => void) => unknown

// Node, Bun and Deno have `setImmediate`, which waits for no timer. Taken when this file is loaded: tests of a host may
// replace its timers later.
const { setImmediate: immediate, setTimeout: timeout } = globalThis as unknown as {
  setImmediate?: Schedule
  setTimeout: (run: () => void, ms: number) => unknown
}
const schedule: Schedule = immediate ?? ((run) => timeout(run, 0))

/** Number of records that are read before the host's event loop may do other work: date-fns takes long for a date. */
export const recordsAtOnce = 100
/** Work of a thing that is left out at once, such as a row, in records. */
export const minWork = 0.1

/**
 * Counts work, and after each `max` units of it returns a promise that waits until timers and connections of the host have run:
 * promises alone never let them run, so that one large file would block a whole server. All callers of one pacer wait for the
 * same turn of the event loop.
 */
export function pacer(max: number): (work: number) => Promise<void> | undefined {
  let units = 0
  let turn: Promise<void> | undefined
  return (work) => {
    units += work
    if (units < max) return undefined
    return (turn ??= new Promise((resolve) =>
      schedule(() => {
        units = 0
        turn = undefined
        resolve()
      }),
    ))
  }
}
