import { describe, expect, it } from 'vitest'
import { day, refusal, request, testService } from '../../support/service.js'
import { importDay, today } from './support/books.js'

describe('reports.byActor', () => {
  it('counts and sums who created, confirmed, took, gave back and waived', async () => {
    const { payments, clock } = testService({ refundApproval: () => false, cashSupervisors: () => true })
    const bill = (amount: number, actor?: string) =>
      payments.createPayment(request({ amount, reference: `INV-${amount}` }), { actor })
    const [first, second, third, fourth] = [await bill(100, 'amina'), await bill(200, 'amina'), await bill(400), await bill(800)]
    await payments.confirmPayment(first.id, { actor: 'sara' })
    // A line is no confirmation of a person.
    await importDay(payments, [{ amount: 800, reference: 'INV-800' }])
    expect((await payments.getPayment(fourth.id))?.status).toBe('succeeded')
    const session = await payments.cash.open({ point: 'a', currency: 'ETB', float: 0, actor: 'sara' })
    const sessionId = session.id
    await payments.cash.take({ sessionId, paymentId: second.id, amount: 50, actor: 'sara' })
    await payments.cash.take({ sessionId, paymentId: second.id, amount: 150, actor: 'sara' })
    const refund = await payments.refunds.create({ paymentId: second.id, amount: 60, reason: 'duplicate' }, { actor: 'amina' })
    await payments.cash.payOut({ sessionId, refundId: refund.id, actor: 'sara' })
    const { id: waiverId } = await payments.waivers.request(
      { paymentId: third.id, amount: 400, scheme: 'poor', reason: 'no_income' },
      { actor: 'amina' },
    )
    await payments.waivers.approve(waiverId, { actor: 'dawit' })
    const { items } = await payments.reports.byActor(today)
    expect(items.map(({ actor, action, currency, count, amount }) => [actor, action, currency, count, amount])).toEqual([
      [null, 'created', 'ETB', 2, '1200'],
      ['amina', 'created', 'ETB', 2, '300'],
      ['dawit', 'waived', 'ETB', 1, '400'],
      ['sara', 'confirmed', 'ETB', 1, '100'],
      ['sara', 'gaveBack', 'ETB', 1, '60'],
      ['sara', 'took', 'ETB', 2, '200'],
    ])
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
