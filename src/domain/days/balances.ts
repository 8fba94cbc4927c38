import { firstOpenings, lastClosings, type StatementImport } from '../reconciliation/statement-import.js'
import type { DayBalance } from './day-sums.js'

/** The fields of an import that its balances depend on. */
type ImportBalances = Pick<StatementImport, 'from' | 'to' | 'statements'>

/**
 * Returns the balances of one day, by currency: the opening balance of a statement whose lines begin on that day, and
 * the closing balance of a statement whose lines end on it. A file does not name the days of the balances between
 * these.
 */
export function balancesOfDay(
  day: string,
  { beginning, ending }: { beginning: ImportBalances | null; ending: ImportBalances | null },
): ReadonlyMap<string, DayBalance> {
  const openings = beginning?.from === day ? firstOpenings(beginning.statements) : new Map<string, string>()
  const closings = ending?.to === day ? lastClosings(ending.statements) : new Map<string, string>()
  const currencies = new Set([...openings.keys(), ...closings.keys()])
  return new Map(
    Array.from(currencies, (currency) => [
      currency,
      { opening: openings.get(currency) ?? null, closing: closings.get(currency) ?? null },
    ]),
  )
}
