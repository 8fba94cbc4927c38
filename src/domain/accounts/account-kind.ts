/** The kinds of accounts: those of banks and providers, whose statements are imported, and those that the library keeps. */

/**
 * The kind of an account. `statement`: its lines come from files; `cash`: a point, a safe or another place of cash;
 * `waiver`: a scheme that pays for poor patients; `provider`: the balance at a provider of payments.
 */
export type AccountKind = 'statement' | 'cash' | 'waiver' | 'provider'

/** Returns the account of a point, such as a window or a till: `cash.window-2`. */
export function cashAccountOf(point: string): string {
  return `cash.${point}`
}

export function isCashAccount(account: string): boolean {
  return account.startsWith('cash.')
}

/** Checks that an account has the lines of waivers, which waivers alone change. */
export function isWaiverAccount(account: string): boolean {
  return account.startsWith('waiver.')
}

/** Returns the kind of an account; those of `providers` are the accounts of the service's providers. */
export function kindOfAccount(account: string, providers?: ReadonlySet<string>): AccountKind {
  if (isCashAccount(account)) return 'cash'
  if (isWaiverAccount(account)) return 'waiver'
  return providers?.has(account) ? 'provider' : 'statement'
}

/** Checks that the library itself keeps an account: its lines are recorded by people and never imported. */
export function isOwnAccount(account: string): boolean {
  return isCashAccount(account) || isWaiverAccount(account)
}
