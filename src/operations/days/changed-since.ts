/** Which lines of a closed day are no longer what they were when it was closed: asked anew each time. */
import type { Closing, ClosingRecord } from '../../domain/days/closing.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** Keys of lines that were stored or changed since, and of those that are of another day now, or gone. */
async function changedSince(finance: FinanceRepository, link: ClosingRecord): Promise<string[]> {
  const { source, day } = link
  const unmet = new Map((await finance.closingLines(link)).map(([key, version]) => [key, version]))
  const changed: string[] = []
  for await (const lines of finance.scanLines({ source, from: day, to: day })) {
    for (const { key, version } of lines) {
      if (unmet.get(key) !== version) changed.push(key)
      unmet.delete(key)
    }
  }
  return [...changed, ...unmet.keys()].sort()
}

/** The closing as it is shown; a reopening sums nothing up, so that nothing can have changed since. */
export async function shownClosing(finance: FinanceRepository, link: ClosingRecord): Promise<Closing> {
  return { ...link, changedSince: link.kind === 'closing' ? await changedSince(finance, link) : [] }
}
