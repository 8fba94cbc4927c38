import type { ContractCase } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { groupRaceCases } from '../../src/testing/cases/group-races.js'
import { insertGroupCases } from '../../src/testing/cases/insert-groups.js'
import { replaceGroupCases } from '../../src/testing/cases/replace-groups.js'
import { lineGroupCases } from '../../src/testing/finance/line-groups.js'
import { isLarge } from '../support/kit-sizes.js'
import { isLong, isMutating } from '../support/rounds.js'

/** They do with many rows what other cases do with one, and so a fault that has such a case may fail them too. */
const groupCases: ReadonlySet<string> = new Set(
  [...insertGroupCases, ...replaceGroupCases, ...groupRaceCases, ...lineGroupCases].map(({ name }) => name),
)

interface BrokenRepository<Repository> {
  readonly name: string
  /** The case of the kit that its fault fails. */
  readonly breaks: string
  make(): Repository
}

/**
 * Of the other cases each repository meets one of so many, each another part of them; with HP_LONG=1 all of them, and none in a
 * run of mutants, where a weaker case is to be seen in the repositories that it must refuse.
 */
const parts = 4

/**
 * Declares a test a repository: the one case named for its fault fails and no other, but for those of groups where the fault
 * is not about groups. The cases that store thousands of rows run where the fault is about one of them, and with HP_LONG=1.
 */
export function failsExactly<Repository>(
  contract: (make: () => Promise<{ repository: Repository }>) => readonly ContractCase[],
  repositories: readonly BrokenRepository<Repository>[],
): void {
  describe('exactly the case named for its fault fails over a repository that', () => {
    const numbered = repositories.map((broken, number) => [broken.name, { ...broken, number }] as const)
    it.each(numbered)('%s', async (_, { make, breaks, number }) => {
      const isMet = (kitCase: ContractCase, i: number) =>
        isLong || kitCase.name === breaks || (!isMutating && i % parts === number % parts && !isLarge(kitCase))
      const failed: string[] = []
      for (const { name, run } of contract(async () => ({ repository: make() })).filter(isMet)) {
        await run().catch(() => failed.push(name))
      }
      const isOfGroups = groupCases.has(breaks)
      expect(failed.filter((name) => name === breaks || isOfGroups || !groupCases.has(name))).toEqual([breaks])
    })
  })
}
