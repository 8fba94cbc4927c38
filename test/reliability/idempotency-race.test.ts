import { isPaymentError, memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { examples, rounds } from '../support/rounds.js'
import { contents, request, testService } from '../support/service.js'
import { contended, dice, turns } from '../support/turns.js'

const many = rounds(examples(200), 200)
const callers = 50

describe(`createPayment: ${callers} callers at once in ${many} rounds (R1)`, () => {
  it('with one idempotency key make one payment and one event, and all get that payment', async () => {
    const repository = memoryRepository()
    let errors = 0
    const { payments, clock } = testService()
    for (let round = 0; round < many; round++) {
      const race = turns(dice(round))
      const service = payments.using(contended(repository, race))
      const call = () =>
        service.createPayment(request({ reference: `INV-${round}` }), { idempotencyKey: `key-${round}` })
      const results = await race.race(Array.from({ length: callers }, () => call))
      clock.advance(1)
      const ids = new Set(results.map((result) => (result.status === 'fulfilled' ? result.value.id : errors++)))
      expect(ids.size).toBe(1)
    }
    const stored = await contents(repository)
    expect(stored).toHaveLength(many)
    expect(stored.every(({ events }) => events.length === 1)).toBe(true)
    expect(errors).toBe(0)
    console.info(
      `R1: ${many * callers} calls, ${stored.length} payments, ${many * callers - stored.length} replays, ${errors} errors`,
    )
  })

  it('with that key and another body are all refused and store nothing', async () => {
    const { payments, repository } = testService()
    let conflicts = 0
    for (let round = 0; round < many; round++) {
      await payments.createPayment(request(), { idempotencyKey: `key-${round}` })
      const race = turns(dice(round))
      const service = payments.using(contended(repository, race))
      const call = () => service.createPayment(request({ amount: 1 }), { idempotencyKey: `key-${round}` })
      for (const result of await race.race(Array.from({ length: callers }, () => call))) {
        if (result.status === 'rejected' && isPaymentError(result.reason, 'idempotency_conflict')) conflicts++
      }
    }
    expect(conflicts).toBe(many * callers)
    expect(await contents(repository)).toHaveLength(many)
  })

  it('with one key and bodies of their own make one payment; the others are refused', async () => {
    const repository = memoryRepository()
    const { payments } = testService()
    for (let round = 0; round < many; round++) {
      const race = turns(dice(round))
      const service = payments.using(contended(repository, race))
      const results = await race.race(
        Array.from(
          { length: 5 },
          (_, i) => () => service.createPayment(request({ amount: i + 1 }), { idempotencyKey: `key-${round}` }),
        ),
      )
      const refused = results.filter((result) => result.status === 'rejected')
      expect(refused).toHaveLength(4)
      expect(refused.every(({ reason }) => isPaymentError(reason, 'idempotency_conflict'))).toBe(true)
    }
    expect(await contents(repository)).toHaveLength(many)
  })
})
