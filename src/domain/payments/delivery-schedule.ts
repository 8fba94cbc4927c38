/** When an event is tried again after a send that failed. */
import type { StoredEvent } from '../event-stream.js'

/**
 * The result of one try to deliver an event. `dead`: it is not tried again. An object: it is tried again, not before
 * `retryAfterMs` milliseconds where they are given.
 */
export type SendResult = 'delivered' | 'dead' | { readonly retryAfterMs?: number | undefined }

/** Delivers one event. Returning nothing means `delivered`; when it throws, the event is tried again later. */
export type SendEvent = (event: StoredEvent) => Promise<SendResult | void>

/** The counts of one call of `deliverEvents`. */
export interface DeliveryResult {
  readonly delivered: number
  /** They failed, and are due again later. */
  readonly retrying: number
  /** Given up, until `redeliverEvents` makes them due again. */
  readonly dead: number
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Between one try and the next; the schedule that Standard Webhooks recommends. */
const waitsMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** The first try, and one after each wait. */
export const maxTries = waitsMs.length + 1

const maxAskedMs = 24 * hour
/** Each wait is longer by up to this part of itself, so that what failed together does not come back together. */
const jitter = 0.2

function askedMs(retryAfterMs: unknown): number {
  return typeof retryAfterMs === 'number' && retryAfterMs > 0 ? Math.min(retryAfterMs, maxAskedMs) : 0
}

/**
 * The milliseconds until the try after one that failed, or `null` where that was the last: `earlier` tries were made before it,
 * `chance` is from 0 up to 1, and the receiver may have asked for a longer wait.
 */
export function waitAfter(earlier: number, chance: number, retryAfterMs: unknown): number | null {
  const wait = waitsMs[earlier]
  if (wait === undefined) return null
  return Math.ceil(Math.max(wait * (1 + jitter * chance), askedMs(retryAfterMs)))
}
