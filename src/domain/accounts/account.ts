/** The state of an account in one currency: a row that each write of counted money on it raises. */
import { type AccountLine, isUncounted } from '../reconciliation/account-line.js'

export interface AccountState {
  readonly account: string
  readonly currency: string
  /** Credits less debits of its counted lines, exact decimal digits in minor units. */
  readonly balance: string
  /** The session that is open at this point of the counter; `null` at all other times. */
  readonly openSessionId: string | null
  /** The newest value date of its lines; `null` where it has none. */
  readonly lastDay: string | null
  /** The number of writes that raised it; above 0. */
  readonly version: number
}

/** An account in one currency. */
export type AccountKey = Pick<AccountState, 'account' | 'currency'>

/** The change of an account by a write. */
export interface AccountMove extends AccountKey {
  /** The change of its balance, in minor units. */
  readonly change: bigint
  /** The session that is open there from now on, or `null`; left out: the session stays as it is. */
  readonly openSessionId?: string | null
  /** The newest value date of the write's new lines. */
  readonly lastDay?: string | null
  /** True where the row is raised although its balance stays: of two writes that depend on it, one is decided again. */
  readonly isRaised?: true
}

/** Returns the later of two days; `null` where there is none. */
export function laterDay(day: string | null, other: string | null): string | null {
  return day !== null && (other === null || day > other) ? day : other
}

/**
 * Makes an account's next version, with its balance changed; the first one where `state` is `null`.
 *
 * @example
 * movedAccount(null, { account: 'cash.main', currency: 'ETB' }, 500n).balance // => '500'
 */
export function movedAccount(
  state: AccountState | null,
  { account, currency }: AccountKey,
  change: bigint,
  { openSessionId = state?.openSessionId ?? null, lastDay = null }: Pick<AccountMove, 'openSessionId' | 'lastDay'> = {},
): AccountState {
  return {
    account,
    currency,
    balance: (BigInt(state?.balance ?? 0) + change).toString(),
    openSessionId,
    lastDay: laterDay(state?.lastDay ?? null, lastDay),
    version: (state?.version ?? 0) + 1,
  }
}

/**
 * Returns what a line adds to the balance of its account: a credit its amount, a debit the amount below 0, and a possible
 * duplicate nothing.
 */
export function countedMoney(line: Pick<AccountLine, 'direction' | 'amount' | 'outcome'>): bigint {
  if (isUncounted(line)) return 0n
  const amount = BigInt(line.amount)
  return line.direction === 'credit' ? amount : -amount
}
