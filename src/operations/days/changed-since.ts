/** Which lines of a closed day are no longer what they were when it was closed: asked anew each time. */
import type { Closing } from '../../domain/days/closing.js'
import { DaySums } from '../../domain/days/day-sums.js'
import { isSameMark, type LineMark, lineDigest, lineMark } from '../../domain/days/line-mark.js'
import type { ClosingLink } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** A closed day as it is now. */
export interface DayNow {
  readonly changedSince: readonly string[]
  readonly sums: DaySums
  /** The lines as they were when the day was closed. */
  readonly marks: readonly LineMark[]
}

/** Lines that were of the day and are of another one now, by what their statement says: found among all of the source. */
async function movedLines(
  finance: FinanceRepository,
  source: string,
  unmet: ReadonlyMap<string, LineMark>,
): Promise<string[]> {
  const moved: string[] = []
  if (unmet.size === 0) return moved
  for await (const lines of finance.scanLines({ source })) {
    for (const line of lines) {
      const before = unmet.get(lineDigest(line))
      if (before && !isSameMark(before, lineMark(line))) moved.push(line.key)
    }
  }
  return moved
}

/** Reads the lines of a closing's day, in the order of their keys; nothing is held of one that has not changed. */
export async function dayNow(finance: FinanceRepository, link: ClosingLink): Promise<DayNow> {
  const { source, day } = link
  const marks = await finance.closingLines(link)
  const unmet = new Map(marks.map((mark) => [mark[0], mark]))
  const sums = new DaySums()
  const changed: string[] = []
  for await (const lines of finance.scanLines({ source, from: day, to: day })) {
    for (const line of lines) {
      sums.add(line)
      const mark = lineMark(line)
      const before = unmet.get(mark[0])
      if (!before || !isSameMark(before, mark)) changed.push(line.key)
      unmet.delete(mark[0])
    }
  }
  const moved = await movedLines(finance, source, unmet)
  return { changedSince: [...changed, ...moved].sort(), sums, marks }
}

/** The closing as it is shown; a reopening sums nothing up, so that nothing can have changed since. */
export async function shownClosing(finance: FinanceRepository, link: ClosingLink): Promise<Closing> {
  const { linesHash: _, ...record } = link
  const changedSince = link.kind === 'closing' ? (await dayNow(finance, link)).changedSince : []
  return { ...record, changedSince }
}
