import { firstOpenings, lastClosings, type StatementImport } from '../reconciliation/statement-import.js'
import type { DayBalance } from './day-sums.js'

/** What is asked of an import. */
type Stated = Pick<StatementImport, 'from' | 'to' | 'statements'>

/**
 * The balances of one day, by currency: the opening one of a statement whose lines begin on that day, and the closing one of a
 * statement whose lines end on it. A file does not say of which day the balances between these are.
 */
export function balancesOfDay(
  day: string,
  { beginning, ending }: { beginning: Stated | null; ending: Stated | null },
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
