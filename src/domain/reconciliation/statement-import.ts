/** The import of one statement file, and the warnings that people check before they rely on it. */
import { plusDays } from '../calendar.js'
import type { Instant } from '../payments/payment.js'
import type { LineWarningCode, SummaryItem } from './items.js'
import type { LeftOut, StatementBalances, CurrencyAmount } from './statement-balances.js'

/**
 * The code of a warning about an import. `fewer_lines`: the file has fewer lines of a day than are stored. `balance_gap`: an
 * opening balance is not the closing balance before it. `days_missing`: days are missing between this file and the one before
 * or after it. `other_format`: the last import of the account had another format. `totals_differ`: the sums of the lines differ
 * from the file's own totals. `two_currencies`: the lines are of several currencies. `two_accounts`: the file names several
 * accounts. `nothing_booked`: the file has entries, and none of them is booked; `leftOut` of the import counts them.
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

/** A warning about an import. `day` is the first day of a warning about days. */
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
  /**
   * A digest of the file's format and of the mapping of its columns; `null` for lines that no reader of this library
   * read.
   */
  readonly layout: string | null
  readonly createdAt: Instant
  /** The end of the import; `null` where it was cut off. The same call completes it. */
  readonly completedAt: Instant | null
  /** Counts and exact sums of its lines by outcome, direction and currency. */
  readonly lines: SummaryItem['lines']
  /** Counts and exact sums of the payments of the period by outcome and currency. */
  readonly payments: SummaryItem['payments']
  /** Rows of a CSV file that are no lines, because they have no amount. */
  readonly skipped: number
  /** Entries that are no lines, because they are not booked, by their status. */
  readonly leftOut: readonly LeftOut[]
  /** The first 1,000 rows that cannot be read. */
  readonly rejected: readonly { readonly row: number; readonly reason: string }[]
  /** The number of all rows that cannot be read. */
  readonly rejectedCount: number
  /** The first and the last value date of its lines. */
  readonly from: string | null
  /** The last value date of its lines. */
  readonly to: string | null
  /** The balances of each statement in the file. */
  readonly statements: readonly StatementBalances[]
  readonly warnings: readonly ImportWarning[]
}

/** The facts of a file after an import has read it. */
export interface ImportedFile {
  /** The reader's name of it; arrays have none. */
  readonly format: string | null
  readonly leftOut: readonly LeftOut[]
  /** The number of accounts that the file names; 0 where its reader does not count them. */
  readonly accounts: number
  /** The currencies of its lines. */
  readonly currencies: ReadonlySet<string>
  /** True where it has rows that cannot be read. */
  readonly hasRejected: boolean
  /** The number of lines of each value date; rejected rows are no lines. */
  readonly linesOfDay: ReadonlyMap<string, number>
  /** The balances in the order of the file. */
  readonly statements: readonly StatementBalances[]
  /** The warnings of the run about its lines. */
  readonly noticed: readonly LineWarningCode[]
}

/** Another import of the account, beside the days of this one. */
interface NeighbourImport {
  readonly from: string
  readonly to: string
  readonly statements: readonly StatementBalances[]
}

/** The facts of the account that were stored before this import began. */
export interface KnownOfAccount {
  /** The number of lines of each day of the file. */
  readonly linesOfDay: ReadonlyMap<string, number>
  /** The format of the import before this one, where it had one. */
  readonly lastFormat: string | null
  /** The import that ends last before this one begins. */
  readonly before: NeighbourImport | null
  /** The import that begins first after this one ends. */
  readonly after: NeighbourImport | null
}

/** Returns the last closing balance of each currency. */
export function lastClosings(statements: readonly StatementBalances[]): Map<string, string> {
  return new Map(statements.flatMap(({ closing }) => (closing ? [[closing.currency, closing.amount]] : [])))
}

/** Returns the first opening balance of each currency. */
export function firstOpenings(statements: readonly StatementBalances[]): Map<string, string> {
  const openings = statements.flatMap(({ opening }) => (opening ? [opening] : []))
  return new Map(openings.reverse().map(({ currency, amount }) => [currency, amount]))
}

/**
 * Checks that the later file opens where the earlier one closed; `null` where their balances do not allow to compare.
 */
function isChained(earlier: readonly StatementBalances[], later: readonly StatementBalances[]): boolean | null {
  const closings = lastClosings(earlier)
  const pairs = [...firstOpenings(later)].flatMap(([currency, amount]) => {
    const closing = closings.get(currency)
    return closing === undefined ? [] : [BigInt(closing) === BigInt(amount)]
  })
  return pairs.length === 0 ? null : pairs.every(Boolean)
}

/** Returns the currencies in which a statement of a file does not open where the one before it closed. */
export function currenciesWithGap(statements: readonly StatementBalances[]): ReadonlySet<string> {
  const closed = new Map<string, CurrencyAmount>()
  const gaps = new Set<string>()
  for (const { opening, closing } of statements) {
    const before = opening && closed.get(opening.currency)
    if (closing) closed.set(closing.currency, closing)
    if (opening && before && BigInt(before.amount) !== BigInt(opening.amount)) gaps.add(opening.currency)
  }
  return gaps
}

/**
 * Lists the warnings between two imports, one after the other. Balances that chain prove that no day is missing,
 * whatever days had no line.
 */
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

/** Lists the warnings of an import, in the order of the days; none is left out because it may be harmless. */
export function importWarnings(file: ImportedFile, account: KnownOfAccount): readonly ImportWarning[] {
  const { format, statements, linesOfDay } = file
  const days = [...linesOfDay.keys()].sort()
  const [from, to] = [days[0], days.at(-1)]
  const fewer = days.filter((day) => linesOfDay.get(day)! < (account.linesOfDay.get(day) ?? 0))
  const { before, after, lastFormat } = account
  const hasEntries = days.length > 0 || file.hasRejected || file.leftOut.length > 0
  return [
    ...file.noticed.map((code) => ({ code })),
    ...(format !== null && lastFormat !== null && format !== lastFormat ? [{ code: 'other_format' } as const] : []),
    ...(file.currencies.size > 1 ? [{ code: 'two_currencies' } as const] : []),
    ...(file.accounts > 1 && hasEntries ? [{ code: 'two_accounts' } as const] : []),
    ...(days.length === 0 && !file.hasRejected && hasEntries ? [{ code: 'nothing_booked' } as const] : []),
    ...(statements.some(({ addsUp }) => addsUp === false) ? [{ code: 'totals_differ' } as const] : []),
    ...(currenciesWithGap(statements).size > 0 ? [{ code: 'balance_gap' } as const] : []),
    ...(before && from !== undefined ? warningsBetween(before, { from, statements }) : []),
    ...fewer.map((day) => ({ code: 'fewer_lines', day }) as const),
    ...(after && to !== undefined ? warningsBetween({ to, statements }, after) : []),
  ]
}
