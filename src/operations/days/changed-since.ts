/** Which lines of a closed day are no longer what they were when it was closed: asked anew each time. */
import type { Closing, ClosingRecord } from '../../domain/days/closing.js'
import type { LineMark } from '../../domain/days/line-mark.js'
import { allAtMost } from '../../internal/all-at-most.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { DayOfAccount } from '../input/day-calls.js'

/** So many days are compared at a time, each by a scan of its own. */
const daysAtOnce = 4

/** The versions of a day's lines by their keys, as they are now. */
async function versionsNow(
  finance: FinanceRepository,
  { account, day }: DayOfAccount,
): Promise<ReadonlyMap<string, number>> {
  const versions = new Map<string, number>()
  for await (const lines of finance.scanLines({ account, from: day, to: day })) {
    for (const { key, version } of lines) versions.set(key, version)
  }
  return versions
}

/** Keys of lines that were stored or changed since, and of those that are of another day now, or gone. */
function changedSince(kept: readonly LineMark[], now: ReadonlyMap<string, number>): string[] {
  const before = new Map(kept.map(([key, version]) => [key, version]))
  const keys = new Set([...before.keys(), ...now.keys()])
  return [...keys].filter((key) => before.get(key) !== now.get(key)).sort()
}

/** Closings as they are shown, in the same order. A day's lines are read once, however often it was closed. */
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
      const now = await versionsNow(finance, closings[0]!)
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
