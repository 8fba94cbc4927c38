/** Versions of accounts in memory: of the storage in memory, and what a dry run adds to a stored one. */
import type { AccountVersion } from './port.js'

const textOf = ({ source, currency }: Pick<AccountVersion, 'source' | 'currency'>) => `${currency} ${source}`

/** The first of the accounts that has another version than a write expects, as it is now. */
export function movedAccount(
  accounts: readonly AccountVersion[],
  versionOf: (account: AccountVersion) => number,
): ({ outcome: 'account_moved' } & AccountVersion) | null {
  const moved = accounts.find((account) => versionOf(account) !== account.version)
  if (!moved) return null
  const { source, currency } = moved
  return { outcome: 'account_moved', source, currency, version: versionOf(moved) }
}

export function accountTable() {
  const accounts = new Map<string, AccountVersion>()
  return {
    version: (account: Pick<AccountVersion, 'source' | 'currency'>): number =>
      accounts.get(textOf(account))?.version ?? 0,
    raise(raised: readonly AccountVersion[]): void {
      for (const { source, currency, version } of raised) {
        accounts.set(textOf({ source, currency }), { source, currency, version: version + 1 })
      }
    },
    of: (source: string): AccountVersion[] =>
      Array.from(accounts.values()).flatMap((stored) => (stored.source === source ? [{ ...stored }] : [])),
  }
}
