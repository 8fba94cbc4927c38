import { memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { rounds } from '../support/rounds.js'
import { testService } from '../support/service.js'
import { contended, dice, turns } from '../support/turns.js'
import { stateOf, cleanState, expectWhole } from './support/stored-state.js'
import { apply, issueBills, lineItems, statementOf } from './support/day.js'
import { desksOf, expectWrittenOnce } from './support/together.js'

const groups = 3
const lines = statementOf(groups)

describe.each(['allow', 'one-live'] as const)(
  'reconcile: runs in every order of their calls (%s)',
  (referencePolicy) => {
    it.each(desksOf(groups))(
      '$name: each line is written once, and all say so',
      { timeout: 600_000 },
      async ({ files }) => {
        const expected = await cleanState(groups, lines, referencePolicy)
        for (let seed = 1; seed <= rounds(40, 1000); seed++) {
          const repository = memoryRepository()
          const service = testService({ repository, referencePolicy })
          await issueBills(service, groups)
          const race = turns(dice(seed))
          const clerk = service.payments.using(contended(repository, race))
          const results = await race.race(files.map((file) => () => apply(clerk, file)))
          const runs = results.map((result) => {
            if (result.status === 'rejected') throw result.reason
            return lineItems(result.value)
          })
          try {
            expectWrittenOnce(lines, runs)
            expect(await stateOf(repository)).toEqual(expected)
            await expectWhole(repository, lines)
          } catch (error) {
            throw new Error(`seed ${seed}`, { cause: error })
          }
        }
      },
    )
  },
)
