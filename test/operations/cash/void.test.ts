import { describe, expect, it } from 'vitest'
import { refusal } from '../../support/service.js'
import { cashWindow, people } from './support/window.js'

describe('cash.void', () => {
  it('takes a take back: the payment is reversed, the receipt void, the drawer as before, in one write', async () => {
    const { cash, open, bill, take, balance, payments } = cashWindow()
    const session = await open()
    const payment = await bill()
    const { line, receipt } = await take(session.id, { paymentId: payment.id })
    const voided = await cash.void({ lineKey: line.key, reason: 'wrong bill', actor: people.supervisor })
    expect(voided.line).toMatchObject({ key: line.key, outcome: 'voided', status: 'settled' })
    const [allocation] = voided.line.allocations
    const counter = await payments.lines.get(allocation?.to === 'line' ? allocation.lineKey : '')
    expect(counter).toMatchObject({ direction: 'debit', amount: 150_000, outcome: 'voided', status: 'settled' })
    expect(await payments.getPayment(payment.id)).toMatchObject({
      status: 'reversed',
      statusReason: 'match_undone',
      amountReconciled: 0,
    })
    expect(await payments.receipts.get(payment.id)).toMatchObject({
      number: receipt.number,
      status: 'void',
      voidReason: 'wrong bill',
    })
    expect(await balance()).toBe('50000')
    expect(await cash.get(session.id)).toMatchObject({ received: 0 })
    expect(await cash.void({ lineKey: line.key, reason: 'again', actor: people.supervisor })).toEqual(voided)
  })

  it('lowers a part, and a part that was voided of a payment that stayed succeeded can be taken again', async () => {
    const { cash, open, bill, take, payments } = cashWindow()
    const { id } = await open()
    const payment = await bill(100)
    const part = await take(id, { paymentId: payment.id, amount: 40 })
    await take(id, { paymentId: payment.id, amount: 60 })
    await cash.void({ lineKey: part.line.key, reason: 'counted wrongly', actor: people.supervisor })
    expect(await payments.getPayment(payment.id)).toMatchObject({ status: 'succeeded', amountReconciled: 60 })
    await refusal(take(id, { paymentId: payment.id, amount: 41 }), 'allocation_exceeds')
    const again = await take(id, { paymentId: payment.id, amount: 40 })
    expect(again.payments[0]).toMatchObject({ status: 'succeeded', amountReconciled: 100 })
  })

  it('makes the refund of a payout pending again', async () => {
    const { cash, open, bill, take, payments, balance } = cashWindow()
    const { id } = await open()
    const payment = await bill(100)
    await take(id, { paymentId: payment.id, amount: 100 })
    const refund = await payments.refunds.create(
      { paymentId: payment.id, amount: 40, reason: 'duplicate' },
      { actor: 'amina' },
    )
    const { line } = await cash.payOut({ sessionId: id, refundId: refund.id, actor: people.cashier })
    await cash.void({ lineKey: line.key, reason: 'not there', actor: people.supervisor })
    expect(await payments.refunds.get(refund.id)).toMatchObject({ status: 'pending' })
    expect(await balance()).toBe('50100')
    expect(await cash.get(id)).toMatchObject({ paidOut: 0 })
  })

  it('is refused to who opened the session or made the movement, for what is no take, and once the money moved on', async () => {
    const { cash, open, bill, take, payments, balance } = cashWindow()
    const { id } = await open()
    const payment = await bill(100)
    const { line } = await take(id, { paymentId: payment.id, amount: 100, actor: people.other, supervisor: true })
    const call = { lineKey: line.key, reason: 'wrong' }
    await refusal(cash.void({ ...call, actor: people.cashier }), 'self_approval')
    await refusal(cash.void({ ...call, actor: ' BEKELE ' }), 'self_approval')
    await refusal(cash.void({ ...call, actor: people.supervisor, supervisor: false }), 'forbidden')
    const refund = await payments.refunds.create({ paymentId: payment.id, amount: 40, reason: 'duplicate' })
    await refusal(cash.void({ ...call, actor: people.supervisor }), 'invalid_transition')
    await payments.refunds.cancel(refund.id, { reason: 'no' })
    const sent = await cash.send({ sessionId: id, amount: 50_100, to: 'cash.safe', actor: people.cashier })
    await refusal(cash.void({ ...call, actor: people.supervisor }), 'cash_short')
    await refusal(cash.void({ lineKey: sent.line.key, reason: 'wrong', actor: people.supervisor }), 'invalid_request')
    await cash.close({ sessionId: id, counted: 0, actor: people.cashier })
    await refusal(cash.void({ ...call, actor: people.supervisor }), 'session_closed')
    expect(await balance()).toBe('0')
  })

  it('is refused for a deposit that is joined with a line of another account', async () => {
    const { cash, open, take, payments } = cashWindow()
    const { id } = await open()
    const { line } = await take(id, { payerId: 'MRN-1', amount: 100 })
    const debit = {
      row: 1,
      direction: 'debit',
      amount: 100,
      currency: 'ETB',
      valueDate: '2026-11-20',
      lineId: 'B1',
    } as const
    for await (const item of payments.reconcile([debit], { account: 'cbe-1', apply: true })) expect(item).toBeDefined()
    const [other] = (await payments.lines.list({ account: 'cbe-1' })).items
    const allocations = [{ to: 'line', lineKey: other!.key, amount: 100 }] as const
    await payments.lines.allocate(line.key, { expectedVersion: 1, allocations })
    await refusal(cash.void({ lineKey: line.key, reason: 'wrong', actor: people.supervisor }), 'invalid_request')
  })

  it('is refused for a deposit that is being given back', async () => {
    const { cash, open, take, payments } = cashWindow()
    const { id } = await open()
    const { line } = await take(id, { payerId: 'MRN-1', amount: 100 })
    await payments.refunds.create({ lineKey: line.key, amount: 40, reason: 'duplicate' })
    await refusal(cash.void({ lineKey: line.key, reason: 'wrong', actor: people.supervisor }), 'refund_exceeds')
  })
})
