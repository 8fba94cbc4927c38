/** The lines of closed days, compared with what their closings have kept of them. */
import type { ClosingRecord } from '../../domain/days/closing.js'
import { DaySums, sumsProblem } from '../../domain/days/day-sums.js'
import { type LineMark, lineMark, marksHash } from '../../domain/days/line-mark.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { findAccountLines } from '../reconciliation/look-up.js'

/** A day as it is now, whatever it was at any of its closings. */
export interface DayNow {
  readonly marks: ReadonlyMap<string, LineMark>
  readonly sums: DaySums
}

/** Reads a day as it is now; only a mark of each line stays in memory. */
export async function dayNow(
  finance: FinanceRepository,
  { account, day }: Pick<ClosingRecord, 'account' | 'day'>,
): Promise<DayNow> {
  const sums = new DaySums()
  const marks = new Map<string, LineMark>()
  for await (const lines of finance.scanLines({ account, from: day, to: day })) {
    for (const line of lines) {
      sums.add(line)
      marks.set(line.key, lineMark(line))
    }
  }
  return { marks, sums }
}

/** A line that was changed after a version, or stored after none. */
interface ChangedLine {
  readonly key: string
  readonly after: number
  readonly version: number
}

/** The limit of the port. */
const maxHistories = 1000

/** Returns the first of these lines whose history lacks an event for a version in between: this library did not change it. */
async function changedByHand(finance: FinanceRepository, changed: readonly ChangedLine[]): Promise<string | null> {
  for (let start = 0; start < changed.length; start += maxHistories) {
    const part = changed.slice(start, start + maxHistories)
    const events = await finance.lineHistories(part.map(({ key }) => key))
    const versions = new Set(events.map(({ lineKey, version }) => `${version} ${lineKey}`))
    for (const { key, after, version } of part) {
      for (let between = after + 1; between <= version; between++) if (!versions.has(`${between} ${key}`)) return key
    }
  }
  return null
}

/**
 * Compares the lines of a closing's day, as they are `now`, with the closing. Returns the first difference or `null`: `lines`
 * where the marks that were kept with it are not what they were, the first line that is gone or was changed by hand, or a sum.
 */
export async function dayProblem(finance: FinanceRepository, link: ClosingRecord, now: DayNow): Promise<string | null> {
  const kept = await finance.closingLines(link)
  if (marksHash(kept) !== link.linesHash) return 'lines'
  if (link.kind === 'reopening') return null
  const elsewhere = kept.filter(([key]) => !now.marks.has(key)).map(([key]) => key)
  const marksElsewhere = new Map((await findAccountLines(finance, elsewhere)).map((line) => [line.key, lineMark(line)]))
  const changed: ChangedLine[] = []
  for (const [key, after, digest] of kept) {
    const [, version, digestNow] = now.marks.get(key) ?? marksElsewhere.get(key) ?? [key, 0, '']
    if (version < after || (version === after && digestNow !== digest)) return `lines.${key}`
    if (version > after) changed.push({ key, after, version })
  }
  const before = new Set(kept.map(([key]) => key))
  for (const [key, version] of now.marks.values()) if (!before.has(key)) changed.push({ key, after: 0, version })
  const byHand = await changedByHand(finance, changed)
  if (byHand !== null) return `lines.${byHand}`
  return changed.length > 0 ? null : sumsProblem(link.currencies, now.sums.currencies())
}
