/** Changes of one payment in one group, of which each follows on the one before: the last is the payment, each has its event. */
import type { StoredEvent } from '../domain/event-stream.js'
import type { Change } from './port.js'

/** Of a group's changes, what is written: each payment once, and the events of the versions that it has passed through. */
export interface WrittenChanges {
  /** In the order of the first change of each, from the version that the first of its changes expects. */
  readonly changes: readonly Change[]
  /** Oldest first of each payment; they come before those of `changes`. */
  readonly passed: readonly StoredEvent[]
}

function followedBy({ expectedVersion, terms = [] }: Change, next: Change): Change {
  const all = [...new Set([...terms, ...(next.terms ?? [])])]
  return { ...next, expectedVersion, ...(all.length > 0 && { terms: all }) }
}

export function writtenChanges(changes: readonly Change[]): WrittenChanges {
  const last = new Map<string, Change>()
  const passed: StoredEvent[] = []
  for (const change of changes) {
    const { id } = change.payment
    const before = last.get(id)
    if (before) passed.push(before.event)
    last.set(id, before ? followedBy(before, change) : change)
  }
  return passed.length > 0 ? { changes: [...last.values()], passed } : { changes, passed }
}
