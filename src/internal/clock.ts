/** Returns epoch milliseconds. `Date.now` is looked up at each call, so that a test's fake timers work. */
export function systemClock(): number {
  return Date.now()
}
