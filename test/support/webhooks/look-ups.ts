/** What names resolve to for the senders of `sending.ts`: what the operating system answers, unless a test sets another. */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIPv6 } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import type { Lookup } from '../../../src/webhooks/node/addresses.js'

export const lookUp = vi.fn<Lookup>(lookup)

/** Until this test ends. Files share this module, so a hook at its top would run for the first of them alone. */
export function lookUpBy(answer: Lookup): void {
  lookUp.mockReset().mockImplementation(answer)
  onTestFinished(() => void lookUp.mockReset())
}

export function addresses(...texts: string[]): LookupAddress[] {
  return texts.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
}

/** In this test, every name resolves to these. */
export function namesMean(...texts: string[]): void {
  lookUpBy(() => Promise.resolve(addresses(...texts)))
}
