import { isPaymentError } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { stateOf, cleanState, expectWhole } from '../reconciliation-storage/support/stored-state.js'
import { apply, issueBills, statementOf } from '../reconciliation-storage/support/day.js'
import { altered } from '../support/repositories.js'
import { everyCall } from '../support/rounds.js'
import { testService } from '../support/service.js'
import { failingAt, type Moment } from './failing-at.js'

const groups = 1
const lines = statementOf(groups)

async function begun() {
  const service = testService({ referencePolicy: 'one-live' })
  await issueBills(service, groups)
  return service
}

describe.each<Moment>(['before', 'after'])(
  'reconcile: a statement, whichever call of the storage fails %s it is done',
  (moment) => {
    it('is stored line by line, and complete when it is applied again (R8)', async () => {
      const expected = await cleanState(groups, lines, 'one-live')
      const counting = await begun()
      const { repository: counted, calls } = failingAt(counting.repository, 0, moment)
      await apply(counting.payments.using(counted), lines)
      expect(calls.count).toBeGreaterThan(lines.length / 2)
      for (const n of everyCall(calls.count)) {
        const { payments, repository } = await begun()
        const failing = failingAt(repository, n, moment)
        const error = await apply(payments.using(failing.repository), lines).catch((thrown: unknown) => thrown)
        expect(
          isPaymentError(error, moment === 'before' ? 'storage_unavailable' : 'outcome_unknown'),
          `call ${n}`,
        ).toBe(true)
        await expectWhole(repository, lines)
        await apply(payments, lines)
        expect(await stateOf(repository)).toEqual(expected)
      }
    })
  },
)

describe('reconcile: a walk over paid payments that breaks off', () => {
  it('is reported as such, and nothing that was written is lost', async () => {
    const { payments, repository } = await begun()
    const broken = altered(repository, () => ({
      async *scan() {
        throw new Error('gone')
      },
    }))
    const error = await apply(payments.using(broken), lines).catch((thrown: unknown) => thrown)
    expect(isPaymentError(error, 'internal_error')).toBe(true)
    expect(await stateOf(repository)).toEqual(await cleanState(groups, lines, 'one-live'))
  })
})
