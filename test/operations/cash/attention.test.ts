import { describe, expect, it } from 'vitest'
import { day, hour, refusal } from '../../support/service.js'
import { cashWindow, people } from './support/window.js'

describe('attention: cash', () => {
  it('lists transfers after 3 days, sessions after 24 hours, and differences until they are explained', async () => {
    const { cash, open, payments, clock } = cashWindow()
    const session = await open(1000)
    const { line } = await cash.send({ sessionId: session.id, amount: 400, to: 'cash.safe', actor: people.cashier })
    const none = { transits: [], openSessions: [], differences: [] }
    expect(await payments.attention()).toMatchObject(none)
    clock.advance(25 * hour)
    const { point, currency, openedBy, openedAt } = session
    const openSessions = [{ sessionId: session.id, point, currency, openedBy, openedAt }]
    expect(await payments.attention()).toMatchObject({ ...none, openSessions })
    clock.advance(2 * day)
    const { account, transferTo: to, reference, amount, createdAt: sentAt } = line
    const transits = [{ lineKey: line.key, account, to, currency, amount, reference, sentAt }]
    expect(await payments.attention()).toMatchObject({ ...none, openSessions, transits })
    await cash.close({ sessionId: session.id, counted: 590, actor: people.cashier })
    const differences = [{ sessionId: session.id, point, currency, floatDifference: 0, difference: -10 }]
    expect(await payments.attention()).toMatchObject({ ...none, transits, differences })
    await cash.explain(session.id, { reason: 'torn', actor: people.supervisor })
    await cash.receive({ lineKey: line.key, counted: 400, actor: people.supervisor, supervisor: true })
    expect(await payments.attention()).toMatchObject(none)
  })

  it('lists reversed payments that keep money of other lines', async () => {
    const { cash, open, bill, take, payments } = cashWindow()
    const { id } = await open(0)
    const payment = await bill(100)
    await take(id, { paymentId: payment.id, amount: 40 })
    const { line } = await take(id, { paymentId: payment.id, amount: 60 })
    await cash.void({ lineKey: line.key, reason: 'wrong', actor: people.supervisor })
    expect((await payments.attention()).reversedWithMoney).toEqual([{ currency: 'ETB', count: 1, amount: '40' }])
  })
})

