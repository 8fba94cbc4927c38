import type { PaymentRepository } from './port.js'

/** The tenant whose payments a repository stores, where tenants share tables. */
export interface RepositoryTenant {
  readonly tenant: string
  /** True where the host has named the tenant, and not left it to the default. */
  readonly isNamed: boolean
}

/** Registered: a repository may come from another copy of the library. */
const tenantKey = Symbol.for('hospital-payments.tenant.1')

export function withTenant<Repository extends PaymentRepository>(
  repository: Repository,
  tenant: RepositoryTenant,
): Repository {
  return Object.defineProperty(repository, tenantKey, { value: tenant })
}

/** Returns the tenant of a repository; `null` for one without tenants. */
export function tenantOf(repository: PaymentRepository): RepositoryTenant | null {
  return (repository as { [tenantKey]?: RepositoryTenant })[tenantKey] ?? null
}

/**
 * Refuses a repository whose tenant was left out where the one that it stands in for has a tenant of its own: its payments would be
 * stored among those of the default tenant, and no error would say so.
 *
 * @throws TypeError
 */
export function checkTenant(former: RepositoryTenant | null, next: RepositoryTenant | null): void {
  if (!former || !next || next.isNamed || former.tenant === next.tenant) return
  throw new TypeError(
    'using: the repository of this service has a tenant, and this one names none: give it the same tenant, or use within',
  )
}
