/** The options that a worker for one tenant and one for many have in common. */
import type { Demand } from '../internal/demand.js'

/** The pace of a worker, and the signal that ends it. */
export interface WorkerPace {
  /** The milliseconds to wait after there was no more work; 1 … 86,400,000, default 1,000. */
  everyMs?: number | undefined
  /** True where due payments are expired, and files of the desk that are a day old removed. Default true. */
  expire?: boolean | undefined
  /** A signal that ends the work. */
  signal: AbortSignal
}

/** Waits, and ends early when the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export const paceNames = ['everyMs', 'expire', 'signal'] as const satisfies readonly (keyof WorkerPace)[]

const maxEveryMs = 86_400_000
/** The longest wait after failures; a longer `everyMs` stays as it is. */
const maxWaitMs = 60_000

/** Returns the wait after one more failure. */
export function longerWait(waitMs: number, everyMs: number): number {
  return Math.min(waitMs * 2, Math.max(maxWaitMs, everyMs))
}

/** The time between two looks for files that the desk kept for a day. */
const uploadsEveryMs = 600_000

/** Returns a function that is true where it is time to look for files that the desk kept for a day: at first, and every ten minutes. */
export function timesOfUploads(): (now: number) => boolean {
  let next = 0
  return (now) => {
    if (now < next) return false
    next = now + uploadsEveryMs
    return true
  }
}

function isSignal(value: unknown): value is AbortSignal {
  const signal = value as Partial<AbortSignal> | null | undefined
  return typeof signal?.aborted === 'boolean' && typeof signal.addEventListener === 'function'
}

/** Checks the pace of a worker and the function by which it sends events. */
export function readPace<Send>(
  demand: Demand,
  { send, everyMs = 1_000, expire = true, signal }: WorkerPace & { readonly send?: Send | undefined },
): {
  readonly send: Send | undefined
  readonly everyMs: number
  readonly expire: boolean
  readonly signal: AbortSignal
} {
  demand(send === undefined || typeof send === 'function', 'send must be a function')
  demand(typeof expire === 'boolean', 'expire must be true or false')
  demand(
    Number.isInteger(everyMs) && everyMs >= 1 && everyMs <= maxEveryMs,
    `everyMs must be a whole number of milliseconds, 1 to ${maxEveryMs}`,
  )
  demand(isSignal(signal), 'signal must be an AbortSignal: it ends the worker')
  return { send, everyMs, expire, signal }
}
