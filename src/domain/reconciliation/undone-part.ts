/** The part of a line's allocations that an undo takes back. */
import type { Issue } from '../issue.js'
import { type AccountLine, type StoredAllocation, sumOfAllocations } from './account-line.js'

/** The line with the allocations that are taken back alone, and those that stay. */
export interface UndonePart {
  readonly taken: AccountLine
  readonly left: readonly StoredAllocation[]
}

/** Splits the allocations of a line at these positions; without positions all of them are taken back. */
export function undonePartOf(line: AccountLine, positions: readonly number[] | undefined): UndonePart {
  if (!positions) return { taken: line, left: [] }
  const chosen = new Set(positions)
  const { allocations } = line
  return {
    taken: { ...line, allocations: allocations.filter((_, at) => chosen.has(at)) },
    left: allocations.filter((_, at) => !chosen.has(at)),
  }
}

/**
 * Checks that money which never came is taken back with the payments that it lowered: a payment would stay written off by an
 * allocation that is no more.
 */
function leavesWrittenOff({ taken, left }: UndonePart): boolean {
  if (taken.direction === 'debit') return false
  const isPaying = ({ to }: StoredAllocation) => to === 'payment'
  return taken.allocations.some(
    (allocation) =>
      allocation.to === 'category' &&
      allocation.amount < 0 &&
      left.some(
        (other) =>
          isPaying(other) &&
          (allocation.paymentId === undefined || (other.to === 'payment' && other.paymentId === allocation.paymentId)),
      ),
  )
}

/** Checks that an amount below 0 that names a payment does not stay without it. */
function leavesLowering({ taken, left }: UndonePart): boolean {
  const paid = new Set(taken.allocations.flatMap((one) => (one.to === 'payment' ? [one.paymentId] : [])))
  return left.some((one) => one.to === 'category' && one.paymentId !== undefined && paid.has(one.paymentId))
}

/** Describes why these allocations cannot be taken back by themselves, or returns `null`. */
export function partProblem(line: AccountLine, positions: readonly number[], part: UndonePart): Issue | null {
  const path = 'allocations'
  const missing = positions.findIndex((position) => position >= line.allocations.length)
  if (missing >= 0) return { path: `${path}.${missing}`, message: 'names no allocation of the line' }
  if (part.left.length === 0) return null
  const joined = ({ to }: StoredAllocation) => to === 'line'
  if (part.taken.allocations.some(joined) && part.left.some(joined))
    return { path, message: 'must have every allocation to a line, or none: those are undone together' }
  if (leavesWrittenOff(part) || leavesLowering(part))
    return { path, message: 'must have an amount below 0 and the payment that it lowers, or neither' }
  if (sumOfAllocations(part.taken.allocations) <= 0n) return { path, message: 'must add up to more than 0' }
  const rest = sumOfAllocations(part.left)
  return rest < 0n || rest > BigInt(line.amount)
    ? { path, message: "must leave allocations between 0 and the line's amount" }
    : null
}
