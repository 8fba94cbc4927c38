/** Which lines of a closed day are no longer what they were when it was closed: asked anew each time. */
import type { Closing, ClosingRecord } from '../../domain/days/closing.js'
import type { LineMark, LineVersion } from '../../domain/days/line-mark.js'
import { allAtMost } from '../../internal/all-at-most.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** So many days are compared at a time, each by a read of its own. */
const daysAtOnce = 4

/** Keys of lines that were stored or changed since, and of those that are of another day now, or gone. */
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
 * Closings as they are shown, in the same order. Of each line of a listed day the key and the version are read, once, however often
 * the day was closed; no line itself is.
 */
export async function shownClosings(finance: FinanceRepository, links: readonly ClosingRecord[]): Promise<Closing[]> {
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

/** The closing as it is shown. */
export async function shownClosing(finance: FinanceRepository, link: ClosingRecord): Promise<Closing> {
  const [shown] = await shownClosings(finance, [link])
  return shown!
}
