import type { DeliveryResult, SendEvent } from '../../domain/payments/delivery-schedule.js'
import { dayMs, instantOf, millisecondsOf } from '../../domain/instant.js'
import { invalidRequest } from '../../domain/issue.js'
import type { ClaimedEvent } from '../../repository/port.js'
import type { Context } from '../context.js'
import { completionsOf } from './completions.js'
import { deliverEvent } from './deliver-event.js'
import * as field from '../input/fields.js'
import { parseOptions } from '../input/parse.js'
import type { Writable } from '../../internal/writable.js'

/** The limits of one call of `deliverEvents`. */
export interface DeliverEventsOptions {
  /** The maximum number of sends in this call, 1 … 1,000,000; default 500. */
  limit?: number | undefined
  /** The time for which this call leases the events that it reads together, in milliseconds; default 60,000. */
  leaseMs?: number | undefined
  /** The maximum number of sends at a time, 1 … 100, always of different payments; default 1. */
  concurrency?: number | undefined
  /** A signal that ends the call after the sends in flight. */
  signal?: AbortSignal | undefined
}

const deliverEventsOptions = field.object({
  limit: field.limit(1_000_000, 500),
  leaseMs: field.limit(dayMs, 60_000),
  concurrency: field.limit(100, 1),
  signal: field.signal.optional(),
})

/** The most events that a relay that dies holds up until its lease ends, unless it sends more at a time. */
const largestClaim = 50
/** The time within which a claim is delivered quickly: the next one is larger then, and smaller otherwise. */
const shortWhileMs = 1_000

export async function deliverEvents(
  context: Context,
  send: SendEvent,
  options?: DeliverEventsOptions,
): Promise<DeliveryResult> {
  const { limit, leaseMs, concurrency, signal } = parseOptions(deliverEventsOptions, options, 1)
  if (typeof send !== 'function') throw invalidRequest([{ path: 'send', message: 'must be a function' }])
  const { repository, ids } = context
  const clock = () => millisecondsOf(context.now())
  const deliveries: Writable<DeliveryResult> = { delivered: 0, retrying: 0, dead: 0 }
  const owner = ids.relay()
  const complete = completionsOf(context, owner)

  /** Sends the claimed events, a few at a time, as long as the lease and the call last. Returns how many it sent. */
  async function deliverAll(claimed: readonly ClaimedEvent[], leaseUntil: number): Promise<number> {
    const waiting = claimed.values()
    let sent = 0
    let failed = false
    async function deliverOneByOne(): Promise<void> {
      for (const event of waiting) {
        if (failed || signal?.aborted || clock() >= leaseUntil) return
        sent++
        deliveries[await deliverEvent(context, send, event, complete)]++
      }
    }
    const lines = Array.from({ length: Math.min(concurrency, claimed.length) }, () =>
      deliverOneByOne().catch((error: unknown) => {
        failed = true
        throw error
      }),
    )
    // All of them, also after a failure: nothing is left running behind a call that has ended.
    const broken = (await Promise.allSettled(lines)).find((line) => line.status === 'rejected')
    if (broken) throw broken.reason
    return sent
  }

  // Never fewer than may be on their way together: a slow receiver is when that is needed.
  let size = concurrency
  let remaining = limit
  while (remaining > 0 && !signal?.aborted) {
    const now = clock()
    const lease = { now: instantOf(now), leaseUntil: instantOf(now + leaseMs) }
    const claimed = await repository.claimEvents({ from: 'due', owner, ...lease, limit: Math.min(size, remaining) })
    const sent = await deliverAll(claimed, now + leaseMs)
    // Nothing is due; or claiming alone outlasts the lease, and would do so for ever.
    if (sent === 0) break
    remaining -= sent
    const wasQuick = clock() - now < shortWhileMs
    size = Math.max(wasQuick ? Math.min(size * 2, largestClaim) : size >> 1, concurrency)
  }
  return deliveries
}
