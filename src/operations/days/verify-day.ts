/** The lines of closed days, compared with what their closings have kept of them. */
import type { ClosingRecord } from '../../domain/days/closing.js'
import { DaySums, sumsProblem } from '../../domain/days/day-sums.js'
import { type LineMark, lineMark, marksHash } from '../../domain/days/line-mark.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { archivedLinesOfDays, carriedOfDay, findArchivedLines } from '../archived/archived-lines.js'
import { findAccountLines } from '../reconciliation/look-up.js'

/** A day as it is now, whatever it was at any of its closings. */
export interface DayNow {
  readonly marks: ReadonlyMap<string, LineMark>
  readonly sums: DaySums
  /** The keys of lines that were moved to other tables. */
  readonly archived: ReadonlySet<string>
}

/** Reads a day as it is now; only a mark of each line stays in memory. Lines may be moved meanwhile, but not for ever. */
export async function dayNow(
  finance: FinanceRepository,
  ofDay: Pick<ClosingRecord, 'account' | 'day'>,
  hasArchived: boolean,
): Promise<DayNow> {
  if (!hasArchived) return linesNow(finance, ofDay)
  for (;;) {
    const before = await carriedOfDay(finance, ofDay)
    const { marks, sums } = await linesNow(finance, ofDay)
    const archived = new Set<string>()
    const all = new Map(marks)
    const { account, day } = ofDay
    for await (const { key, version, digest } of archivedLinesOfDays(finance, { account, from: day, to: day })) {
      archived.add(key)
      all.set(key, [key, version, digest])
    }
    const after = await carriedOfDay(finance, ofDay)
    if (before?.version !== after?.version) continue
    if (after) sums.addClosing({ currencies: after.sums })
    return { marks: all, sums, archived }
  }
}

/** Reads the lines of a day that were not moved. */
async function linesNow(
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
  return { marks, sums, archived: new Set() }
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

/** Adds the marks of lines of another day that were moved, and returns their keys. */
async function findArchivedElsewhere(
  finance: FinanceRepository,
  elsewhere: readonly string[],
  marks: Map<string, LineMark>,
): Promise<ReadonlySet<string>> {
  const missing = elsewhere.filter((key) => !marks.has(key))
  const archived = missing.length > 0 ? await findArchivedLines(finance, missing) : []
  for (const { lineKey, lineVersion, digest } of archived) marks.set(lineKey, [lineKey, lineVersion, digest])
  return new Set(archived.map(({ lineKey }) => lineKey))
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
  const archivedElsewhere = await findArchivedElsewhere(finance, elsewhere, marksElsewhere)
  const changed: ChangedLine[] = []
  for (const [key, after, digest] of kept) {
    const [, version, digestNow] = now.marks.get(key) ?? marksElsewhere.get(key) ?? [key, 0, '']
    if (version < after || (version === after && digestNow !== digest)) return `lines.${key}`
    if (version > after) changed.push({ key, after, version })
  }
  const before = new Set(kept.map(([key]) => key))
  for (const [key, version] of now.marks.values()) if (!before.has(key)) changed.push({ key, after: 0, version })
  // The history of a line that was moved is where the line is.
  const isHere = ({ key }: ChangedLine) => !now.archived.has(key) && !archivedElsewhere.has(key)
  const byHand = await changedByHand(finance, changed.filter(isHere))
  if (byHand !== null) return `lines.${byHand}`
  return changed.length > 0 ? null : sumsProblem(link.currencies, now.sums.currencies())
}
