import '../../support/seed.js'
import fc from 'fast-check'
import { it } from 'vitest'
import { cashSteps, playCash } from '../../operations/cash/support/cash-play.js'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { examples } from '../../support/rounds.js'

onEach(kinds, 'payments.cash: a naive cash book', (entry) => {
  const database = migrated(entry)

  it('agrees with every balance, session, bill and receipt after each step', async () => {
    const agrees = fc.asyncProperty(cashSteps, (steps) => playCash(repositoryOn(database()), steps))
    await fc.assert(agrees, { numRuns: examples(10) })
  }, 600_000)
})
