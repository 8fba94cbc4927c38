// Taken when this is loaded, so that a host's tests with a pretended clock do not stop a reader. Where a runtime has no
// `setImmediate`, a timer does the same and takes a millisecond.
const { setImmediate: immediately = (run: () => void) => setTimeout(run, 0) } = globalThis as {
  setImmediate?: (run: () => void) => unknown
}

/**
 * Lets the event loop run what waits: requests, timers, signals. Awaiting what is already there does not, so a reader
 * of a large text in memory would keep everybody waiting until its end.
 */
export function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => void immediately(resolve))
}
