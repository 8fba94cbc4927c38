/** A month of an account: its balances, its money and the targets of it, which must come to the same. */
import type { AccountLine } from '../reconciliation/account-line.js'
import type { ClosingCurrency, DayAllocation } from './closing.js'

/**
 * A month of an account in one currency. `opening + credits − debits = closing`, and credits less debits is the sum of `allocated`
 * and `open`, where debits count below 0. Amounts are exact decimal digits in minor units.
 */
export interface MonthOfAccount {
  readonly account: string
  readonly currency: string
  /** Credits less debits of all lines before the month. */
  readonly opening: string
  readonly credits: string
  readonly debits: string
  /** The sums of the allocations by direction, kind and category. */
  readonly allocated: readonly DayAllocation[]
  /** The lines of the month that are not settled, and their open money; debits count below 0. */
  readonly open: { readonly count: number; readonly amount: string }
  /** Credits less debits of all lines up to the end of the month. */
  readonly closing: string
  /** The balance before the month that a statement gives; `null` where none does. */
  readonly statedOpening: string | null
  /** The balance after the month that a statement gives; `null` where none does. */
  readonly statedClosing: string | null
  /**
   * The change between the stated balances less credits and more debits: money of which the lines are missing, or are stored twice.
   * `null` where a stated balance is `null`.
   */
  readonly unexplained: string | null
  /** Possible duplicates, which are in no sum above; debits count below 0. */
  readonly uncounted: { readonly count: number; readonly amount: string }
  /** The days at which a statement does not open where the one before it closed. */
  readonly gaps: readonly string[]
  /** Credits less debits, less the sum of allocations and open money; `'0'` unless a line was changed by hand. */
  readonly difference: string
}

/** The sums and balances of which a month is made. */
interface MonthFacts {
  readonly account: string
  /** The sums of the month's lines. */
  readonly sums: ClosingCurrency
  readonly opening: bigint
  readonly statedOpening: bigint | null
  readonly statedClosing: bigint | null
  readonly gaps: readonly string[]
}

function signed(direction: AccountLine['direction'], amount: string): bigint {
  return direction === 'credit' ? BigInt(amount) : -BigInt(amount)
}

const textOrNull = (amount: bigint | null) => (amount === null ? null : amount.toString())

/** Makes the month of an account from its sums and balances. */
export function monthOfAccount(facts: MonthFacts): MonthOfAccount {
  const { account, sums, opening, statedOpening, statedClosing, gaps } = facts
  const { currency, credits, debits, open, uncounted } = sums
  const change = BigInt(credits) - BigInt(debits)
  const allocated = sums.allocated.filter(({ amount }) => BigInt(amount) !== 0n)
  const other = allocated.reduce((sum, { direction, amount }) => sum + signed(direction, amount), BigInt(open.amount))
  const isStated = statedOpening !== null && statedClosing !== null
  return {
    account,
    currency,
    opening: opening.toString(),
    credits,
    debits,
    allocated,
    open,
    closing: (opening + change).toString(),
    statedOpening: textOrNull(statedOpening),
    statedClosing: textOrNull(statedClosing),
    unexplained: isStated ? (statedClosing - statedOpening - change).toString() : null,
    uncounted,
    gaps,
    difference: (change - other).toString(),
  }
}
