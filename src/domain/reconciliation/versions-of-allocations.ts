import { type AccountLine, type LineEvent, type Allocation, targetOf } from './account-line.js'

/** For each allocation of a line the version that made it, in their order; of a line without such a history the first one. */
export function versionsOfAllocations(
  { allocations, version: last }: AccountLine,
  history: readonly LineEvent[],
): number[] {
  const made: { readonly allocation: Allocation; readonly version: number }[] = []
  for (const { type, version, allocations: moved } of history) {
    if (version > last) break
    if (type !== 'line.unallocated') {
      made.push(...moved.map((allocation) => ({ allocation, version })))
      continue
    }
    for (const allocation of moved) {
      const isSame = (one: Allocation) => targetOf(one) === targetOf(allocation) && one.amount === allocation.amount
      const at = made.findIndex((one) => isSame(one.allocation))
      if (at >= 0) made.splice(at, 1)
    }
  }
  return allocations.map((allocation, at) => {
    const found = made[at]
    return found && targetOf(found.allocation) === targetOf(allocation) ? found.version : 1
  })
}
