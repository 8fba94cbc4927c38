import { financeContract } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { lineGroupCases } from '../../../src/testing/finance/line-groups.js'
import { isLarge } from '../../support/kit-sizes.js'
import { isLong } from '../../support/rounds.js'
import type { BrokenFinance } from './broken.js'

/** They do with many lines what other cases do with one, and so a fault that has such a case may fail them too. */
const groupCases: ReadonlySet<string> = new Set(lineGroupCases.map(({ name }) => name))

/**
 * Declares a test a repository: of the whole kit of finance, the one case named for its fault fails and no other. The cases
 * that store thousands of lines run where the fault is about one of them, and over every repository where HP_LONG=1.
 */
export function failsExactly(repositories: readonly BrokenFinance[]): void {
  describe('exactly the case named for its fault fails over a repository that', () => {
    it.each(repositories.map((broken) => [broken.name, broken] as const))('%s', async (_, { make, breaks }) => {
      const failed: string[] = []
      const cases = financeContract(async () => ({ repository: make() }))
      const isWhole = isLong || isLarge({ name: breaks })
      for (const { name, run } of isWhole ? cases : cases.filter((kitCase) => !isLarge(kitCase))) {
        await run().catch(() => failed.push(name))
      }
      const isOfGroups = groupCases.has(breaks)
      expect(failed.filter((name) => isOfGroups || !groupCases.has(name))).toEqual([breaks])
    })
  })
}
