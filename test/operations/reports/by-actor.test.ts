import { describe, expect, it } from 'vitest'
import { day, refusal, request, testService } from '../../support/service.js'
import { importDay, today } from './support/books.js'
import { expectedSums, peopleOptions, sumsOfPeople } from './support/people.js'

describe('reports.byActor', () => {
  it('counts and sums who created, confirmed, took, gave back and waived', async () => {
    const { payments, clock } = testService(peopleOptions)
    expect(await sumsOfPeople(payments)).toEqual(expectedSums)
    clock.advance(day)
    expect((await payments.reports.byActor({ from: '2026-11-21', to: '2026-11-21' })).items).toEqual([])
  })

  it('counts a refund once, though a statement proves it later', async () => {
    const { payments } = testService({ refundApproval: () => false })
    const { id } = await payments.createPayment(request({ amount: 100 }))
    await payments.confirmPayment(id)
    const refund = await payments.refunds.create({ paymentId: id, amount: 100, reason: 'duplicate', reference: 'OUT-1' })
    await payments.refunds.confirm(refund.id, { actor: 'sara' })
    await importDay(payments, [{ amount: 100, direction: 'debit', reference: 'OUT-1' }])
    expect((await payments.refunds.get(refund.id))?.amountReconciled).toBe(100)
    const { items } = await payments.reports.byActor(today)
    expect(items.filter(({ action }) => action === 'gaveBack')).toEqual([
      { actor: 'sara', action: 'gaveBack', currency: 'ETB', count: 1, amount: '100' },
    ])
  })

  it('adds each currency up by itself, and sums beyond 2^53 exactly', async () => {
    const { payments } = testService()
    const amount = 2 ** 53 - 1
    for (const currency of ['ETB', 'ETB', 'ETB', 'KES'])
      await payments.createPayment(request({ amount, currency, reference: currency }), { actor: 'amina' })
    expect((await payments.reports.byActor(today)).items.map(({ currency, amount: sum }) => [currency, sum])).toEqual([
      ['ETB', `${3n * BigInt(amount)}`],
      ['KES', `${amount}`],
    ])
  })

  it('refuses wrong days', async () => {
    const { payments } = testService()
    await refusal(payments.reports.byActor({ from: '2026-11-20', to: '2026-02-30' }), 'invalid_date_range')
    await refusal(payments.reports.byActor({} as never), 'invalid_request')
  })
})
