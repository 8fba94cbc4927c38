/**
 * The kit over memory. What its cases ask of a repository is held in `memory.golden.txt`, for a case that asks for less, or with
 * data that differ less, would pass as it did before.
 *
 *     UPDATE_GOLDEN=1 npx vitest run test/testing/memory.test.ts
 *
 * writes the file anew.
 */
import { memoryRepository } from 'hospital-payments'
import { repositoryContract } from 'hospital-payments/testing'
import { describe, test } from 'vitest'
import { financeContract } from '../support/finance-contract/index.js'
import { goldenLines } from '../support/golden.js'
import { isLarge } from '../support/kit-sizes.js'
import { isShort } from '../support/rounds.js'
import { askedOf } from './asked.js'

/** Digests of ids stand in it, in their order: only the number of its calls is held. */
const madeOfIds = 'A closing comes back as it was handed over, with the lines of its day'

const golden = goldenLines(new URL('memory.golden.txt', import.meta.url))

describe('memoryRepository: every promise is kept', () => {
  let recordedCalls = (): string => ''
  const make = async () => {
    const made = askedOf(memoryRepository())
    recordedCalls = made.asked
    return { repository: made.repository }
  }
  const cases = [...repositoryContract(make), ...financeContract(make)]
  for (const { name, run } of cases.filter((kitCase) => !(isShort && isLarge(kitCase)))) {
    test(name, async () => {
      await run()
      golden.expect(name, name === madeOfIds ? recordedCalls().split(' ')[0]! : recordedCalls())
    })
  }
})
