import { providerContract } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { goldenLines } from '../support/golden.js'
import { withSameNames } from '../support/same-names.js'
import { brokenProviders } from './broken-providers/index.js'

const golden = goldenLines(new URL('broken-providers.golden.txt', import.meta.url))

/** The maximum length of a failure in the file; the rest are values. */
const maxShownLength = 160

describe('Provider: exactly the case named for its fault fails over a provider that', () => {
  it.each(brokenProviders.map((one) => [one.name, one] as const))('%s', async (name, { breaks, make }) => {
    const failures = await Promise.all(
      providerContract(make).map(async (one) => {
        const error: unknown = await one.run().then(
          () => null,
          (thrown: unknown) => thrown,
        )
        return error === null ? [] : [[one.name, String(error)] as const]
      }),
    )
    expect(failures.flat().map(([failed]) => failed)).toEqual([breaks])
    const reason = failures.flat()[0]?.[1].replace(/^.*?": /, '') ?? ''
    golden.expect(name, withSameNames(reason).slice(0, maxShownLength))
  })
})
