/** The import of one statement file, and what is to be looked at before it is believed. */
import { plusDays } from '../calendar.js'
import type { Instant } from '../payments/payment.js'
import type { LineWarningCode, SummaryItem } from './items.js'
import type { LeftOut, StatementBalances, CurrencyAmount } from './statement-balances.js'

/**
 * `fewer_lines`: the file holds a day with fewer lines than are stored of it. `balance_gap`: a balance does not open where
 * the one before it closed. `days_missing`: there are days between this file and its neighbour. `other_format`: the account
 * was imported from another format last. `totals_differ`: the file's lines do not come to its own totals. `two_currencies`: its
 * lines are of several currencies. `two_accounts`: it names several accounts. `nothing_booked`: it has entries, and none of them is
 * booked; `leftOut` of the import counts them.
 */
export type ImportWarningCode =
  | 'fewer_lines'
  | 'balance_gap'
  | 'days_missing'
  | 'other_format'
  | 'totals_differ'
  | 'two_currencies'
  | 'two_accounts'
  | 'nothing_booked'
  | LineWarningCode

/** `day`: the first one that it is about, where it is about days. */
export interface ImportWarning {
  readonly code: ImportWarningCode
  readonly day?: string
}

/** One call that imported a statement. */
export interface StatementImport {
  /** `imp_…` */
  readonly id: string
  readonly account: string
  readonly actor: string | null
  readonly fileName: string | null
  /** A digest of the file's format and of the mapping of its columns; `null` for lines that no reader of this library read. */
  readonly layout: string | null
  readonly createdAt: Instant
  /** `null` where it was cut off; the same call again brings it to its end. */
  readonly completedAt: Instant | null
  readonly lines: SummaryItem['lines']
  readonly payments: SummaryItem['payments']
  /** Rows of a CSV file that are no lines, because they have no amount. */
  readonly skipped: number
  /** Entries that are no lines, because they are not booked, by their status. */
  readonly leftOut: readonly LeftOut[]
  /** The first 1,000 rows that cannot be read. */
  readonly rejected: readonly { readonly row: number; readonly reason: string }[]
  readonly rejectedCount: number
  /** The first and the last value date of its lines. */
  readonly from: string | null
  readonly to: string | null
  readonly statements: readonly StatementBalances[]
  readonly warnings: readonly ImportWarning[]
}

/** What an import knows of its file when it has been read. */
export interface ImportedFile {
  /** The reader's name of it; arrays have none. */
  readonly format: string | null
  readonly leftOut: readonly LeftOut[]
  /** How many accounts it names; 0 where its reader knows none. */
  readonly accounts: number
  /** Of its lines. */
  readonly currencies: ReadonlySet<string>
  /** Whether it has rows that cannot be read. */
  readonly hasRejected: boolean
  /** How many lines each value date has; rejected rows are no lines. */
  readonly linesOfDay: ReadonlyMap<string, number>
  /** In the order of the file. */
  readonly statements: readonly StatementBalances[]
  /** What the run noticed of its lines. */
  readonly noticed: readonly LineWarningCode[]
}

/** Another import of the account, beside the days of this one. */
export interface NeighbourImport {
  readonly from: string
  readonly to: string
  readonly statements: readonly StatementBalances[]
}

/** What was stored of the account before this import began. */
export interface KnownOfAccount {
  /** Of the days of the file. */
  readonly linesOfDay: ReadonlyMap<string, number>
  /** Of the import before this one, where it had one. */
  readonly lastFormat: string | null
  /** The import that ends last before this one begins. */
  readonly before: NeighbourImport | null
  /** The import that begins first after this one ends. */
  readonly after: NeighbourImport | null
}

/** The last closing balance of each currency. */
export function lastClosings(statements: readonly StatementBalances[]): Map<string, string> {
  return new Map(statements.flatMap(({ closing }) => (closing ? [[closing.currency, closing.amount]] : [])))
}

/** The first opening balance of each currency. */
export function firstOpenings(statements: readonly StatementBalances[]): Map<string, string> {
  const openings = statements.flatMap(({ opening }) => (opening ? [opening] : []))
  return new Map(openings.reverse().map(({ currency, amount }) => [currency, amount]))
}

/** Whether one file goes on where the other ended; `null` where their balances do not say. */
function isChained(earlier: readonly StatementBalances[], later: readonly StatementBalances[]): boolean | null {
  const closings = lastClosings(earlier)
  const pairs = [...firstOpenings(later)].flatMap(([currency, amount]) => {
    const closing = closings.get(currency)
    return closing === undefined ? [] : [BigInt(closing) === BigInt(amount)]
  })
  return pairs.length === 0 ? null : pairs.every(Boolean)
}

/** Within a file each statement opens where the one before it, of its currency, closed. */
function hasGap(statements: readonly StatementBalances[]): boolean {
  const closed = new Map<string, CurrencyAmount>()
  return statements.some(({ opening, closing }) => {
    const before = opening && closed.get(opening.currency)
    if (closing) closed.set(closing.currency, closing)
    return opening && before ? BigInt(before.amount) !== BigInt(opening.amount) : false
  })
}

/** Two imports one after the other: balances that chain leave no day out, whatever days had no line. */
function warningsBetween(
  earlier: { to: string; statements: readonly StatementBalances[] },
  later: { from: string; statements: readonly StatementBalances[] },
): ImportWarning[] {
  const chained = isChained(earlier.statements, later.statements)
  const next = plusDays(earlier.to, 1)
  return [
    ...(chained === false ? [{ code: 'balance_gap', day: later.from } as const] : []),
    ...(chained !== true && next < later.from ? [{ code: 'days_missing', day: next } as const] : []),
  ]
}

/** What people have to look at, in the order of the days; nothing is left out because it may be harmless. */
export function importWarnings(file: ImportedFile, known: KnownOfAccount): readonly ImportWarning[] {
  const { format, statements, linesOfDay } = file
  const days = [...linesOfDay.keys()].sort()
  const [from, to] = [days[0], days.at(-1)]
  const fewer = days.filter((day) => linesOfDay.get(day)! < (known.linesOfDay.get(day) ?? 0))
  const { before, after, lastFormat } = known
  const hasEntries = days.length > 0 || file.hasRejected || file.leftOut.length > 0
  return [
    ...file.noticed.map((code) => ({ code })),
    ...(format !== null && lastFormat !== null && format !== lastFormat ? [{ code: 'other_format' } as const] : []),
    ...(file.currencies.size > 1 ? [{ code: 'two_currencies' } as const] : []),
    ...(file.accounts > 1 && hasEntries ? [{ code: 'two_accounts' } as const] : []),
    ...(days.length === 0 && !file.hasRejected && hasEntries ? [{ code: 'nothing_booked' } as const] : []),
    ...(statements.some(({ addsUp }) => addsUp === false) ? [{ code: 'totals_differ' } as const] : []),
    ...(hasGap(statements) ? [{ code: 'balance_gap' } as const] : []),
    ...(before && from !== undefined ? warningsBetween(before, { from, statements }) : []),
    ...fewer.map((day) => ({ code: 'fewer_lines', day }) as const),
    ...(after && to !== undefined ? warningsBetween({ to, statements }, after) : []),
  ]
}
