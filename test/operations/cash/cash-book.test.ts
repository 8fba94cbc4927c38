import '../../support/seed.js'
import fc from 'fast-check'
import { memoryRepository } from 'hospital-payments'
import { describe, it } from 'vitest'
import { examples } from '../../support/rounds.js'
import { cashSteps, playCash } from './support/cash-play.js'

const sequences = Number(process.env['HP_SEQUENCES'] ?? 0) >= 1000 ? 10_000 : examples(150)

describe('payments.cash: a naive cash book', () => {
  it('agrees with every balance, session, bill and receipt after each step', async () => {
    const agrees = fc.asyncProperty(cashSteps, (steps) => playCash(memoryRepository(), steps))
    await fc.assert(agrees, { numRuns: sequences })
  }, 3_600_000)
})
