import type { Deadline } from '../core/database.js'

/** As Node's own callbacks are called: with an error, or else with a value. */
export type Done<Value> = (error: unknown, value?: Value) => void

/** The longest that `setTimeout` can wait. */
const longestWait = 2 ** 31 - 1

/**
 * Starts something, and waits for it no longer than the call may take; when the time is over first, it fails with what
 * `expire` returns. What comes later is heard by nobody: where something must then be given back, `start` asks `isOver`.
 * Callbacks, because drivers are written in them, and each promise in between would be paid for by every statement. The
 * timer keeps the process alive: somebody waits for the answer.
 */
export function within<Value>(
  deadline: Deadline,
  start: (done: Done<Value>, isOver: () => boolean) => void,
  expire: () => unknown,
): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    const remaining = deadline.remaining()
    if (!(remaining > 0)) {
      reject(expire())
      return
    }
    let over = false
    const timer = setTimeout(
      () => {
        over = true
        reject(expire())
      },
      Math.min(remaining, longestWait),
    )
    const done: Done<Value> = (error, value) => {
      if (over) return
      over = true
      clearTimeout(timer)
      if (error) reject(error)
      else resolve(value as Value)
    }
    try {
      start(done, () => over)
    } catch (error) {
      done(error)
    }
  })
}
