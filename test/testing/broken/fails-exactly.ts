import { repositoryContract } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import type { Broken } from './broken.js'

/** Declares a test a repository: of the whole kit, the one case named for its fault fails and no other. */
export function failsExactly(repositories: readonly Broken[]): void {
  describe('exactly the case named for its fault fails over a repository that', () => {
    it.each(repositories.map((broken) => [broken.name, broken] as const))(
      '%s',
      { timeout: 30_000 },
      async (_, { make, breaks }) => {
        const failed: string[] = []
        for (const { name, run } of repositoryContract(async () => ({ repository: make() }))) {
          await run().catch(() => failed.push(name))
        }
        expect(failed).toEqual([breaks])
      },
    )
  })
}
