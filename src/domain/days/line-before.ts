import { type AccountLine, type LineEvent, sumOfAllocations } from '../reconciliation/account-line.js'

/** The events that change nothing of a line's money but its allocations, which they name. */
const plainEvents: ReadonlySet<LineEvent['type']> = new Set([
  'line.allocated',
  'line.unallocated',
  'line.held',
  'line.assigned',
  'line.payer_set',
])

/**
 * Returns a line as it was at an earlier version, for sums alone: later allocations are taken out by others of less than 0. Returns
 * `null` where its events do not show that, such as after a release, by which a line may have begun to count.
 */
export function lineAtVersion(line: AccountLine, version: number, events: readonly LineEvent[]): AccountLine | null {
  const later = events.filter((event) => event.version > version && event.version <= line.version)
  if (later.length !== line.version - version) return null
  const allocations = [...line.allocations]
  for (const { type, allocations: changed } of later) {
    if (!plainEvents.has(type)) return null
    const times = type === 'line.allocated' ? -1 : 1
    for (const allocation of changed) allocations.push({ ...allocation, amount: times * allocation.amount, by: 'hand' })
  }
  const allocated = sumOfAllocations(allocations)
  if (allocated < 0n || allocated > BigInt(line.amount)) return null
  return { ...line, version, allocations, allocated: Number(allocated) }
}
