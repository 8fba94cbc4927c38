/** The lines of a closed day that changed after it was closed, compared anew at each read. */
import { runsOfDays } from '../../domain/calendar.js'
import type { Closing, ClosingRecord } from '../../domain/days/closing.js'
import type { LineMark, LineVersion } from '../../domain/days/line-mark.js'
import { allAtMost } from '../../internal/all-at-most.js'
import { forEachAtMost } from '../../internal/for-each-at-most.js'
import { groupedBy } from '../../internal/grouped-by.js'
import type { LineCount, LinesOfLink } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import {
  type ArchivedLinesOfDay,
  archivedLinesOfDay,
  carriedOfDays,
  hasArchivedLines,
} from '../archived/archived-lines.js'

/** The number of days that are compared at a time, each by a read of its own. */
const daysAtOnce = 4

/** The lines of a day that are not as its closing has them. */
export interface ChangesSince {
  /** The lines that were stored or changed since, with the version in the closing; 0 for one that was stored later. */
  readonly changed: readonly { readonly key: string; readonly before: number }[]
  /** The keys of lines that are gone, or of another day now. */
  readonly gone: readonly string[]
}

/** Compares the lines that a closing has with those that the day has now. */
function changesSince(kept: readonly LineMark[], now: readonly LineVersion[]): ChangesSince {
  const versions = new Map(kept.map(([key, version]) => [key, version]))
  const changed: { key: string; before: number }[] = []
  for (const [key, version] of now) {
    const before = versions.get(key) ?? 0
    if (before !== version) changed.push({ key, before })
    versions.delete(key)
  }
  return { changed, gone: [...versions.keys()] }
}

function keysOf({ changed, gone }: ChangesSince): string[] {
  return [...changed.map(({ key }) => key), ...gone].sort()
}

/** The key and the version of each line of a day. */
interface VersionsOfDay {
  /** The versions of all lines, those that were moved included. */
  readonly all: readonly LineVersion[]
  /** The lines that were moved. */
  readonly archived: ArchivedLinesOfDay
}

const noArchived: ArchivedLinesOfDay = { versions: [], tables: [] }

/** Lists the key and the version of each line of a day; `hasArchived` is false where none was moved of any day. */
async function versionsOfDay(
  finance: FinanceRepository,
  { account, day }: AccountDay,
  hasArchived: boolean,
): Promise<VersionsOfDay> {
  const versions = await finance.lineVersions({ account, day })
  if (!hasArchived) return { all: versions, archived: noArchived }
  const archived = await archivedLinesOfDay(finance, { account, day })
  // One that is moved in between is in both.
  return { all: [...new Map([...versions, ...archived.versions])], archived }
}

/** A day of an account. */
interface AccountDay {
  readonly account: string
  readonly day: string
}

/** Returns a text that identifies a day of an account. */
const dayText = ({ account, day }: AccountDay): string => `${day} ${account}`

/** A closing beside the lines of its day as they are now. */
interface ComparedClosing extends ChangesSince {
  readonly archived: ArchivedLinesOfDay
}

const unchanged: ComparedClosing = { changed: [], gone: [], archived: noArchived }

/** The number of days whose closings are counted at a time; the limit of the port. */
const countedAtOnce = 1000

/**
 * Returns those of the closings of which no line was stored, changed or moved since, by counts alone. A line never leaves a closed
 * day, except for an archive, and each change raises its version: the day has as many lines as its last closing, and their versions
 * have the same sum, only while each is as it was.
 */
async function unchangedClosings(
  finance: FinanceRepository,
  closings: readonly ClosingRecord[],
): Promise<ClosingRecord[]> {
  const days = [...new Map(closings.map((closing) => [dayText(closing), closing])).values()]
  const last = new Map<string, LinesOfLink>()
  for (let start = 0; start < days.length; start += countedAtOnce)
    for (const lines of await finance.countClosingLines(days.slice(start, start + countedAtOnce)))
      last.set(dayText(lines), lines)
  const runs = [...groupedBy(days, ({ account }) => account)].flatMap(([account, ofAccount]) =>
    runsOfDays(ofAccount.map(({ day }) => day).sort()).map((run) => ({ account, ...run })),
  )
  const now = new Map<string, LineCount>()
  await forEachAtMost(daysAtOnce, runs, async (run) => {
    for (const lines of await finance.countLines(run)) now.set(dayText({ ...run, day: lines.day }), lines)
  })
  // Behind the counts: lines that are moved after them were counted.
  const moved = new Set<string>()
  if (days.length > 0 && (await hasArchivedLines(finance)))
    await forEachAtMost(daysAtOnce, runs, async (run) => {
      for (const day of (await carriedOfDays(finance, run)).keys()) moved.add(dayText({ ...run, day }))
    })
  return closings.filter((closing) => {
    const place = dayText(closing)
    const [closed, { count, versions }] = [last.get(place), now.get(place) ?? { count: 0, versions: 0 }]
    const isLast = closed?.sequence === closing.sequence
    return isLast && closed.count === count && closed.versions === versions && !moved.has(place)
  })
}

/**
 * Compares closings with the lines that their days have now; reopenings are left out. Where counts show a change, the key and the
 * version of each line of that day are read once, however often the day was closed; the lines themselves are not read.
 */
export async function comparedClosings(
  finance: FinanceRepository,
  links: readonly ClosingRecord[],
): Promise<ReadonlyMap<ClosingRecord, ComparedClosing>> {
  // A reopening sums nothing up, so that nothing can have changed since.
  const closings = links.filter(({ kind }) => kind === 'closing')
  const compared = new Map<ClosingRecord, ComparedClosing>()
  for (const closing of await unchangedClosings(finance, closings)) compared.set(closing, unchanged)
  const others = closings.filter((closing) => !compared.has(closing))
  const hasArchived = others.length > 0 && (await hasArchivedLines(finance))
  const days = groupedBy(others, dayText)
  await allAtMost(
    daysAtOnce,
    Array.from(days.values(), (ofDay) => async () => {
      const { all, archived } = await versionsOfDay(finance, ofDay[0]!, hasArchived)
      for (const closing of ofDay)
        compared.set(closing, { ...changesSince(await finance.closingLines(closing), all), archived })
    }),
  )
  return compared
}

/** Adds to closings the lines that changed since and those that were moved, in the same order. */
export async function closingsWithChanges(
  finance: FinanceRepository,
  links: readonly ClosingRecord[],
): Promise<Closing[]> {
  const compared = await comparedClosings(finance, links)
  return links.map((link) => {
    const { archived, ...changes } = compared.get(link) ?? unchanged
    const { versions, tables } = archived
    return {
      ...link,
      changedSince: keysOf(changes),
      ...(versions.length > 0 && { archived: { lines: versions.length, tables } }),
    }
  })
}

/** Adds to one closing the lines that changed since and those that were moved. */
export async function closingWithChanges(finance: FinanceRepository, link: ClosingRecord): Promise<Closing> {
  const [closing] = await closingsWithChanges(finance, [link])
  return closing!
}
