import type { Call } from './database.js'

/** How long one call may take in all; the stopwatch measures durations only and never becomes a stored time. */
export function callOf(timeoutMs: number): Call {
  const end = performance.now() + timeoutMs
  return { remaining: () => end - performance.now() }
}

const firstWaitMs = 10

/**
 * Waits before another try: anything up to 20, 40, 80, 160 ms ("full jitter", so that those who collided do not meet
 * again). `false` where that would take longer than the call may.
 */
export async function backOff(tries: number, call: Call): Promise<boolean> {
  const wait = Math.random() * firstWaitMs * 2 ** tries
  if (wait >= call.remaining()) return false
  await new Promise((resolve) => setTimeout(resolve, wait))
  return true
}
