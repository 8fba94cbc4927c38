/** What names mean, for tests that begin with `vi.mock('node:dns/promises', …)`. */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIPv6 } from 'node:net'
import { vi } from 'vitest'

export const lookUp = vi.mocked(lookup as (name: string, options: { all: true }) => Promise<LookupAddress[]>)

export function addresses(...texts: string[]): LookupAddress[] {
  return texts.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
}

/** From now on every name means these. */
export function namesMean(...texts: string[]): void {
  lookUp.mockReset().mockImplementation(() => Promise.resolve(addresses(...texts)))
}
