/**
 * Changes of one payment in one group, each of which follows on the one before: the last is the payment, and each has its
 * event.
 */
import type { StoredEvent } from '../domain/event-stream.js'
import type { Change } from './port.js'

/** The part of a group's changes that is written: each payment once, and the events of the versions between. */
interface WrittenChanges {
  /**
   * The last change of each payment, in the order of the first change of each. It expects the version that the first one
   * expects.
   */
  readonly changes: readonly Change[]
  /** Events of the earlier changes, oldest first of each payment; they come before those of `changes`. */
  readonly earlierEvents: readonly StoredEvent[]
}

function followedBy({ expectedVersion, terms = [] }: Change, next: Change): Change {
  const allTerms = [...new Set([...terms, ...(next.terms ?? [])])]
  return { ...next, expectedVersion, ...(allTerms.length > 0 && { terms: allTerms }) }
}

/** Reduces a group's changes to one of each payment, with the events of those that it leaves out. */
export function writtenChanges(changes: readonly Change[]): WrittenChanges {
  const latestChanges = new Map<string, Change>()
  const earlierEvents: StoredEvent[] = []
  for (const change of changes) {
    const { id } = change.payment
    const before = latestChanges.get(id)
    if (before) earlierEvents.push(before.event)
    latestChanges.set(id, before ? followedBy(before, change) : change)
  }
  return earlierEvents.length > 0 ? { changes: [...latestChanges.values()], earlierEvents } : { changes, earlierEvents }
}
