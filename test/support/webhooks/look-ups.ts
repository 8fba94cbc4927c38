/**
 * Addresses that names resolve to for the senders of `sending.ts`: those of the operating system, unless a test sets
 * others.
 */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIPv6 } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import type { Lookup } from '../../../src/webhooks/node/addresses.js'

export const lookUp = vi.fn<Lookup>(lookup)

/**
 * Sets the answer of look-ups until this test ends. Files share this module, so a hook at its top would run for the
 * first of them alone.
 */
export function lookUpBy(answer: Lookup): void {
  lookUp.mockReset().mockImplementation(answer)
  onTestFinished(() => void lookUp.mockReset())
}

export function addresses(...texts: string[]): LookupAddress[] {
  return texts.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
}

/** Makes every name resolve to these addresses, in this test. */
export function namesMean(...texts: string[]): void {
  lookUpBy(() => Promise.resolve(addresses(...texts)))
}
