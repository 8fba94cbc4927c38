/** The balances that an account's statements give, and the days at which two of them do not meet. */
import { plusDays } from '../calendar.js'
import {
  currenciesWithGap,
  firstOpenings,
  lastClosings,
  type StatementImport,
} from '../reconciliation/statement-import.js'

/** The days of an import's lines, and its balances in one currency. */
export interface StatedBalances {
  readonly from: string
  readonly to: string
  readonly opening: bigint | null
  readonly closing: bigint | null
  /** True where one statement of the file does not open where the one before it closed. */
  readonly hasGap: boolean
}

const amountOf = (text: string | undefined) => (text === undefined ? null : BigInt(text))

/** Returns the balances of imports in one currency, those with lines and balances alone, in the same order. */
export function statedBalances(
  imports: readonly Pick<StatementImport, 'from' | 'to' | 'statements'>[],
  currency: string,
): StatedBalances[] {
  return imports.flatMap(({ from, to, statements }) => {
    const opening = amountOf(firstOpenings(statements).get(currency))
    const closing = amountOf(lastClosings(statements).get(currency))
    if (from === null || to === null || (opening === null && closing === null)) return []
    return { from, to, opening, closing, hasGap: currenciesWithGap(statements).has(currency) }
  })
}

/** A balance at the beginning of a day; `quiet` has the days that must have no line for it to be true, or `null`. */
export interface StatedBalance {
  readonly amount: bigint
  readonly quiet: { readonly from: string; readonly to: string } | null
}

/** Returns those that end last before a day. */
function endingBefore(stated: readonly StatedBalances[], day: string): StatedBalances[] {
  const before = stated.filter(({ to, closing }) => to < day && closing !== null)
  const to = before.reduce((last, one) => (one.to > last ? one.to : last), '')
  return before.filter((one) => one.to === to)
}

/** Returns those that begin first on a day or after it. */
function beginningFrom(stated: readonly StatedBalances[], day: string): StatedBalances[] {
  const after = stated.filter(({ from, opening }) => from >= day && opening !== null)
  const [first = ''] = after.map(({ from }) => from).sort()
  return after.filter((one) => one.from === first)
}

/**
 * Finds the balance at the beginning of a day that a statement gives; `null` where none does. It is the opening of a statement that
 * begins on the day, or the closing of one that ends on the day before: first the one of `month`, of several the last of the list.
 * Where neither is there, it is the balance at which the nearest two meet, if no line lies between them.
 */
export function statedBefore(
  stated: readonly StatedBalances[],
  day: string,
  month: 'before' | 'after',
): StatedBalance | null {
  const [ending, beginning] = [endingBefore(stated, day), beginningFrom(stated, day)]
  const [left, right] = [ending.at(-1), beginning.at(-1)]
  const closing = left?.to === plusDays(day, -1) ? left.closing : null
  const opening = right?.from === day ? right.opening : null
  const exact = month === 'before' ? (closing ?? opening) : (opening ?? closing)
  if (exact !== null) return { amount: exact, quiet: null }
  const meeting = ending.find((one) => beginning.some((other) => other.opening === one.closing))
  if (!left || !right || !meeting) return null
  return { amount: meeting.closing!, quiet: { from: plusDays(left.to, 1), to: plusDays(right.from, -1) } }
}

/** Checks that two files are of the same days and balances: one was imported twice. */
function isSame(one: StatedBalances, other: StatedBalances): boolean {
  const { from, to, opening, closing } = one
  return other.from === from && other.to === to && other.opening === opening && other.closing === closing
}

/** Checks whether a statement opens where one before it closed; `null` where no statement is before it. */
function meetsOneBefore(stated: readonly StatedBalances[], one: StatedBalances): boolean | null {
  const { from, opening } = one
  const ending = endingBefore(stated, from)
  if (ending.length === 0) return null
  const ofSameDay = stated.filter((other) => other.to === from && !isSame(other, one))
  return [...ending, ...ofSameDay].some(({ closing }) => closing === opening)
}

/**
 * Lists the days at which a statement does not open where the one before it closed, of a range of days or just behind it. A file
 * does not name the days of the statements in it: a gap between two of them is one of the file's first day.
 */
export function gapsOf(
  stated: readonly StatedBalances[],
  { from, to }: { readonly from: string; readonly to: string },
): string[] {
  const isWithin = (day: string) => day >= from && day <= to
  const gaps = stated.flatMap((one) => {
    if (isWithin(one.from) && one.hasGap) return one.from
    if (one.opening === null || meetsOneBefore(stated, one) !== false) return []
    const [before] = endingBefore(stated, one.from)
    return isWithin(one.from) || isWithin(before!.to) ? one.from : []
  })
  return [...new Set(gaps)].sort()
}
