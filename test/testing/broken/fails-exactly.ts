import { repositoryContract } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import type { Broken } from './broken.js'
import { largeCases } from './sizes.js'

const isLong = process.env['HP_LONG'] === '1'

/**
 * Declares a test a repository: of the whole kit, the one case named for its fault fails and no other. The cases that
 * store thousands of payments run where the fault is about one of them, and over every repository where HP_LONG=1.
 */
export function failsExactly(repositories: readonly Broken[]): void {
  describe('exactly the case named for its fault fails over a repository that', () => {
    it.each(repositories.map((broken) => [broken.name, broken] as const))('%s', async (_, { make, breaks }) => {
      const failed: string[] = []
      for (const { name, run } of repositoryContract(async () => ({ repository: make() }))) {
        if (largeCases.includes(name) && !largeCases.includes(breaks) && !isLong) continue
        await run().catch(() => failed.push(name))
      }
      expect(failed).toEqual([breaks])
    })
  })
}
