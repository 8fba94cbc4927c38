/** The parts of a call's payments that never came, by its categories below 0. */
import type { Allocation } from './account-line.js'

/** The divisor of what the call pays, which limits the hospital's own cost to a tenth of it. */
const costPart = 10n

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/**
 * Computes the minor units of each payment that never came, by its id. A category that names a payment lowers that one
 * alone; without a name it lowers each in proportion, and the rest the largest. A category of the hospital's own cost
 * lowers nothing, up to a tenth.
 */
export function writtenOffByAllocations(
  allocations: readonly Allocation[],
  costCategories: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const paid = new Map<string, bigint>()
  for (const allocation of allocations)
    if (allocation.to === 'payment') paid.set(allocation.paymentId, BigInt(allocation.amount))
  const sum = [...paid.values()].reduce((total, amount) => total + amount, 0n)
  const writtenOff = new Map([...paid.keys()].map((id) => [id, 0n]))
  const lower = (id: string, by: bigint): bigint => {
    const room = paid.get(id)! - writtenOff.get(id)!
    const lowered = smaller(room, by)
    writtenOff.set(id, writtenOff.get(id)! + lowered)
    return by - lowered
  }
  let cost = sum / costPart
  let unnamed = 0n
  for (const allocation of allocations) {
    if (allocation.to !== 'category' || allocation.amount > 0) continue
    const isCost = costCategories.has(allocation.category)
    const kept = isCost ? smaller(cost, -BigInt(allocation.amount)) : 0n
    cost -= kept
    const amount = -BigInt(allocation.amount) - kept
    if (allocation.paymentId === undefined) unnamed += amount
    else lower(allocation.paymentId, amount)
  }
  if (unnamed > 0n) {
    let left = unnamed
    for (const [id, amount] of paid) {
      const part = smaller(left, (unnamed * amount) / sum)
      left -= part - lower(id, part)
    }
    const largestFirst = [...paid].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0))
    for (const [id] of largestFirst) left = lower(id, left)
  }
  return new Map([...writtenOff].map(([id, amount]) => [id, Number(amount)]))
}
