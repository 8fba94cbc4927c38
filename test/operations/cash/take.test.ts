import { describe, expect, it } from 'vitest'
import { refusal } from '../../support/service.js'
import { cashWindow, expectedBalance, people, windowAccount } from './support/window.js'

describe('cash.take: a bill', () => {
  it('is paid, receipted and counted in one call, and change never counts as taken', async () => {
    const { cash, open, bill, take, balance, payments } = cashWindow()
    const session = await open()
    const payment = await bill()
    const takeResult = await take(session.id, { paymentId: payment.id, tendered: 200_000 })
    expect(takeResult.change).toBe(50_000)
    expect(takeResult.payments).toEqual([await payments.getPayment(payment.id)])
    expect(takeResult.payments[0]).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
    expect(takeResult.line).toMatchObject({
      account: windowAccount,
      direction: 'credit',
      amount: 150_000,
      outcome: 'recorded',
      status: 'settled',
      sessionId: session.id,
      importId: null,
    })
    expect(takeResult.receipt).toMatchObject({
      number: 1,
      lineKey: takeResult.line.key,
      received: 150_000,
      tendered: 200_000,
      change: 50_000,
      allocations: [{ paymentId: payment.id, reference: payment.reference, amount: 150_000 }],
      status: 'valid',
    })
    expect(await balance()).toBe('200000')
    expect(await payments.lines.history(takeResult.line.key)).toMatchObject([
      { type: 'line.recorded', actor: people.cashier },
    ])
    const now = (await cash.get(session.id))!
    expect(now).toMatchObject({ received: 150_000, version: 2 })
    expect(expectedBalance(now)).toBe('200000')
    const events = await cash.history(session.id)
    expect(events.map(({ type, lineKey, amount }) => [type, lineKey, amount])).toEqual([
      ['session.opened', expect.any(String), 50_000],
      ['session.took', takeResult.line.key, 150_000],
    ])
  })

  it('is paid in parts, each with its receipt', async () => {
    const { open, bill, take, payments } = cashWindow()
    const { id } = await open()
    const payment = await bill(100)
    const part = await take(id, { paymentId: payment.id, amount: 30 })
    expect(part.payments[0]).toMatchObject({ status: 'pending', amountReconciled: 30 })
    const rest = await take(id, { paymentId: payment.id, amount: 70 })
    expect(rest.payments[0]).toMatchObject({ status: 'succeeded', amountReconciled: 100 })
    expect([part.receipt.number, rest.receipt.number]).toEqual([1, 2])
    expect(await payments.receipts.get(payment.id)).toEqual(rest.receipt)
  })

  it('takes no more than is open, unless a payer keeps the rest as a deposit', async () => {
    const { open, bill, take, balance } = cashWindow()
    const { id } = await open(0)
    const payment = await bill(100)
    await refusal(take(id, { paymentId: payment.id, amount: 101 }), 'allocation_exceeds')
    expect(await balance()).toBe('0')
    const takeResult = await take(id, { paymentId: payment.id, amount: 150, payerId: 'MRN-1' })
    expect(takeResult.line).toMatchObject({ status: 'open', allocated: 100, payerId: 'MRN-1' })
    const again = await refusal(take(id, { paymentId: payment.id, amount: 1, payerId: 'MRN-1' }), 'allocation_exceeds')
    expect(again.details).toMatchObject({ status: 'succeeded', paidAt: takeResult.payments[0]!.paidAt })
  })

  it('is taken once for one idempotency key, also after the void and the close', async () => {
    const { cash, open, bill, payments, balance } = cashWindow()
    const { id } = await open()
    const payment = await bill()
    const call = { sessionId: id, paymentId: payment.id, amount: 150_000, tendered: 160_000, actor: people.cashier }
    const first = await cash.take(call, { idempotencyKey: 'k1' })
    expect(await cash.take(call, { idempotencyKey: 'k1' })).toEqual(first)
    await refusal(cash.take({ ...call, tendered: 150_000 }, { idempotencyKey: 'k1' }), 'idempotency_conflict')
    await cash.void({ lineKey: first.line.key, reason: 'wrong bill', actor: people.supervisor })
    await cash.close({ sessionId: id, counted: 50_000, actor: people.cashier })
    const again = await cash.take(call, { idempotencyKey: 'k1' })
    expect(again).toMatchObject({ change: 10_000, line: { outcome: 'voided' }, receipt: { number: 1, status: 'void' } })
    expect(again.payments).toEqual([await payments.getPayment(payment.id)])
    expect(await balance()).toBe('50000')
  })
})

describe('cash.take: a deposit', () => {
  it('stays open on its line under the payer, with a receipt of no payment', async () => {
    const { open, take, balance } = cashWindow()
    const { id } = await open()
    const { line, payments, receipt } = await take(id, { payerId: 'MRN-7', amount: 900 })
    expect(line).toMatchObject({ status: 'open', allocated: 0, payerId: 'MRN-7' })
    expect(payments).toEqual([])
    expect(receipt).toMatchObject({ paymentId: null, reference: null, payerId: 'MRN-7', received: 900, change: null })
    expect(await balance()).toBe('50900')
  })
})

