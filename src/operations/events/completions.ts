import type { EventCompletion } from '../../repository/port.js'
import type { Context } from '../context.js'

type Result = EventCompletion['results'][number]

/** Stores the result of one event, and resolves when it is stored. */
export type Complete = (eventId: string, next: Result['next']) => Promise<void>

/**
 * Stores the results of the events that `owner` has leased. A result is stored at once; those that come while a write is under
 * way are stored together by the next one, so that no result is more than one write behind.
 */
export function completionsOf({ repository, now }: Context, owner: string): Complete {
  let waiting: Result[] = []
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  async function write(): Promise<void> {
    const results = waiting
    waiting = []
    next = null
    await repository.completeEvents({ owner, now: now(), results })
  }

  return (eventId, result) => {
    waiting.push({ eventId, next: result })
    if (!next) {
      // A write that failed has rejected the calls that waited for it, and these are other events.
      next = last.catch(() => undefined).then(write)
      last = next
    }
    return next
  }
}
