/** The schedule by which the delivery of an event is tried again after a failure. */
import type { StoredEvent } from '../event-stream.js'

/**
 * The result of one attempt to deliver an event. After `dead` the event is not sent again. After an object it is sent
 * again, not before `retryAfterMs` milliseconds where that is present.
 */
export type SendResult = 'delivered' | 'dead' | { readonly retryAfterMs?: number | undefined }

/**
 * A function that delivers one event. Without a result the event counts as `delivered`. Where the function throws, the
 * event is sent again later.
 */
export type SendEvent = (event: StoredEvent) => Promise<SendResult | void>

/** The tenant of an event that is sent for one of many. */
export interface EventTenant {
  readonly tenant: string
}

/** A function that delivers one event of a tenant; its result is that of `SendEvent`. */
export type SendTenantEvent = (event: StoredEvent, about: EventTenant) => Promise<SendResult | void>

/** The counts of one call of `deliverEvents`. */
export interface DeliveryResult {
  readonly delivered: number
  /** Events that failed, and are due again later. */
  readonly retrying: number
  /** Events that are not sent again until `redeliverEvents` makes them due. */
  readonly dead: number
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The milliseconds between one try and the next, as Standard Webhooks recommends them. */
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

/** The number of tries: the first one, and one after each wait. */
export const maxTries = waitsMs.length + 1

const maxRetryAfterMs = 24 * hour
/**
 * The part of a wait by which it is longer at most, so that events that failed together are not all tried again
 * together.
 */
const jitter = 0.2

function boundedRetryAfterMs(retryAfterMs: unknown): number {
  return typeof retryAfterMs === 'number' && retryAfterMs > 0 ? Math.min(retryAfterMs, maxRetryAfterMs) : 0
}

/**
 * Returns the milliseconds until the next try after a failed one, or `null` where that was the last. `earlier` is the
 * number of tries before it, `chance` is from 0 up to 1, and `retryAfterMs` is the wait for which the receiver asked.
 */
export function waitAfter(earlier: number, chance: number, retryAfterMs: unknown): number | null {
  const wait = waitsMs[earlier]
  if (wait === undefined) return null
  return Math.ceil(Math.max(wait * (1 + jitter * chance), boundedRetryAfterMs(retryAfterMs)))
}
