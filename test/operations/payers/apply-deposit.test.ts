import { describe, expect, it } from 'vitest'
import { checkBooks } from '../lines/support/counter.js'
import { at, badFields, minute, refusal, start, unknownId } from '../../support/service.js'
import { payerId, purse } from './support/purse.js'

describe('payers.apply', () => {
  it('draws what is open of a bill from the oldest money, in one write of all lines', async () => {
    const { deposit, billOf, apply, sums, payments, repository, clock } = purse()
    const newest = await deposit(500, { valueDate: '2026-11-19' })
    const oldest = await deposit(300, { valueDate: '2026-11-17' })
    const second = await deposit(400, { valueDate: '2026-11-18' })
    const { id } = await billOf(900)
    clock.advance(minute)

    const { payment, lines } = await apply(id)

    expect(lines.map(({ key, allocated }) => [key, allocated])).toEqual([
      [oldest.key, 300],
      [second.key, 400],
      [newest.key, 200],
    ])
    expect(payment).toMatchObject({ status: 'succeeded', paidAt: at(minute), amountReconciled: 900, version: 4 })
    expect(await payments.getPayment(id)).toStrictEqual(payment)
    for (const line of lines) expect(await payments.lines.get(line.key)).toStrictEqual(line)
    const events = await payments.history(id)
    expect(events.slice(1).map(({ type, actor, evidence }) => [type, actor, evidence])).toMatchObject([
      ['payment.reconciled', 'sara', { lineKey: oldest.key, amount: 300, valueDate: '2026-11-17' }],
      ['payment.reconciled', 'sara', { lineKey: second.key, amount: 400 }],
      ['payment.succeeded', 'sara', { lineKey: newest.key, amount: 200 }],
    ])
    expect((await payments.lines.history(newest.key)).at(-1)).toMatchObject({
      type: 'line.allocated',
      actor: 'sara',
      allocations: [{ to: 'payment', paymentId: id, amount: 200 }],
    })
    expect(await sums()).toEqual([{ currency: 'ETB', asked: '0', open: '0', deposit: '300' }])
    await checkBooks(repository)
  })

  it('draws money of one day in the order in which it was stored, and finds it behind many lines of that day', async () => {
    const { deposit, billOf, apply } = purse()
    const made = []
    for (let n = 0; n < 103; n++) made.push(await deposit(1, { lineId: `${n}`, key: `id:${103 - n}` } as object))
    const keys = made.map(({ key }) => key).sort()
    const { lines } = await apply((await billOf(103)).id)
    expect(lines.map(({ key }) => key)).toEqual(keys)
  })

  it('pays a part, and the bill of another payer', async () => {
    const { deposit, billOf, apply, sums } = purse()
    await deposit(1000)
    const { id } = await billOf(600, 'MRN-7')
    expect((await apply(id, 250)).payment).toMatchObject({ status: 'pending', amountReconciled: 250 })
    expect(await sums()).toEqual([{ currency: 'ETB', asked: '0', open: '0', deposit: '750' }])
    expect(await sums('MRN-7')).toEqual([{ currency: 'ETB', asked: '600', open: '350', deposit: '0' }])
    expect((await apply(id)).payment).toMatchObject({ status: 'succeeded', amountReconciled: 600 })
  })

  it('is refused where the deposit has less, or the bill: nothing is stored', async () => {
    const { deposit, billOf, apply, payments } = purse()
    const { key, version } = await deposit(500)
    const { id } = await billOf(600)
    const short = await refusal(apply(id), 'allocation_exceeds')
    expect(short.details.exceeded).toEqual([{ path: 'amount', open: 500, asked: '600' }])
    const tooMuch = await refusal(apply(id, 601), 'allocation_exceeds')
    expect(tooMuch.details.exceeded).toEqual([{ path: 'amount', open: 600, asked: '601' }])
    await refusal(apply(id, 1, 'MRN-7'), 'allocation_exceeds')
    expect(await payments.lines.get(key)).toMatchObject({ version, allocated: 0 })
    expect(await payments.getPayment(id)).toMatchObject({ version: 1 })
  })

  it('is refused for a payment that takes no money, that is unknown, and for its shape', async () => {
    const { deposit, billOf, apply, payments } = purse()
    await deposit(5000)
    const paid = await billOf(100)
    await payments.confirmPayment(paid.id)
    await refusal(apply(paid.id), 'invalid_transition')
    await payments.reversePayment(paid.id, { reason: 'wrong' })
    await refusal(apply(paid.id), 'invalid_transition')
    const expired = await billOf(100)
    await apply(expired.id, 40)
    await payments.cancelPayment(expired.id, { reason: 'left', actor: 'sara' })
    expect((await apply(expired.id, 10)).payment).toMatchObject({ status: 'expired', amountReconciled: 50 })
    await payments.refunds.create({ paymentId: expired.id, amount: 50, reason: 'overpayment' })
    await refusal(apply(expired.id, 10), 'invalid_transition')
    await refusal(apply(unknownId), 'payment_not_found')
    expect(await badFields(apply(paid.id, 0, '-'))).toHaveLength(2)
  })

  it('leaves alone money of another currency, and of possible duplicates', async () => {
    const { deposit, billOf, apply, payments, sums } = purse()
    await deposit(100, { currency: 'USD' })
    const doubtful = await deposit(100)
    const options = { expectedVersion: doubtful.version, reason: 'twice in the file' }
    const marked = await payments.lines.markDuplicate(doubtful.key, options)
    const { id } = await billOf(100)
    await refusal(apply(id, 101), 'allocation_exceeds')
    expect((await sums()).map(({ currency, deposit: amount }) => [currency, amount])[1]).toEqual(['USD', '100'])
    await payments.lines.release(marked.key, { expectedVersion: marked.version })
    expect((await apply(id)).payment.status).toBe('succeeded')
  })

  it('answers a repeated key with what the first call drew, also after an undo', async () => {
    const { deposit, billOf, payments, sums } = purse()
    await deposit(100, { valueDate: '2026-11-18' })
    await deposit(200)
    const { id } = await billOf(300)
    const request = { payerId, paymentId: id, actor: 'sara' }
    const options = { idempotencyKey: 'draw-1' }
    const first = await payments.payers.apply(request, options)
    expect(await payments.payers.apply(request, options)).toStrictEqual(first)
    await refusal(payments.payers.apply({ ...request, amount: 1 }, options), 'idempotency_conflict')

    const line = first.lines[1]!
    await payments.lines.unallocate(line.key, { expectedVersion: line.version, reason: 'no', payments: 'keep' })
    const again = await payments.payers.apply(request, options)
    expect(again.payment).toMatchObject({ id, amountReconciled: 100 })
    expect(again.lines.map(({ allocated }) => allocated)).toEqual([100, 0])
    expect(await sums()).toMatchObject([{ deposit: '200' }])
  })

  it('has a space of keys of its own', async () => {
    const { deposit, billOf, payments } = purse()
    await deposit(100)
    const { id: sessionId } = await payments.cash.open({ point: 'a', currency: 'ETB', float: 0, actor: 'sara' })
    const options = { idempotencyKey: 'one' }
    await payments.cash.take({ sessionId, amount: 5, payerId, actor: 'sara' }, options)
    const { id } = await billOf(100)
    const { lines } = await payments.payers.apply({ payerId, paymentId: id }, options)
    expect(lines).toHaveLength(1)
  })

  it('is done once by fifty callers at once on one deposit', async () => {
    const { deposit, billOf, apply, sums, repository } = purse()
    await deposit(1000, { valueDate: '2026-11-18' })
    await deposit(1000)
    const bills = await Promise.all(Array.from({ length: 50 }, () => billOf(100)))
    const answers = await Promise.allSettled(bills.map(({ id }) => apply(id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await sums()).toEqual([{ currency: 'ETB', asked: '3000', open: '3000', deposit: '0' }])
    await checkBooks(repository)
  })
})

describe('payers.get', () => {
  it('has text of each currency in order, of pending payments and open credits alone', async () => {
    const { payments, billOf, deposit, sums } = purse()
    expect(await payments.payers.get(payerId)).toEqual({ payerId, currencies: [] })
    await billOf(700, payerId, { currency: 'USD' })
    await billOf(400)
    await payments.confirmPayment((await billOf(50)).id)
    await deposit(90)
    expect(await sums()).toEqual([
      { currency: 'ETB', asked: '400', open: '400', deposit: '90' },
      { currency: 'USD', asked: '700', open: '700', deposit: '0' },
    ])
    expect(await badFields(payments.payers.get('a b'))).toHaveLength(1)
  })

  it('counts a deposit that was taken at the counter, less what is given back of it', async () => {
    const { payments, sums } = purse()
    const { id: sessionId } = await payments.cash.open({ point: 'a', currency: 'ETB', float: 0, actor: 'sara' })
    const { line } = await payments.cash.take({ sessionId, amount: 500, payerId, actor: 'sara' })
    expect(line).toMatchObject({ payerId, createdAt: start })
    expect(await sums()).toMatchObject([{ deposit: '500' }])
    const refund = await payments.refunds.create({ lineKey: line.key, amount: 200, reason: 'overpayment' })
    expect(await sums()).toMatchObject([{ deposit: '300' }])
    await payments.refunds.cancel(refund.id, { reason: 'stays', actor: 'sara' })
    expect(await sums()).toMatchObject([{ deposit: '500' }])
  })
})
