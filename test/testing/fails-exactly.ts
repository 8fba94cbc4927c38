import type { ContractCase } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { groupRaceCases } from '../../src/testing/cases/group-races.js'
import { insertGroupCases } from '../../src/testing/cases/insert-groups.js'
import { replaceGroupCases } from '../../src/testing/cases/replace-groups.js'
import { lineGroupCases } from '../support/finance-contract/cases/line-groups.js'
import { isLarge } from '../support/kit-sizes.js'
import { goldenLines } from '../support/golden.js'
import { isLong, isMutating } from '../support/rounds.js'
import { withSameNames } from '../support/same-names.js'

/** They do with many rows what other cases do with one, and so a fault that has such a case may fail them too. */
const groupCases: ReadonlySet<string> = new Set([
  ...[...insertGroupCases, ...replaceGroupCases, ...groupRaceCases, ...lineGroupCases].map(({ name }) => name),
  'Several changes of one payment, each behind the one before, are one write with an event each',
])

interface BrokenRepository<Repository> {
  readonly name: string
  /** The case of the kit that its fault fails. */
  readonly breaks: string
  make(): Repository
}

/**
 * The number of parts of the other cases, of which each repository runs another one; with HP_LONG=1 all of them, and
 * none in a run of mutants, where a weaker case is to be seen in the repositories that it must refuse.
 */
const parts = 4

/** The maximum length of a failure in a file; the rest are values. */
const maxShownLength = 160

/**
 * Declares a test a repository: the one case named for its fault fails and no other, but for those of groups where the fault
 * is not about groups. The cases that store thousands of rows run where the fault is about one of them, and with HP_LONG=1.
 *
 * @param goldenFile a file of what the authors of such a repository read, a line for each; `UPDATE_GOLDEN=1` writes it anew
 */
export function failsExactly<Repository>(
  contract: (make: () => Promise<{ repository: Repository }>) => readonly ContractCase[],
  repositories: readonly BrokenRepository<Repository>[],
  goldenFile: URL,
): void {
  const golden = goldenLines(goldenFile)
  describe('PaymentRepository: exactly the case named for its fault fails over a repository that', () => {
    const numbered = repositories.map((broken, number) => [broken.name, { ...broken, number }] as const)
    it.each(numbered)('%s', async (broken, { make, breaks, number }) => {
      const isMet = (kitCase: ContractCase, i: number) =>
        isLong || kitCase.name === breaks || (!isMutating && i % parts === number % parts && !isLarge(kitCase))
      const failed: string[] = []
      let reason = ''
      for (const { name, run } of contract(async () => ({ repository: make() })).filter(isMet)) {
        await run().catch((error: unknown) => {
          failed.push(name)
          if (name === breaks) reason = withSameNames(String(error).replace(/^.*?": /, '')).slice(0, maxShownLength)
        })
      }
      const isOfGroups = groupCases.has(breaks)
      expect(failed.filter((name) => name === breaks || isOfGroups || !groupCases.has(name))).toEqual([breaks])
      golden.expect(broken, reason)
    })
  })
}
