import '../../support/seed.js'
import fc from 'fast-check'
import { memoryRepository } from 'hospital-payments'
import { describe, it } from 'vitest'
import { examples } from '../../support/rounds.js'
import { depositSteps, playDeposits } from './support/deposit-play.js'

describe('payments.payers: a naive ledger of deposits and bills', () => {
  it('agrees with every deposit, line and bill after each step', async () => {
    const agrees = fc.asyncProperty(depositSteps, (steps) => playDeposits(memoryRepository(), steps))
    await fc.assert(agrees, { numRuns: examples(200) })
  }, 600_000)
})
