/** The lines of a closed day that changed after it was closed, compared anew at each read. */
import type { Closing, ClosingRecord } from '../../domain/days/closing.js'
import type { LineMark, LineVersion } from '../../domain/days/line-mark.js'
import { allAtMost } from '../../internal/all-at-most.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** The number of days that are compared at a time, each by a read of its own. */
const daysAtOnce = 4

/** Returns the keys of lines that were stored or changed since, and of those that are gone or of another day now, sorted. */
function changedSince(kept: readonly LineMark[], now: readonly LineVersion[]): string[] {
  const before = new Map(kept.map(([key, version]) => [key, version]))
  const changed: string[] = []
  for (const [key, version] of now) {
    if (before.get(key) !== version) changed.push(key)
    before.delete(key)
  }
  return [...changed, ...before.keys()].sort()
}

/**
 * Adds to closings the lines that changed since, in the same order. The key and the version of each line of a day are read
 * once, however often the day was closed; the lines themselves are not read.
 */
export async function closingsWithChanges(
  finance: FinanceRepository,
  links: readonly ClosingRecord[],
): Promise<Closing[]> {
  const days = new Map<string, ClosingRecord[]>()
  for (const link of links) {
    // A reopening sums nothing up, so that nothing can have changed since.
    if (link.kind !== 'closing') continue
    const name = `${link.day} ${link.account}`
    const ofDay = days.get(name)
    if (ofDay) ofDay.push(link)
    else days.set(name, [link])
  }
  const changed = new Map<ClosingRecord, readonly string[]>()
  await allAtMost(
    daysAtOnce,
    Array.from(days.values(), (closings) => async () => {
      const { account, day } = closings[0]!
      const now = await finance.lineVersions({ account, day })
      for (const closing of closings) changed.set(closing, changedSince(await finance.closingLines(closing), now))
    }),
  )
  return links.map((link) => ({ ...link, changedSince: changed.get(link) ?? [] }))
}

/** Adds to one closing the lines that changed since. */
export async function closingWithChanges(finance: FinanceRepository, link: ClosingRecord): Promise<Closing> {
  const [closing] = await closingsWithChanges(finance, [link])
  return closing!
}
