import type { Page } from '../domain/report.js'
import type { Account } from '../operations/accounts/list-accounts.js'
import type { Context } from '../operations/context.js'
import type { AccountsQuery, BalanceQuery } from '../operations/input/account-calls.js'
import { called } from './on-first-call.js'

/**
 * The functions of accounts: of banks and providers, whose statements are imported, and of points of cash, whose movements
 * people record.
 *
 * Every function rejects with `internal_error` where the repository stores no statement lines.
 */
export interface AccountFunctions {
  /**
   * Lists accounts by name, a page at a time, with what each holds. A possible duplicate counts in no balance.
   *
   * @throws PaymentError `invalid_request`, `invalid_cursor`
   * @example
   * const { items } = await payments.accounts.list()
   * items.map(({ account, kind }) => `${account} is of ${kind}`) // => ['cbe-1000 is of statement']
   */
  list(query?: AccountsQuery): Promise<Page<Account>>
  /**
   * Returns credits less debits of an account's lines, or of those valued up to a day, as exact decimal digits in minor units;
   * `'0'` for an unknown account.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * await payments.accounts.balance({ account: 'cash.window-1', currency: 'ETB' }) // => '0'
   */
  balance(query: BalanceQuery): Promise<string>
}

export function accountFunctions(context: Context): AccountFunctions {
  return Object.freeze<AccountFunctions>({
    list: called(context, (all) => all.listAccounts),
    balance: called(context, (all) => all.accountBalance),
  })
}
