import { fakeProvider, providerContract, type ProviderUnderTest } from 'hospital-payments/testing'
import { describe, expect, it, vi } from 'vitest'
import { brokenProviders } from './broken-providers/index.js'
import { fakeUnderTest } from './broken-providers/sound.js'

describe.each<[string, () => ProviderUnderTest]>([
  ['with an idempotent start', () => fakeUnderTest()],
  [
    'without receipts, with limits',
    () =>
      fakeUnderTest({
        hasReceipts: false,
        limits: { currencies: ['UGX'], min: 500, max: 700, wholeUnits: true, reference: /^[A-Z2-9]{10}$/g },
      }),
  ],
])('fakeProvider: keeps the contract %s', (_, make) => {
  it.each(providerContract(make).map((one) => [one.name, one] as const))('%s', async (_name, { run }) => {
    expect(await run()).toBe('passed')
  })
})

const cases = providerContract(() => ({ provider: fakeProvider() }))

describe('providerContract: cases', () => {
  const repeated = (names: readonly string[]) => names.filter((name, place) => names.indexOf(name) !== place)

  it('differ by their names', () => {
    expect(repeated(cases.map(({ name }) => name))).toEqual([])
  })

  it('are each proven by a broken provider', () => {
    const proven = new Set(brokenProviders.map(({ breaks }) => breaks))
    expect(cases.map(({ name }) => name).filter((name) => !proven.has(name))).toEqual([])
    expect(repeated(brokenProviders.map(({ name }) => name))).toEqual([])
  })

  it('are plain data that no runner is needed for', () => {
    expect(Object.keys(cases[0]!)).toEqual(['name', 'needs', 'run'])
  })

  it('are each given a provider of their own, and only when they run', async () => {
    const make = vi.fn(fakeUnderTest)
    const [first, second] = providerContract(() => make())
    expect(make).not.toHaveBeenCalled()
    await Promise.all([first!.run(), second!.run()])
    expect(make).toHaveBeenCalledTimes(2)
  })

  it('are skipped where the test gives less than they need, and pass where they need nothing else', async () => {
    for (const { needs, run } of cases) {
      const isOfProvider = needs.every((need) => /^provider\.(?!startIsIdempotent)/.test(need))
      expect(await run()).toBe(isOfProvider ? 'passed' : 'skipped')
    }
  })
})

describe('providerContract: a case that is over', () => {
  const [first] = ['A provider has a name and an account of its own']
  const caseOver = (make: () => ProviderUnderTest) => providerContract(make).find(({ name }) => name === first)!

  it('disposes of its provider, also where it fails or is skipped', async () => {
    const dispose = vi.fn()
    await caseOver(() => ({ provider: fakeProvider(), dispose })).run()
    const broken = caseOver(() => ({ provider: fakeProvider({ account: '' }), dispose }))
    await expect(broken.run()).rejects.toMatchObject({
      name: 'ContractViolation',
      message: `"${first}": the account is a text that is not empty`,
    })
    for (const { run } of providerContract(() => ({ provider: fakeProvider(), dispose }))) await run()
    expect(dispose).toHaveBeenCalledTimes(2 + cases.length)
  })

  it('fails where its provider cannot be disposed of', async () => {
    const dispose = () => Promise.reject(new Error('still open'))
    await expect(caseOver(() => ({ provider: fakeProvider(), dispose })).run()).rejects.toThrow('still open')
  })
})