describe('payments.cash: other functions', () => {
  it('reversePayment: a payment that cash pays is refused; its take is voided or its allocation taken back', async () => {
    const { open, bill, take, payments } = cashWindow()
    const { id } = await open(0)
    const payment = await bill(100)
    const { line } = await take(id, { paymentId: payment.id, amount: 100 })
    await refusal(payments.reversePayment(payment.id, { reason: 'wrong' }), 'invalid_transition')
    const undo = { reason: 'wrong', payments: 'reverse', expectedVersion: 1 } as const
    expect(await payments.lines.unallocate(line.key, undo)).toMatchObject({ status: 'open', held: true })
    expect(await payments.getPayment(payment.id)).toMatchObject({ status: 'reversed', amountReconciled: 0 })
    expect((await payments.receipts.get(payment.id))?.status).toBe('valid')
  })

  it('refunds.fail: a refund that cash paid is refused; its payout is voided', async () => {
    const { cash, open, bill, take, payments } = cashWindow()
    const { id } = await open(0)
    const payment = await bill(100)
    await take(id, { paymentId: payment.id, amount: 100 })
    const refund = await payments.refunds.create(
      { paymentId: payment.id, amount: 40, reason: 'duplicate' },
      { actor: 'amina' },
    )
    await cash.payOut({ sessionId: id, refundId: refund.id, actor: people.cashier })
    await refusal(payments.refunds.fail(refund.id, { reason: 'came back' }), 'invalid_transition')
  })

  it('days.close: a day of an open session is refused', async () => {
    const { cash, open, payments, clock } = cashWindow()
    const { id, account } = await open(100)
    clock.advance(2 * day)
    const call = { account, day: '2026-11-20', actor: 'finance' }
    expect((await refusal(payments.days.close(call), 'session_conflict')).details).toEqual({ sessionId: id })
    await cash.close({ sessionId: id, counted: 100, actor: people.cashier })
    expect((await payments.days.close(call)).currencies).toMatchObject([{ credits: '100', debits: '0' }])
  })

  it('statements.import and reconcile: an account of cash or waivers is refused', async () => {
    const { payments } = cashWindow()
    for (const account of ['cash.window-1', 'waiver.poor'])
      await refusal(payments.statements.import([], { account }), 'invalid_request')
  })

  it('lines.markDuplicate: a movement is refused', async () => {
    const { open, take, payments } = cashWindow()
    const { id } = await open(0)
    const { line } = await take(id, { payerId: 'MRN-1', amount: 5 })
    await refusal(payments.lines.markDuplicate(line.key, { reason: 'x', expectedVersion: 1 }), 'invalid_request')
  })

  it('lines.allocate: cash on its way is joined with a line alone, a difference going to a category', async () => {
    const { cash, open, payments } = cashWindow()
    const { id } = await open(1000)
    const { line } = await cash.send({
      sessionId: id,
      amount: 400,
      to: 'cbe-1',
      reference: 'SLIP-77',
      actor: people.cashier,
    })
    const items = payments.reconcile(
      [{ row: 1, direction: 'credit', amount: 390, currency: 'ETB', valueDate: '2026-11-20', lineId: 'B1' }],
      { account: 'cbe-1', apply: true },
    )
    for await (const item of items)
      expect(item.kind === 'line' ? item.outcome : 'unmatched_line').toBe('unmatched_line')
    const [credit] = (await payments.lines.list({ account: 'cbe-1' })).items
    const category = { to: 'category', category: 'cash_short', amount: 10 } as const
    const seen = { expectedVersion: 1 }
    await refusal(
      payments.lines.allocate(line.key, { ...seen, allocations: [{ ...category, amount: 400 }] }),
      'invalid_request',
    )
    const toLine = { to: 'line', lineKey: credit!.key, amount: 390 } as const
    await refusal(payments.lines.allocate(line.key, { ...seen, allocations: [toLine] }), 'invalid_request')
    const joined = await payments.lines.allocate(line.key, { ...seen, allocations: [toLine, category] })
    expect(joined.status).toBe('settled')
    expect(await payments.lines.get(credit!.key)).toMatchObject({ status: 'settled' })
    const undone = await payments.lines.unallocate(line.key, { reason: 'wrong', expectedVersion: 2 })
    expect(undone).toMatchObject({ status: 'open', held: false, outcome: 'in_transit' })
  })

  it('lines.unallocate: what a void or a receipt of cash made is refused', async () => {
    const { cash, open, take, payments } = cashWindow()
    const { id } = await open(1000)
    const takeResult = await take(id, { payerId: 'MRN-1', amount: 5 })
    await cash.void({ lineKey: takeResult.line.key, reason: 'wrong', actor: people.supervisor })
    const sent = await cash.send({ sessionId: id, amount: 400, to: 'cash.safe', actor: people.cashier })
    await cash.receive({ lineKey: sent.line.key, counted: 400, actor: people.supervisor, supervisor: true })
    for (const { key } of [takeResult.line, sent.line]) {
      const undo = payments.lines.unallocate(key, { reason: 'x', expectedVersion: 2 })
      expect((await refusal(undo, 'invalid_request')).details.issues).toMatchObject([{ path: 'lineKey' }])
    }
  })

  it('lines.suggest: the other side of a transfer between own accounts is offered', async () => {
    const { cash, open, payments } = cashWindow()
    const { id } = await open(1000)
    const { line } = await cash.send({ sessionId: id, amount: 400, to: 'cbe-1', actor: people.cashier })
    const items = payments.reconcile(
      [{ row: 1, direction: 'credit', amount: 400, currency: 'ETB', valueDate: '2026-11-22', lineId: 'B1' }],
      { account: 'cbe-1', apply: true },
    )
    for await (const item of items) expect(item).toBeDefined()
    const [credit] = (await payments.lines.list({ account: 'cbe-1' })).items
    expect(await payments.lines.suggest(credit!.key)).toEqual([{ line, reasons: ['own_transfer'] }])
    expect(await payments.lines.suggest(line.key)).toEqual([{ line: credit, reasons: ['own_transfer'] }])
  })

  it('days.report: the money of cash accounts stands beside the channels', async () => {
    const { open, take, payments } = cashWindow()
    const { id } = await open(1000)
    await take(id, { payerId: 'MRN-1', amount: 5 })
    expect((await payments.days.report({ day: '2026-11-20' })).accounts).toEqual([
      {
        account: 'cash.window-1',
        currency: 'ETB',
        credits: { count: 2, amount: '1005' },
        debits: { count: 0, amount: '0' },
      },
    ])
  })
})