describe('cash.take: refusals', () => {
  it('stores nothing, and names every fault of the shape at once', async () => {
    const { cash, open, bill, take, payments } = cashWindow()
    const session = await open()
    const payment = await bill()
    const shape = await refusal(
      cash.take({ sessionId: session.id, amount: 0, tendered: -1, paymentId: payment.id, payerId: '?', actor: '' }),
      'invalid_request',
    )
    expect(shape.details.issues.map(({ path }) => path).sort()).toEqual(
      ['actor', 'amount', 'payerId', 'tendered'].sort(),
    )
    await refusal(take(session.id, { paymentId: payment.id, amount: 5, tendered: 4 }), 'invalid_request')
    await refusal(take(session.id, {}), 'invalid_request')
    await refusal(take('csh_00000000000000000000000000', { paymentId: payment.id }), 'session_not_found')
    await refusal(take(session.id, { paymentId: payment.id, actor: people.other }), 'forbidden')
    await refusal(take(session.id, { paymentId: 'pay_00000000000000000000000000' }), 'payment_not_found')
    const dollars = await bill(500, { currency: 'USD' })
    await refusal(take(session.id, { paymentId: dollars.id, amount: 500 }), 'invalid_request')
    const allocations = [{ to: 'category', category: 'cafeteria', amount: -5 }]
    await refusal(take(session.id, { allocations, amount: 5 }), 'invalid_request')
    await refusal(
      take(session.id, { allocations: [{ to: 'line', lineKey: 'x', amount: 5 }], amount: 5 }),
      'invalid_request',
    )
    await cash.close({ sessionId: session.id, counted: 50_000, actor: people.cashier })
    await refusal(take(session.id, { paymentId: payment.id }), 'session_closed')
    expect((await payments.getPayment(payment.id))?.status).toBe('pending')
    expect((await payments.receipts.list()).items).toEqual([])
  })

  it('is refused with invalid_request where the drawer would hold more than can be counted', async () => {
    const { open, take, balance } = cashWindow()
    const { id } = await open(5)
    await refusal(take(id, { payerId: 'MRN-1', amount: Number.MAX_SAFE_INTEGER }), 'invalid_request')
    expect(await balance()).toBe('5')
  })

  it('lets a supervisor act in the session of another', async () => {
    const { open, bill, take } = cashWindow({ cashSupervisors: (actor) => actor === people.supervisor })
    const { id } = await open()
    const payment = await bill(10)
    const { line } = await take(id, { paymentId: payment.id, amount: 10, actor: people.supervisor })
    expect(line.sessionId).toBe(id)
  })

  it('stores nothing where cashSupervisors throws or gives no answer', async () => {
    let answer = (): unknown => false
    const { open, take, balance } = cashWindow({ cashSupervisors: () => answer() as boolean })
    const { id } = await open(0)
    const cause = new Error('the directory is away')
    const thrown = () => {
      throw cause
    }
    for (const [wrong, says] of [
      [thrown, 'threw an error; nothing was stored. See the cause.'],
      [() => undefined, 'must return true or false; nothing was stored. Correct it.'],
    ] as const) {
      answer = wrong
      const error = await refusal(take(id, { payerId: 'MRN-1', amount: 5 }), 'internal_error')
      expect(error.message).toBe(`The option cashSupervisors ${says}`)
      expect(error.cause).toBe(wrong === thrown ? cause : undefined)
    }
    expect(await balance()).toBe('0')
  })

  it('refuses a key that was used for another take with idempotency_conflict', async () => {
    const { payments, open } = cashWindow()
    const { id: sessionId } = await open()
    const take = (amount: number) =>
      payments.cash.take({ sessionId, payerId: 'MRN-1', amount, actor: people.cashier }, { idempotencyKey: 'k' })
    await take(5)
    const { message } = await refusal(take(6), 'idempotency_conflict')
    expect(message).toBe('This idempotency key was used for a different request; nothing was stored. Use a new key.')
  })

  it.each<[string, object, string[]]>([
    [
      'take',
      {
        amount: 10,
        tendered: 5,
        paymentId: 'a',
        allocations: [{ to: 'payment', paymentId: 'a', amount: 10 }],
        till: 1,
      },
      [
        'sessionId is required',
        'actor is required',
        'till is not a known field',
        'allocations must be left out where paymentId is given',
        'tendered must be at least amount',
      ],
    ],
    [
      'take',
      { sessionId: 'a', amount: 0, tendered: 5, actor: 'sara', allocations: [{ to: 'line', lineKey: 'a', amount: 1 }] },
      [
        'amount must be an integer of minor units from 1 to 9007199254740991',
        'allocations.0 must be to a payment or a category',
      ],
    ],
    [
      'take',
      { sessionId: 'a', amount: 1 },
      ['actor is required', 'payerId is required where neither paymentId nor allocations is given'],
    ],
    [
      'payOut',
      { sessionId: 'a', refundId: 'r', category: 'taxi', amount: 1 },
      [
        'actor is required',
        'category must be left out where refundId is given',
        'amount must be left out where refundId is given: a refund is paid whole',
      ],
    ],
    ['payOut', { sessionId: 'a' }, ['actor is required', 'refundId is required, or category']],
    ['payOut', { sessionId: 'a', category: 'taxi' }, ['actor is required', 'amount is required with category']],
    [
      'close',
      { counted: 5, denominations: { 5: 2 } },
      ['sessionId is required', 'actor is required', 'denominations must add up to counted'],
    ],
  ])('lists all faults at once, those between fields too: %s %j', async (call, wrong, faults) => {
    const cash = cashWindow().payments.cash as unknown as Record<string, (input: object) => Promise<unknown>>
    const { details } = await refusal(cash[call]!(wrong), 'invalid_request')
    expect(details.issues.map(({ path, message }) => `${path} ${message}`)).toEqual(faults)
  })
})
