/** Each provider of the library keeps the rules of the kit, over another side in memory. */
import { providerContract, type ProviderUnderTest } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { chapaUnderTest } from './chapa/under-test.js'
import { mpesaUnderTest } from './mpesa/under-test.js'
import { mtnMomoUnderTest } from './mtn-momo/under-test.js'
import { stripeUnderTest } from './stripe/under-test.js'

/** The parts that a provider does not have, whose cases are skipped. */
const absent: Readonly<Record<string, readonly string[]>> = {
  mpesa: ['provider.startIsIdempotent', 'provider.cancel', 'callbacks.signed'],
  mtnMomo: ['provider.reply', 'provider.cancel', 'provider.list', 'callbacks.signed'],
  chapa: ['provider.startIsIdempotent', 'provider.reply', 'provider.cancel', 'provider.list'],
  stripe: ['provider.reply', 'callbacks.hint'],
}

describe.each<[string, () => ProviderUnderTest]>([
  ['mpesa', mpesaUnderTest],
  ['mtnMomo', mtnMomoUnderTest],
  ['chapa', chapaUnderTest],
  ['stripe', stripeUnderTest],
])('Provider: %s keeps the contract', (name, make) => {
  it.each(providerContract(make).map((one) => [one.name, one] as const))('%s', async (_, { needs, run }) => {
    const isSkipped = needs.some((need) => absent[name]?.includes(need))
    expect(await run()).toBe(isSkipped ? 'skipped' : 'passed')
  })
})
