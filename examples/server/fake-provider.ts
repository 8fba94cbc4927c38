import { randomBytes } from 'node:crypto'
import { fakeProvider } from 'hospital-payments/testing'

/** Makes a provider without a network, and a path of its payer's phone that no other page can guess: the phone has no login. */
export function openFakeProvider() {
  // Payments are stored, so each run has receipts of its own.
  const receiptPrefix = `FK${Date.now().toString(36).toUpperCase()}`
  const provider = fakeProvider({ promptSeconds: 120, receiptPrefix })
  return { provider, phonePath: `/phone/${randomBytes(16).toString('hex')}` }
}
