import { isPaymentError, memoryRepository, type Payment, type StoredEvent, paymentTransitions } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { examples, rounds } from '../support/rounds.js'
import { contents, request, testService } from '../support/service.js'
import { contended, dice, turns } from '../support/turns.js'

const many = rounds(examples(1000), 1000)

/** Returns true where the history is contiguous, goes only by the table of transitions, and ends where the payment is. */
function isConsistent({ status, version }: Payment, events: readonly StoredEvent[]): boolean {
  let last: string | null = null
  for (const [i, { type, data }] of events.entries()) {
    const known = paymentTransitions.some(({ from, to }) => from === last && to === data.status)
    const isOfStatus = type === (data.status === 'pending' ? 'payment.created' : `payment.${data.status}`)
    if (!known || !isOfStatus || data.previousStatus !== last || data.version !== i + 1) return false
    last = data.status
  }
  return status === last && version === events.length
}

describe(`confirmPayment, failPayment, expirePayment and reversePayment: calls at once in ${many} rounds (R2)`, () => {
  it('have one winner, typed errors for the rest, and a history equal to the state', async () => {
    const winners = new Map<string, number>()
    const outcomes = new Map<string, number>()
    for (let round = 0; round < many; round++) {
      const race = turns(dice(round))
      const { payments, repository } = testService()
      const { id } = await payments.createPayment(request())
      const service = payments.using(contended(repository, race))
      const calls = {
        confirm: () => service.confirmPayment(id, { providerTransactionId: 'TX-1' }),
        fail: () => service.failPayment(id, { reason: 'declined' }),
        expire: () => service.expirePayment(id),
        reverse: () => service.reversePayment(id, { reason: 'refund' }),
      }
      const results = await race.race(Object.values(calls))
      const fulfilled = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value)
      for (const result of results) {
        if (result.status === 'rejected') expect(isPaymentError(result.reason, 'invalid_transition')).toBe(true)
      }
      const [stored] = await contents(repository)
      expect(isConsistent(stored!.payment, stored!.events)).toBe(true)
      // Each success is one version of the history: no caller received a change that is not there.
      expect(fulfilled.map(({ version }) => version).sort()).toEqual(
        stored!.events.slice(1).map(({ data }) => data.version),
      )
      const path = stored!.events.map(({ data }) => data.status).join(' → ')
      outcomes.set(path, (outcomes.get(path) ?? 0) + 1)
      const winner = stored!.events[1]?.data.status ?? 'none'
      winners.set(winner, (winners.get(winner) ?? 0) + 1)
    }
    expect([...winners.keys()].sort()).toEqual(['expired', 'failed', 'succeeded'])
    expect(Math.min(...winners.values())).toBeGreaterThan(many / 10)
    console.info('R2:', Object.fromEntries(outcomes))
  })

  it('change the payment once where they are of one kind, and all get the same answer', async () => {
    for (let round = 0; round < rounds(examples(200), 200); round++) {
      const race = turns(dice(round))
      const { payments, repository } = testService()
      const { id } = await payments.createPayment(request())
      const service = payments.using(contended(repository, race))
      const results = await race.race(
        Array.from({ length: 8 }, (_, i) => () => service.confirmPayment(id, { actor: `caller-${i}` })),
      )
      const payment = await payments.getPayment(id)
      for (const result of results) expect(result).toStrictEqual({ status: 'fulfilled', value: payment })
      expect(await payments.history(id)).toHaveLength(2)
    }
  })

  it('on one reference under one-live never leave two that hold it', async () => {
    for (let round = 0; round < rounds(examples(300), 300); round++) {
      const race = turns(dice(round))
      const original = memoryRepository()
      const { payments } = testService({ repository: original, referencePolicy: 'one-live' })
      const first = await payments.createPayment(request())
      await payments.expirePayment(first.id)
      const service = payments.using(contended(original, race))
      const results = await race.race<unknown>([
        () => service.confirmPayment(first.id),
        () => service.createPayment(request()).then(({ id }) => service.confirmPayment(id)),
        () => service.createPayment(request()),
        () => service.confirmPayment(first.id, { providerTransactionId: 'TX-1' }),
      ])
      for (const result of results) {
        if (result.status === 'fulfilled') continue
        const known = ['reference_conflict', 'invalid_transition'] as const
        expect(
          known.some((code) => isPaymentError(result.reason, code)),
          String(result.reason),
        ).toBe(true)
      }
      const stored = await contents(original)
      expect(stored.every(({ payment, events }) => isConsistent(payment, events))).toBe(true)
      const holders = stored.filter(
        ({ payment }) =>
          ['pending', 'succeeded'].includes(payment.status) && payment.statusReason !== 'duplicate_reference',
      )
      expect(holders).toHaveLength(1)
      expect((await payments.getPayment(first.id))?.status).toBe('succeeded')
    }
  })

  it('with one receipt for two bills settle exactly one', async () => {
    for (let round = 0; round < rounds(examples(300), 300); round++) {
      const race = turns(dice(round))
      const { payments, repository } = testService()
      const bills = [
        await payments.createPayment(request()),
        await payments.createPayment(request({ reference: 'INV-2' })),
      ]
      const service = payments.using(contended(repository, race))
      const results = await race.race(
        bills.map(
          ({ id }) =>
            () =>
              service.confirmPayment(id, { providerTransactionId: 'TX-1' }),
        ),
      )
      const [refused, ...others] = results.filter((result) => result.status === 'rejected')
      expect(others).toEqual([])
      expect(isPaymentError(refused?.reason, 'duplicate_payment')).toBe(true)
      expect((await payments.reportPayments({ status: 'succeeded' })).items).toHaveLength(1)
    }
  })
})
