/** Lines that an archive has moved to other tables: what stays of them is known again, and counts in days and balances. */
import { plusDays } from '../../domain/calendar.js'
import type { LineVersion } from '../../domain/days/line-mark.js'
import type { OriginalLine } from '../../domain/reconciliation/duplicates.js'
import { isLineKey, type MarkKind } from '../../domain/reconciliation/line-key.js'
import { lineIsArchived, lineNotFound } from '../../domain/not-found.js'
import type { PaymentError } from '../../errors.js'
import type { Aggregate } from '../../repository/aggregates/aggregate.js'
import {
  type ArchivedLine,
  archivedLines,
  type CarriedForward,
  carriedForward,
} from '../../repository/aggregates/archived-lines.js'
import type { AggregateStorage } from '../../repository/aggregates/port.js'
import { markFields } from '../../repository/aggregates/line-columns.js'
import { maxKeys } from '../../repository/checks.js'

type Reads = Pick<AggregateStorage, 'findRows'>
type Pages = Pick<AggregateStorage, 'pageRows'>

/** An account, and a range of days, both inclusive. */
interface AccountDays {
  readonly account: string
  readonly from: string
  readonly to: string
}

const limit = 1000

/**
 * Returns true where lines were moved. It is asked behind the look-up of lines that were not: one that is moved in between was found
 * there.
 */
export async function hasArchivedLines(storage: Pages): Promise<boolean> {
  return (await storage.pageRows(carriedForward, { list: 'account', direction: 'asc', limit: 1 })).length > 0
}

/** Returns a moved line as a new one is compared with it. All of its money was allocated. */
function originalOf({ lineKey: key, ...line }: ArchivedLine): OriginalLine {
  return { ...line, key, outcome: 'matched' }
}

async function findRows(storage: Reads, field: string, values: readonly string[]): Promise<ArchivedLine[]> {
  const rows: ArchivedLine[] = []
  const sought = [...new Set(values)]
  for (let first = 0; first < sought.length; first += maxKeys)
    for (const { row } of await storage.findRows(archivedLines, field, sought.slice(first, first + maxKeys)))
      rows.push(row)
  return rows
}

/** Finds the moved lines with one of these keys. */
export function findArchivedLines(storage: Reads, keys: readonly string[]): Promise<ArchivedLine[]> {
  return findRows(storage, 'lineKey', keys)
}

/** Makes the error for a line that is not stored here: it was moved, or nothing has its key. */
export async function lineNotHere(storage: Reads, key: string): Promise<PaymentError<'line_not_found'>> {
  const [line] = isLineKey(key) ? await findArchivedLines(storage, [key]) : []
  return line ? lineIsArchived(key, line.movedTo) : lineNotFound(key)
}

/** Finds the moved lines that were stored with one of these marks. */
export async function findArchivedByMarks(
  storage: Reads,
  kind: MarkKind,
  marks: readonly string[],
): Promise<{ mark: string; line: OriginalLine }[]> {
  const field = markFields[kind]
  return (await findRows(storage, field, marks)).map((row) => ({ mark: row[field]!, line: originalOf(row) }))
}

/** Reads the rows of an account's days, in the order of a list that begins with the day. */
async function* rowsOfDays<Row extends object>(
  storage: Pages,
  of: Aggregate<Row>,
  list: string,
  { account, from, to }: AccountDays,
): AsyncGenerator<Row> {
  const placeOf = (row: Row) => of.lists[list]!.order.map((field) => row[field as keyof Row] as string)
  for (let after: readonly string[] | undefined; ;) {
    const query = { list, where: { account }, from, before: plusDays(to, 1), direction: 'asc', limit, after } as const
    const page: readonly Row[] = await storage.pageRows(of, query)
    yield* page
    if (page.length < limit) return
    after = placeOf(page.at(-1)!)
  }
}

/** Reads the moved lines of days, in the order of their days. */
export async function* archivedLinesOfDays(
  storage: Pages,
  days: AccountDays,
): AsyncGenerator<OriginalLine & { readonly version: number; readonly digest: string }> {
  for await (const row of rowsOfDays(storage, archivedLines, 'account', days))
    yield { ...originalOf(row), version: row.lineVersion, digest: row.digest }
}

/** The lines of a day that were moved. */
export interface ArchivedLinesOfDay {
  /** The key and the version of each. */
  readonly versions: readonly LineVersion[]
  /** The beginnings of the names of the tables that have them, in the order of their text. */
  readonly tables: readonly string[]
}

/** Reads the lines of a day that were moved. */
export async function archivedLinesOfDay(
  storage: Pages,
  { account, day }: { account: string; day: string },
): Promise<ArchivedLinesOfDay> {
  const versions: LineVersion[] = []
  const tables = new Set<string>()
  for await (const row of rowsOfDays(storage, archivedLines, 'account', { account, from: day, to: day })) {
    versions.push([row.lineKey, row.lineVersion])
    tables.add(row.movedTo)
  }
  return { versions, tables: [...tables].sort() }
}

/** Returns what moved lines have left behind, by the days of these that have any. */
export async function carriedOfDays(storage: Pages, days: AccountDays): Promise<ReadonlyMap<string, CarriedForward>> {
  const carried = new Map<string, CarriedForward>()
  for await (const row of rowsOfDays(storage, carriedForward, 'day', days)) carried.set(row.day, row)
  return carried
}

/** Finds what moved lines have left behind of one day; `null` where none was moved. */
export async function carriedOfDay(
  storage: Pages,
  { account, day }: { account: string; day: string },
): Promise<CarriedForward | null> {
  return (await carriedOfDays(storage, { account, from: day, to: day })).get(day) ?? null
}
