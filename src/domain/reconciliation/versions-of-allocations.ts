import { type AccountLine, type LineEvent, type Allocation, targetOf } from './account-line.js'

/**
 * Returns for each allocation of a line the version that made it, in their order; 1 where the history does not contain
 * it.
 */
export function versionsOfAllocations(
  { allocations, version: last }: AccountLine,
  history: readonly LineEvent[],
): number[] {
  const currentAllocations: { readonly allocation: Allocation; readonly version: number }[] = []
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
  return allocations.map((allocation, at) => {
    const entry = currentAllocations[at]
    return entry && targetOf(entry.allocation) === targetOf(allocation) ? entry.version : 1
  })
}
