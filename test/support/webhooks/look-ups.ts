/** What names mean to the senders of `sending.ts`: what the operating system says, until a test says otherwise. */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIPv6 } from 'node:net'
import { beforeEach, vi } from 'vitest'
import type { Lookup } from '../../../src/webhooks/node/addresses.js'

export const lookUp = vi.fn<Lookup>(lookup)

// No test sees the names of another.
beforeEach(() => void lookUp.mockReset())

export function addresses(...texts: string[]): LookupAddress[] {
  return texts.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
}

/** From now on, in this test, every name means these. */
export function namesMean(...texts: string[]): void {
  lookUp.mockReset().mockImplementation(() => Promise.resolve(addresses(...texts)))
}
