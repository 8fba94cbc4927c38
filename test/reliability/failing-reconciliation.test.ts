import { isPaymentError, type PaymentRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { altered } from '../support/repositories.js'
import { testService } from '../support/service.js'
import { apply, booksOf, issueBills, statementOf } from '../sql/reconciliation/day.js'
import { failingAt, type Moment } from './failing-at.js'

const bills = 20
const lines = statementOf(bills)

async function begun() {
  const service = testService({ referencePolicy: 'one-live' })
  await issueBills(service.payments, bills)
  return service
}

async function cleanRun(repository?: PaymentRepository) {
  const service = await begun()
  await apply(repository ? service.payments.using(repository) : service.payments, lines)
  return booksOf(service.repository)
}

describe.each<Moment>(['before', 'after'])(
  'a statement, whichever call of the storage fails %s it is done (R8)',
  (moment) => {
    it('is stored line by line, and complete when it is applied again', async () => {
      const expected = await cleanRun()
      const counting = await begun()
      const { repository: counted, calls } = failingAt(counting.repository, 0, moment)
      await apply(counting.payments.using(counted), lines)
      expect(calls.count).toBeGreaterThan(lines.length / 2)
      for (let n = 1; n <= calls.count; n++) {
        const { payments, repository } = await begun()
        const failing = failingAt(repository, n, moment)
        const error = await apply(payments.using(failing.repository), lines).catch((thrown: unknown) => thrown)
        expect(
          isPaymentError(error, moment === 'before' ? 'storage_unavailable' : 'outcome_unknown'),
          `call ${n}`,
        ).toBe(true)
        // Whole lines, each as the clean run writes it, from the first on.
        const half = (await booksOf(repository)).flatMap(({ told }) => told).length
        expect(half).toBeLessThanOrEqual(expected.flatMap(({ told }) => told).length)
        await apply(payments, lines)
        expect(await booksOf(repository)).toEqual(expected)
      }
    })
  },
)

describe('the walk over paid payments', () => {
  it('that breaks off is told as such, and nothing that was written is lost', async () => {
    const { payments, repository } = await begun()
    const broken = altered(repository, () => ({
      async *scan() {
        throw new Error('gone')
      },
    }))
    const error = await apply(payments.using(broken), lines).catch((thrown: unknown) => thrown)
    expect(isPaymentError(error, 'internal_error')).toBe(true)
    expect(await booksOf(repository)).toEqual(await cleanRun())
  })
})
