import '../../support/seed.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FinanceRepository } from 'hospital-payments/repository'
import { purse } from '../../operations/payers/support/purse.js'
import { depositSteps, playDeposits } from '../../operations/payers/support/deposit-play.js'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { examples } from '../../support/rounds.js'

onEach(kinds, 'payments.payers', (entry) => {
  const database = migrated(entry)
  const repository = () => repositoryOn(database(), { timeoutMs: 120_000 }) as FinanceRepository

  it('apply: fifty callers at once draw a deposit once', async () => {
    const { deposit, billOf, apply, sums } = purse({ repository: repository() })
    await deposit(1000, { valueDate: '2026-11-18' })
    await deposit(1000)
    const bills = []
    for (let n = 0; n < 50; n++) bills.push(await billOf(100))
    const answers = await Promise.allSettled(bills.map(({ id }) => apply(id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await sums()).toEqual([{ currency: 'ETB', asked: '3000', open: '3000', deposit: '0' }])
  }, 600_000)

  it('agree with a naive ledger of deposits and bills after each step', async () => {
    const agrees = fc.asyncProperty(depositSteps, (steps) => playDeposits(repository(), steps))
    await fc.assert(agrees, { numRuns: examples(10) })
  }, 600_000)
})
