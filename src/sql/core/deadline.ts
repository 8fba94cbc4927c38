import { onAbort } from '../../internal/abort.js'
import type { Deadline } from './database.js'

/**
 * Returns the end of a call that may take `timeoutMs` in all. The stopwatch measures durations only and never becomes a
 * stored time.
 */
export function deadlineIn(timeoutMs: number): Deadline {
  const end = performance.now() + timeoutMs
  return { remaining: () => end - performance.now() }
}

/**
 * The part of a call's remaining time that a statement may wait for locks, so that the database's error comes before
 * our timer.
 */
const lockShare = 0.9

/** Returns the milliseconds that a statement may wait for locks. */
export function lockMs(deadline: Deadline): number {
  return deadline.remaining() * lockShare
}

const firstWaitMs = 10
const maxWaitMs = 1000
/**
 * The factor between two waits: twenty waits take some five seconds, which is half of what a call may take by default.
 */
const growth = 1.5

/**
 * Waits before another try: a random part ("full jitter", so that calls that collided do not collide again) of a time
 * that grows from 10 ms to a second, and ends while `neededMs` of the call are left. Returns `false` where no time is
 * left for that try; rejects with the signal's reason when the signal is aborted.
 */
export async function backOff(tries: number, deadline: Deadline, neededMs = 0, signal?: AbortSignal): Promise<boolean> {
  signal?.throwIfAborted()
  const left = deadline.remaining() - neededMs
  if (left < firstWaitMs) return false
  await pause(Math.random() * Math.min(firstWaitMs * growth ** (tries - 1), maxWaitMs, left), signal)
  // A busy process may have been woken late.
  return deadline.remaining() >= neededMs / 2
}

function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      leave?.()
      resolve()
    }, waitMs)
    const leave =
      signal &&
      onAbort(signal, () => {
        clearTimeout(timer)
        leave?.()
        reject(signal.reason)
      })
  })
}
