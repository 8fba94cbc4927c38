/** The balance of an account is the credits less the debits of its lines, whatever people and imports do to them. */
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { libsql, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { contendedFinance } from '../../support/finance-repositories.js'
import { examples } from '../../support/rounds.js'
import { dice, turns } from '../../support/turns.js'
import { checkBalances, movements, player } from './support/movements.js'

type Movements = typeof movements extends fc.Arbitrary<infer Value> ? Value : never

/** Plays movements one after another, and checks the balances after each. */
async function playAll(repository: FinanceRepository, steps: Movements): Promise<string[]> {
  const { bill, play } = player(repository)
  await bill('INV-1', 1000)
  await bill('INV-2', 70)
  const answers: string[] = []
  for (const step of steps) {
    answers.push(await play(step))
    await checkBalances(repository)
  }
  return answers
}

describe('AccountState.balance', () => {
  it('in memory: the balance is what the counted lines come to, after each of random movements', async () => {
    const answers = new Set<string>()
    await fc.assert(
      fc.asyncProperty(movements, async (steps) => {
        for (const answer of await playAll(memoryRepository(), steps)) answers.add(answer)
      }),
      { numRuns: examples(80) },
    )
    expect([...answers].join(' ')).toContain('possible_duplicate')
    expect([...answers]).toEqual(expect.arrayContaining(['release', 'markDuplicate', 'setAside']))
  })

  it('in memory: the balance is what the counted lines come to after movements at once', async () => {
    await fc.assert(
      fc.asyncProperty(movements, fc.nat(), async (steps, seed) => {
        const repository = memoryRepository()
        const order = turns(dice(seed))
        const { play } = player(contendedFinance(repository, order))
        const answers = await order.race(steps.map((step) => () => play(step)))
        expect(answers.map(({ status }) => status)).not.toContain('rejected')
        await checkBalances(repository)
      }),
      { numRuns: examples(60) },
    )
  })
})

onEach([libsql], 'AccountState.balance', (entry) => {
  const database = migrated(entry)

  it('in a database: the balance is what the counted lines come to, after each of random movements', async () => {
    await fc.assert(
      fc.asyncProperty(movements, async (steps) => void (await playAll(repositoryOn(database()), steps))),
      { numRuns: examples(20) },
    )
  })
})
