/** Versions of accounts in memory: of the storage in memory, and what a dry run adds to a stored one. */
import type { AccountVersion } from './port.js'

const textOf = ({ account, currency }: Pick<AccountVersion, 'account' | 'currency'>) => `${currency} ${account}`

/** The first of the accounts that has another version than a write expects, as it is now. */
export function movedAccount(
  accounts: readonly AccountVersion[],
  versionOf: (account: AccountVersion) => number,
): ({ outcome: 'account_moved' } & AccountVersion) | null {
  const moved = accounts.find((account) => versionOf(account) !== account.version)
  if (!moved) return null
  const { account, currency } = moved
  return { outcome: 'account_moved', account, currency, version: versionOf(moved) }
}

export function accountTable() {
  const accounts = new Map<string, AccountVersion>()
  return {
    version: (account: Pick<AccountVersion, 'account' | 'currency'>): number =>
      accounts.get(textOf(account))?.version ?? 0,
    raise(raised: readonly AccountVersion[]): void {
      for (const { account, currency, version } of raised) {
        accounts.set(textOf({ account, currency }), { account, currency, version: version + 1 })
      }
    },
    of: (account: string): AccountVersion[] =>
      Array.from(accounts.values()).flatMap((stored) => (stored.account === account ? [{ ...stored }] : [])),
  }
}
