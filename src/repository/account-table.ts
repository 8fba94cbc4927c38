/** Versions of accounts, for the storage in memory. */
import type { AccountVersion } from './port.js'

const textOf = ({ account, currency }: Pick<AccountVersion, 'account' | 'currency'>) => `${currency} ${account}`

/**
 * Finds the first of the accounts whose version is not the one that a write expects, and returns it with its version now;
 * `null` where all are as expected.
 */
export function movedAccount(
  accounts: readonly AccountVersion[],
  versionOf: (account: AccountVersion) => number,
): ({ outcome: 'account_moved' } & AccountVersion) | null {
  const conflict = accounts.find((account) => versionOf(account) !== account.version)
  if (!conflict) return null
  const { account, currency } = conflict
  return { outcome: 'account_moved', account, currency, version: versionOf(conflict) }
}

export function accountTable() {
  const accounts = new Map<string, AccountVersion>()
  return {
    version: (account: Pick<AccountVersion, 'account' | 'currency'>): number =>
      accounts.get(textOf(account))?.version ?? 0,
    raise(versions: readonly AccountVersion[]): void {
      for (const { account, currency, version } of versions) {
        accounts.set(textOf({ account, currency }), { account, currency, version: version + 1 })
      }
    },
    of: (account: string): AccountVersion[] =>
      Array.from(accounts.values()).flatMap((stored) => (stored.account === account ? [{ ...stored }] : [])),
  }
}
