/** The lines of a closed day that changed after it was closed, compared anew at each read. */
import type { Closing, ClosingRecord } from '../../domain/days/closing.js'
import type { LineMark, LineVersion } from '../../domain/days/line-mark.js'
import { allAtMost } from '../../internal/all-at-most.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { groupedBy } from '../../internal/grouped-by.js'
import { type ArchivedLinesOfDay, archivedLinesOfDay, hasArchivedLines } from '../archived/archived-lines.js'

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
export function changesSince(kept: readonly LineMark[], now: readonly LineVersion[]): ChangesSince {
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
export async function versionsOfDay(
  finance: FinanceRepository,
  { account, day }: { account: string; day: string },
  hasArchived: boolean,
): Promise<VersionsOfDay> {
  const versions = await finance.lineVersions({ account, day })
  if (!hasArchived) return { all: versions, archived: noArchived }
  const archived = await archivedLinesOfDay(finance, { account, day })
  // One that is moved in between is in both.
  return { all: [...new Map([...versions, ...archived.versions])], archived }
}

/**
 * Adds to closings the lines that changed since and those that were moved, in the same order. The key and the version of each
 * line of a day are read once, however often the day was closed; the lines themselves are not read.
 */
export async function closingsWithChanges(
  finance: FinanceRepository,
  links: readonly ClosingRecord[],
): Promise<Closing[]> {
  // A reopening sums nothing up, so that nothing can have changed since.
  const all = links.filter(({ kind }) => kind === 'closing')
  const days = groupedBy(all, ({ day, account }) => `${day} ${account}`)
  const hasArchived = all.length > 0 && (await hasArchivedLines(finance))
  const added = new Map<ClosingRecord, Omit<Closing, keyof ClosingRecord>>()
  await allAtMost(
    daysAtOnce,
    Array.from(days.values(), (closings) => async () => {
      const { account, day } = closings[0]!
      const now = await versionsOfDay(finance, { account, day }, hasArchived)
      const { versions, tables } = now.archived
      for (const closing of closings)
        added.set(closing, {
          changedSince: keysOf(changesSince(await finance.closingLines(closing), now.all)),
          ...(versions.length > 0 && { archived: { lines: versions.length, tables } }),
        })
    }),
  )
  return links.map((link) => ({ ...link, ...(added.get(link) ?? { changedSince: [] }) }))
}

/** Adds to one closing the lines that changed since and those that were moved. */
export async function closingWithChanges(finance: FinanceRepository, link: ClosingRecord): Promise<Closing> {
  const [closing] = await closingsWithChanges(finance, [link])
  return closing!
}
