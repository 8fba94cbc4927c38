import { type AccountLine, type LineEvent, type Allocation, targetOf } from './account-line.js'

/** An allocation, and the version of the line that made it. */
interface MadeAllocation {
  readonly allocation: Allocation
  readonly version: number
}

/** Returns the allocations that a line had at a version, in their order. */
export function allocationsAt(history: readonly LineEvent[], last: number): readonly MadeAllocation[] {
  const currentAllocations: MadeAllocation[] = []
  for (const { type, version, allocations: changedAllocations } of history) {
    if (version > last) break
    if (type !== 'line.unallocated') {
      currentAllocations.push(...changedAllocations.map((allocation) => ({ allocation, version })))
      continue
    }
    for (const allocation of changedAllocations) {
      const isSame = (other: Allocation) =>
        targetOf(other) === targetOf(allocation) && other.amount === allocation.amount
      const at = currentAllocations.findIndex((entry) => isSame(entry.allocation))
      if (at >= 0) currentAllocations.splice(at, 1)
    }
  }
  return currentAllocations
}

/**
 * Returns for each allocation of a line the version that made it, in their order; 1 where the history does not contain
 * it.
 */
export function versionsOfAllocations(
  { allocations, version: last }: AccountLine,
  history: readonly LineEvent[],
): number[] {
  const currentAllocations = allocationsAt(history, last)
  return allocations.map((allocation, at) => {
    const entry = currentAllocations[at]
    return entry && targetOf(entry.allocation) === targetOf(allocation) ? entry.version : 1
  })
}
