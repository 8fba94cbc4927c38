import { describe, expect, it } from 'vitest'
import { refusal } from '../../support/service.js'
import { cashWindow, people, windowAccount } from './support/window.js'

describe('cash.open', () => {
  it('begins with a float, and later with what was counted: a difference becomes a line', async () => {
    const { cash, open, payments, balance } = cashWindow()
    const first = await open(500)
    expect(first).toMatchObject({
      point: 'window-1',
      account: windowAccount,
      status: 'open',
      openedBy: people.cashier,
      float: 500,
      floatDifference: 0,
      floatReason: null,
      received: 0,
      paidOut: 0,
      sent: 0,
      confirmed: [],
      expected: null,
      version: 1,
    })
    expect(await open(500)).toEqual(first)
    await refusal(open(501), 'session_conflict')
    await refusal(open(500, { actor: people.other }), 'session_conflict')
    await cash.close({ sessionId: first.id, counted: 500, actor: people.cashier })
    const second = await open(450, { reason: 'a note was false' })
    expect(second).toMatchObject({ floatDifference: -50, floatReason: 'a note was false' })
    expect(await balance()).toBe('450')
    const { items } = await payments.lines.list({ account: windowAccount })
    expect(
      items.map(({ direction, amount, allocations }) => [
        direction,
        amount,
        (allocations[0] as { category?: string }).category,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['credit', 500, 'float'],
        ['debit', 50, 'cash_short'],
      ]),
    )
    expect(items).toHaveLength(2)
  })

  it('allows one open session a point and currency', async () => {
    const { open } = cashWindow()
    await open(0)
    await refusal(open(0, { actor: people.other }), 'session_conflict')
    await open(0, { point: 'window-2' })
    await open(0, { currency: 'USD' })
  })

  it('refuses points with odd characters, amounts that are no counts, and unknown currencies', async () => {
    const { open } = cashWindow()
    for (const point of ['', 'Window', 'a b', 'ä', 'x'.repeat(41), '../safe'])
      await refusal(open(0, { point }), 'invalid_request')
    for (const float of [-1, 0.5, Number.NaN, 2 ** 53]) await refusal(open(float), 'invalid_request')
    await refusal(open(0, { currency: 'XXX' }), 'unsupported_currency')
  })
})

describe('cash.close', () => {
  it('lets the first count stand, and lists its difference until another person explains it', async () => {
    const { cash, open, bill, take, payments, balance } = cashWindow()
    const session = await open(1000)
    const payment = await bill(500)
    await take(session.id, { paymentId: payment.id, amount: 500 })
    const call = { sessionId: session.id, counted: 1490, denominations: { '1000': 1, '490': 1 }, actor: people.cashier }
    await refusal(cash.close({ ...call, denominations: { '1000': 1 } }), 'invalid_request')
    const closed = await cash.close(call)
    expect(closed).toMatchObject({ status: 'closed', expected: 1500, counted: 1490, difference: -10, reason: null })
    expect(await balance()).toBe('1490')
    expect(await cash.close(call)).toEqual(closed)
    await refusal(cash.close({ ...call, counted: 1500, denominations: undefined }), 'session_closed')
    await refusal(cash.explain(session.id, { reason: 'x', actor: people.cashier }), 'self_approval')
    const explained = await cash.explain(session.id, { reason: 'a torn note', actor: people.supervisor })
    expect(explained).toMatchObject({ reason: 'a torn note', floatReason: null })
    expect(await cash.explain(session.id, { reason: 'other', actor: people.supervisor })).toEqual(explained)
    expect((await payments.lines.list({ account: windowAccount, direction: 'debit' })).items).toMatchObject([
      { amount: 10 },
    ])
  })

  it('frees the point for the next person', async () => {
    const { cash, open } = cashWindow()
    const { id } = await open(0)
    await cash.close({ sessionId: id, counted: 0, actor: people.cashier })
    const next = await open(0, { actor: people.other })
    expect((await cash.list({ point: 'window-1' })).items.map((session) => session.id)).toEqual([next.id, id])
    expect((await cash.list({ status: 'open' })).items).toEqual([next])
    expect((await cash.list({ actor: people.cashier })).items.map((session) => session.id)).toEqual([id])
    expect((await cash.list({ from: '2026-11-21' })).items).toEqual([])
  })
})

describe('confirmPayment: sessionId', () => {
  it('counts what was open of the payment once, by channel', async () => {
    const { cash, open, bill, payments } = cashWindow()
    const { id } = await open(0)
    const payment = await bill(700, { channel: 'mobile-banking' })
    const confirmation = { sessionId: id, actor: people.cashier, providerTransactionId: 'FT1234567' }
    await payments.confirmPayment(payment.id, confirmation)
    await payments.confirmPayment(payment.id, confirmation)
    const confirmed = [{ channel: 'mobile-banking', count: 1, amount: '700' }]
    expect(await cash.get(id)).toMatchObject({ confirmed, received: 0 })
    await payments.reversePayment(payment.id, { reason: 'charged twice' })
    expect(await cash.get(id)).toMatchObject({ confirmed })
    const dollars = await bill(5, { currency: 'USD' })
    await refusal(payments.confirmPayment(dollars.id, confirmation), 'invalid_request')
    expect((await payments.getPayment(dollars.id))?.status).toBe('pending')
  })
})

describe('cash.report', () => {
  it('sums movements by kind and category, refunds, transfers and receipts', async () => {
    const { cash, open, bill, take, payments } = cashWindow()
    const { id } = await open(1000)
    const [a, b] = [await bill(300), await bill(200)]
    await take(id, { paymentId: a.id, amount: 300 })
    const { line } = await take(id, { paymentId: b.id, amount: 200 })
    await cash.void({ lineKey: line.key, reason: 'wrong', actor: people.supervisor })
    const refund = await payments.refunds.create(
      { paymentId: a.id, amount: 100, reason: 'duplicate' },
      { actor: 'amina' },
    )
    await cash.payOut({ sessionId: id, refundId: refund.id, actor: people.cashier })
    await cash.payOut({ sessionId: id, category: 'tea', amount: 10, actor: people.supervisor, supervisor: true })
    const sent = await cash.send({ sessionId: id, amount: 500, to: 'cash.safe', actor: people.cashier })
    const report = await cash.report(id)
    const sum = (kind: string, direction: string, category: string | null, count: number, amount: string) => ({
      kind,
      direction,
      category,
      count,
      amount,
    })
    expect(report.kind).toBe('X')
    expect(new Set(report.movements)).toEqual(
      new Set([
        sum('float', 'credit', 'float', 1, '1000'),
        sum('take', 'credit', null, 1, '300'),
        sum('void', 'credit', null, 1, '200'),
        sum('void', 'debit', null, 1, '200'),
        sum('payOut', 'debit', null, 1, '100'),
        sum('payOut', 'debit', 'tea', 1, '10'),
        sum('transferOut', 'debit', null, 1, '500'),
      ]),
    )
    expect(report.refunds).toEqual({ count: 1, amount: '100' })
    expect(report.transfers).toEqual([
      { lineKey: sent.line.key, to: 'cash.safe', amount: 500, reference: sent.line.reference, state: 'in_transit' },
    ])
    expect(report.receipts).toEqual([{ year: 2026, first: 1, last: 2, count: 2 }])
    await refusal(cash.report('csh_00000000000000000000000000'), 'session_not_found')
  })
})
