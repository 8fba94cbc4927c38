/** The state of an account in one currency: a row that each write of counted money on it raises. */
import { type AccountLine, isPossibleDuplicate } from '../reconciliation/account-line.js'

export interface AccountState {
  readonly account: string
  readonly currency: string
  /** Credits less debits of its counted lines, exact decimal digits in minor units. */
  readonly balance: string
  /** The session that is open at this point of the counter; `null` at all other times. */
  readonly openSessionId: string | null
  /** The number of writes that raised it; above 0. */
  readonly version: number
}

/** An account in one currency. */
export type AccountKey = Pick<AccountState, 'account' | 'currency'>

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
  { openSessionId = state?.openSessionId ?? null }: { openSessionId?: string | null } = {},
): AccountState {
  const balance = BigInt(state?.balance ?? 0) + change
  return { account, currency, balance: balance.toString(), openSessionId, version: (state?.version ?? 0) + 1 }
}

/**
 * Returns what a line adds to the balance of its account: a credit its amount, a debit the amount below 0, and a possible
 * duplicate nothing.
 */
export function countedMoney(line: Pick<AccountLine, 'direction' | 'amount' | 'outcome'>): bigint {
  if (isPossibleDuplicate(line)) return 0n
  const amount = BigInt(line.amount)
  return line.direction === 'credit' ? amount : -amount
}
