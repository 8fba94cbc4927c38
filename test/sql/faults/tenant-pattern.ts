import type { Pattern } from '../../support/fault-proxy.js'

/** Every statement about the rows of one tenant, so that many operations can share a proxy. */
export const ofTenant =
  (tenant: string): Pattern =>
  ({ kind, bytes }) =>
    kind !== 'prepare' && bytes.includes(tenant)
