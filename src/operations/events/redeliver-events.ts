import { instantOf, millisecondsOf } from '../../domain/instant.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { parseOptions } from '../input/parse.js'

/** The limit of one call of `redeliverEvents`. */
export interface RedeliverEventsOptions {
  /** The maximum number of dead events that become due again, 1 … 1,000,000; default 500. */
  limit?: number | undefined
}

const redeliverEventsOptions = field.object({ limit: field.limit(1_000_000, 500) })

const largestClaim = 100
const leaseMs = 60_000

export async function redeliverEvents(
  { repository, ids, now }: Context,
  options?: RedeliverEventsOptions,
): Promise<{ redelivered: number }> {
  const { limit } = parseOptions(redeliverEventsOptions, options)
  const owner = ids.relay()
  let redelivered = 0
  while (redelivered < limit) {
    const at = now()
    const dead = await repository.claimEvents({
      from: 'dead',
      owner,
      now: at,
      leaseUntil: instantOf(millisecondsOf(at) + leaseMs),
      limit: Math.min(largestClaim, limit - redelivered),
    })
    if (dead.length === 0) break
    const results = dead.map(({ event }) => ({ eventId: event.id, next: { retryAt: at } }))
    await repository.completeEvents({ owner, now: at, results })
    redelivered += dead.length
  }
  return { redelivered }
}
