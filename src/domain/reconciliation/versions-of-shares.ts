import { type BankLine, type LineEvent, type LineShare, targetOf } from './bank-line.js'

/** For each share of a line the version that made it, in their order; of a line without such a history the first one. */
export function versionsOfShares({ shares, version: last }: BankLine, history: readonly LineEvent[]): number[] {
  const made: { readonly share: LineShare; readonly version: number }[] = []
  for (const { type, version, shares: moved } of history) {
    if (version > last) break
    if (type !== 'line.unallocated') {
      made.push(...moved.map((share) => ({ share, version })))
      continue
    }
    for (const share of moved) {
      const isSame = (one: LineShare) => targetOf(one) === targetOf(share) && one.amount === share.amount
      const at = made.findIndex((one) => isSame(one.share))
      if (at >= 0) made.splice(at, 1)
    }
  }
  return shares.map((share, at) => {
    const found = made[at]
    return found && targetOf(found.share) === targetOf(share) ? found.version : 1
  })
}
