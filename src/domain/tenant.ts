/** The names of tenants: the hospitals that share tables, or a server. */

/** The tenant where none is named. */
export const defaultTenant = 'default'

/** The longest name of a tenant, in bytes of UTF-8. */
export const maxTenantLength = 255

/** The rule of the name of a tenant, in words. */
export const tenantRule = `text of 1 to ${maxTenantLength} bytes of UTF-8`

/** Returns true for a text that may be the name of a tenant. */
export function isTenant(tenant: unknown): tenant is string {
  return (
    typeof tenant === 'string' &&
    tenant !== '' &&
    tenant.isWellFormed() &&
    !tenant.includes('\0') &&
    new TextEncoder().encode(tenant).length <= maxTenantLength
  )
}
