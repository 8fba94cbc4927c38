/** Balances on the databases of servers: exact after random movements, and after many at once. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { examples } from '../../support/rounds.js'
import { checkBalances, movements, player } from './support/movements.js'

onEach([postgres, mariadb, libsql], 'AccountState.balance', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it('random movements: the balance is what the counted lines come to after random movements', async () => {
    await fc.assert(
      fc.asyncProperty(movements, async (steps) => {
        const repository = repositoryOn(database())
        const { play } = player(repository)
        for (const step of steps) await play(step)
        await checkBalances(repository)
      }),
      { numRuns: examples(30) },
    )
  })

  it('random movements: the balance is what the counted lines come to after movements at once', async () => {
    await fc.assert(
      fc.asyncProperty(movements, async (steps) => {
        const repository = repositoryOn(database())
        const { play } = player(repository)
        const answers = await Promise.all(steps.map(play))
        expect(answers).not.toContain('storage_unavailable')
        await checkBalances(repository)
      }),
      { numRuns: examples(30) },
    )
  })
})
