/** The sums of a month of an account: those of its closings, with what changed since, and of the lines of its other days. */
import { daysBetween, runsOfDays } from '../../domain/calendar.js'
import type { ClosingRecord } from '../../domain/days/closing.js'
import { DaySums } from '../../domain/days/day-sums.js'
import { lineAtVersion } from '../../domain/days/line-before.js'
import type { AccountLine, LineEvent } from '../../domain/reconciliation/account-line.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { findAccountLines } from '../reconciliation/look-up.js'
import { carriedOfDays, hasArchivedLines } from '../archived/archived-lines.js'
import { type ChangesSince, comparedClosings } from './changed-since.js'
import { groupedBy } from '../../internal/grouped-by.js'

/** Days of one account, both inclusive. */
interface DaysOfAccount {
  readonly account: string
  readonly from: string
  readonly to: string
}

/** The number of lines whose histories are read at a time; the limit of the port. */
const linesAtOnce = 1000

interface ClosedDay extends ChangesSince {
  readonly closing: ClosingRecord
}

/** Compares the days that are closed with their closings. */
async function closedDays(finance: FinanceRepository, { account, from, to }: DaysOfAccount): Promise<ClosedDay[]> {
  const links = await finance.findClosings(daysBetween(from, to).map((day) => ({ account, day })))
  return Array.from(await comparedClosings(finance, links), ([closing, changes]) => ({ closing, ...changes }))
}

/** The lines that have changed since their days were closed, as they are now, and their later events. */
interface ChangedLines {
  readonly lines: ReadonlyMap<string, AccountLine>
  readonly events: ReadonlyMap<string, readonly LineEvent[]>
}

async function readChanged(finance: FinanceRepository, days: readonly ClosedDay[]): Promise<ChangedLines> {
  const changed = days.flatMap((day) => day.changed)
  const lines = new Map<string, AccountLine>()
  const events: LineEvent[] = []
  for (let start = 0; start < changed.length; start += linesAtOnce) {
    const part = changed.slice(start, start + linesAtOnce)
    // The lines before their events: each event up to a line's version is stored.
    for (const line of await findAccountLines(
      finance,
      part.map(({ key }) => key),
    ))
      lines.set(line.key, line)
    const known = part.filter(({ before }) => before > 0).map(({ key }) => key)
    for (const event of await finance.lineHistories(known)) events.push(event)
  }
  return { lines, events: groupedBy(events, ({ lineKey }) => lineKey) }
}

/** The change of one line: as the closing has it, or `null` where it was stored later, and as it is now. */
type LineChangeSince = readonly [before: AccountLine | null, line: AccountLine]

/** Returns the changes of a day's lines since it was closed; `null` where their events do not show what the closing has of a line. */
function changesOf({ closing, changed, gone }: ClosedDay, { lines, events }: ChangedLines): LineChangeSince[] | null {
  if (gone.length > 0) return null
  const changes: LineChangeSince[] = []
  for (const { key, before } of changed) {
    const line = lines.get(key)
    if (line?.valueDate !== closing.day) return null
    const former = before === 0 ? null : lineAtVersion(line, before, events.get(key) ?? [])
    if (before > 0 && !former) return null
    changes.push([former, line])
  }
  return changes
}

/**
 * Sums an account's days up. Of a closed day, only lines that have changed since are read; where their events do not show the
 * change, the lines of that day are read as those of an open one.
 */
export async function sumsOfDays(finance: FinanceRepository, days: DaysOfAccount): Promise<DaySums> {
  const hasArchived = await hasArchivedLines(finance)
  const closed = await closedDays(finance, days)
  const changed = await readChanged(finance, closed)
  const sums = new DaySums()
  const summed = new Set<string>()
  for (const day of closed) {
    const changes = changesOf(day, changed)
    if (!changes) continue
    summed.add(day.closing.day)
    sums.addClosing(day.closing)
    for (const [before, line] of changes) {
      if (before) sums.replace(before, line)
      else sums.add(line)
    }
  }
  const others = daysBetween(days.from, days.to).filter((day) => !summed.has(day))
  for (const range of runsOfDays(others)) {
    for await (const lines of finance.scanLines({ account: days.account, ...range })) {
      for (const line of lines) sums.add(line)
    }
    if (!hasArchived) continue
    for (const { sums: currencies } of (await carriedOfDays(finance, { account: days.account, ...range })).values())
      sums.addClosing({ currencies })
  }
  return sums
}
