import type { AccountState } from '../../domain/accounts/account.js'
import { aggregate } from './aggregate.js'
import { document, key, orNull, positive } from './column.js'

/**
 * The balances of accounts, one row an account and currency. Lines are decided under the version of their account's row, so
 * writes on the lines of an account follow one another.
 */
export const accounts = aggregate<AccountState>({
  name: 'accounts',
  columns: {
    account: key(1020),
    currency: key(3),
    // Exact digits: a sum of lines may pass 2^63.
    balance: key(40),
    byMonth: document,
    openSessionId: orNull(key(64)),
    lastDay: orNull(key(10)),
    version: positive,
  },
  beside: {},
  key: ['account', 'currency'],
  lists: { account: { order: ['account', 'currency'] } },
  isShort: true,
})
