/** What categories below 0 say of a call's payments: so much of them never came. */
import type { LineShare } from './bank-line.js'

/** A hospital's own cost counts up to this part of what the call pays. */
const costPart = 10n

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/**
 * Minor units of each payment that never came, by its id. A category that names a payment lowers that one alone; without a name
 * it lowers each in proportion, and the rest the largest. What is the hospital's own cost lowers nothing, up to a tenth.
 */
export function writtenOffByShares(
  shares: readonly LineShare[],
  costCategories: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const paid = new Map<string, bigint>()
  for (const share of shares) if (share.to === 'payment') paid.set(share.paymentId, BigInt(share.amount))
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
  for (const share of shares) {
    if (share.to !== 'category' || share.amount > 0) continue
    const isCost = costCategories.has(share.category)
    const kept = isCost ? smaller(cost, -BigInt(share.amount)) : 0n
    cost -= kept
    const amount = -BigInt(share.amount) - kept
    if (share.paymentId === undefined) unnamed += amount
    else lower(share.paymentId, amount)
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
