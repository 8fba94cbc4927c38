/** Money that goes back once: 1,000 that came are given back as 1,000, in each order of calls. */
import { type AccountLine, memoryRepository, type Payment } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../support/service.js'
import { checkBooks, type Counter, counter, allocation, toCategory, toPayment } from '../lines/support/counter.js'

const reason = 'overpayment'

/** Stores a bill of 1,000 that a line paid, and returns the calls of people on both. */
async function paidBill(overrides: Parameters<typeof counter>[0] = {}) {
  const desk = counter(overrides)
  const bill = await desk.bill({ reference: 'INV-1' })
  const line = await desk.line({ amount: 1000, reference: 'INV-1' })
  await allocation(desk, line.key, [toPayment(bill)])
  return { desk, bill, line, ...handsOf(desk, bill, line) }
}

function handsOf({ payments }: Counter, bill: Payment, { key }: AccountLine) {
  const { refunds, lines } = payments
  return {
    refundPayment: (amount: number) => refunds.create({ paymentId: bill.id, amount, reason }),
    refundLine: (amount: number) => refunds.create({ lineKey: key, amount, reason }),
    undo: async (more: { payments?: 'keep' | 'reverse'; paidOtherwise?: boolean } = { payments: 'keep' }) => {
      const { version } = (await lines.get(key))!
      return lines.unallocate(key, { expectedVersion: version, reason: 'other patient', ...more })
    },
    billNow: async () => (await payments.getPayment(bill.id))!,
    lineNow: async () => (await lines.get(key))!,
  }
}

describe('given back: a credit that was undone', () => {
  it('goes back through its line, and then not through its payment', async () => {
    const { desk, undo, refundLine, refundPayment, billNow } = await paidBill()
    expect(await undo()).toMatchObject({ givenBack: 0, allocated: 0 })
    await refundLine(1000)
    await refusal(refundPayment(1), 'refund_exceeds')
    expect((await billNow()).undoneAllocations).toMatchObject([{ amount: 1000, givenBack: 0 }])
    await checkBooks(desk.repository)
  })

  it('goes back through its payment, and then not through its line', async () => {
    const { undo, refundLine, refundPayment, lineNow, desk } = await paidBill()
    const refund = await refundPayment(600)
    await refusal(undo({}), 'invalid_request')
    await refusal(undo({ payments: 'reverse' }), 'invalid_transition')
    expect(await undo()).toMatchObject({ givenBack: 600, allocated: 0, version: 3 })
    await refusal(refundLine(401), 'refund_exceeds')
    await refundLine(400)
    await refusal(refundPayment(1), 'refund_exceeds')
    // The refund of the payment comes to nothing: its 600 are the line's again.
    await desk.payments.refunds.cancel(refund.id, { reason: 'wrong person' })
    expect(await lineNow()).toMatchObject({ givenBack: 0, version: 4 })
    await refundLine(600)
    await refusal(refundLine(1), 'refund_exceeds')
    await refusal(refundPayment(1), 'refund_exceeds')
  })

  it.each(['before', 'after'] as const)('goes back no second time where its payment was reversed %s', async (order) => {
    const { desk, bill, undo, refundLine, lineNow } = await paidBill()
    const reverse = () => desk.payments.reversePayment(bill.id, { reason: 'paid at the counter' })
    if (order === 'before') {
      await reverse()
      await refusal(undo({}), 'invalid_request')
    }
    const undone = await undo()
    if (order === 'after') await reverse()
    expect(await lineNow()).toMatchObject({ givenBack: 1000, version: 3, updatedAt: undone.updatedAt })
    await refusal(refundLine(1), 'refund_exceeds')
    // That money may pay another bill all the same.
    const other = await desk.bill({ reference: 'INV-2' })
    expect(await allocation(desk, (await lineNow()).key, [toPayment(other)])).toMatchObject({
      status: 'settled',
      givenBack: 1000,
    })
    await checkBooks(desk.repository)
  })

  it.each(['before', 'after'] as const)(
    'goes back through its line where a reversal %s it gave no money back',
    async (order) => {
      const { desk, bill, undo, refundLine, billNow } = await paidBill()
      const reverse = () => desk.payments.reversePayment(bill.id, { reason: 'wrong patient', moneyReturned: false })
      if (order === 'before') await reverse()
      await undo()
      if (order === 'after') await reverse()
      expect(await billNow()).toMatchObject({ status: 'reversed', moneyReturned: false })
      await refundLine(1000)
    },
  )

  it('goes back through its line where the match was undone', async () => {
    const { undo, refundLine, billNow } = await paidBill()
    await undo({ payments: 'reverse' })
    expect(await billNow()).toMatchObject({ status: 'reversed', moneyReturned: false })
    await refundLine(1000)
  })

  it('is free money where other money had paid the payment, which then waits for its statement', async () => {
    const { desk, undo, refundLine, refundPayment, billNow } = await paidBill()
    for (const payments of ['reverse', undefined] as const) {
      await refusal(undo({ ...(payments && { payments }), paidOtherwise: true }), 'invalid_request')
    }
    await undo({ payments: 'keep', paidOtherwise: true })
    expect(await billNow()).not.toHaveProperty('undoneAllocations')
    await refundLine(1000)
    await refundPayment(1000)
    const { missingLines, refundedUnproved } = await desk.payments.attention({
      graceDays: 0,
      asOf: '2026-12-01T00:00:00.000Z',
    })
    expect(missingLines).toMatchObject([{ count: 1, amount: '1000' }])
    expect(refundedUnproved).toEqual([])
  })

  it('is replaced by another credit, and is then free', async () => {
    const { desk, bill, undo, refundLine, refundPayment, billNow, lineNow } = await paidBill()
    await refundPayment(600)
    await undo()
    const before = await desk.payments.attention()
    expect(before.refundedUnproved).toEqual([{ currency: 'ETB', count: 1, amount: '600' }])
    const second = await desk.line({ amount: 1000 })
    await allocation(desk, second.key, [toPayment(bill)])
    expect(await billNow()).not.toHaveProperty('undoneAllocations')
    expect(await lineNow()).toMatchObject({ givenBack: 0 })
    await refundLine(1000)
    await refundPayment(400)
    await refusal(refundPayment(1), 'refund_exceeds')
    expect((await desk.payments.attention()).refundedUnproved).toEqual([])
  })

  it('is replaced by a run too, in one write with its line; a preview changes nothing', async () => {
    const { desk, bill, undo, refundPayment, lineNow, billNow } = await paidBill()
    await refundPayment(600)
    await undo()
    const row = { row: 3, direction: 'credit', amount: 1000, currency: 'ETB', valueDate: '2026-11-20' } as const
    const record = { ...row, reference: bill.reference, lineId: 'L-9' }
    for (const apply of [false, true]) {
      for await (const item of desk.payments.reconcile([record], { account: 'cbe-1000', apply })) {
        if (item.kind === 'line') expect(item.outcome).toBe('matched')
      }
      expect((await lineNow()).givenBack).toBe(apply ? 0 : 600)
      expect('undoneAllocations' in (await billNow())).toBe(!apply)
    }
    await checkBooks(desk.repository)
  })

  it('from several lines goes back once: the line that was undone last is freed first', async () => {
    const desk = counter()
    const bill = await desk.bill({ amount: 1000 })
    const [first, second] = [await desk.line({ amount: 600 }), await desk.line({ amount: 400 })]
    await allocation(desk, first.key, [toPayment(bill, 600)])
    await allocation(desk, second.key, [toPayment(bill, 400)])
    const { refunds, lines } = desk.payments
    const created = [
      await refunds.create({ paymentId: bill.id, amount: 300, reason }),
      await refunds.create({ paymentId: bill.id, amount: 500, reason }),
    ]
    const givenBack = async () => Promise.all([first, second].map(async ({ key }) => (await lines.get(key))!.givenBack))
    await handsOf(desk, bill, second).undo()
    expect(await givenBack()).toEqual([0, 200])
    await handsOf(desk, bill, first).undo()
    expect(await givenBack()).toEqual([600, 200])
    await refunds.cancel(created[0]!.id, { reason: 'no' })
    expect(await givenBack()).toEqual([300, 200])
    await refunds.cancel(created[1]!.id, { reason: 'no' })
    expect(await givenBack()).toEqual([0, 0])
    await checkBooks(desk.repository)
  })
})

describe('written off: the rest of a bill', () => {
  it('is not given back: a line of 1 that settles 1,000,000 gives 1 back', async () => {
    const desk = counter()
    const bill = await desk.bill({ amount: 1_000_000 })
    const line = await desk.line({ amount: 1 })
    await allocation(desk, line.key, [toPayment(bill), toCategory(-999_999, 'waived')])
    const { refundPayment, refundLine, undo, billNow, lineNow } = handsOf(desk, bill, line)
    expect(await billNow()).toMatchObject({ status: 'succeeded', amountWrittenOff: 999_999 })
    await refusal(refundPayment(2), 'refund_exceeds')
    await refundPayment(1)
    await undo()
    expect(await billNow()).toMatchObject({ amountWrittenOff: 0 })
    expect(await lineNow()).toMatchObject({ givenBack: 1 })
    await refusal(refundLine(1), 'refund_exceeds')
    await refusal(refundPayment(1), 'refund_exceeds')
  })

  it('names the payment that it lowers, and is taken back with it', async () => {
    const desk = counter()
    const [cut, whole] = [await desk.bill({ amount: 1000 }), await desk.bill({ amount: 1000 })]
    const line = await desk.line({ amount: 1800 })
    const rest = { to: 'category', category: 'insurer_cut', amount: -200, paymentId: cut.id } as const
    await allocation(desk, line.key, [toPayment(cut), toPayment(whole), rest])
    const offOf = async ({ id }: Payment) => (await desk.payments.getPayment(id))!.amountWrittenOff
    expect([await offOf(cut), await offOf(whole)]).toEqual([200, 0])
    expect((await desk.payments.lines.get(line.key))!.allocations.at(-1)).toEqual({ ...rest, by: 'hand' })
    await handsOf(desk, cut, line).undo({ payments: 'reverse' })
    expect([await offOf(cut), await offOf(whole)]).toEqual([0, 0])
  })

  it('is the hospital’s own cost up to a tenth, in the categories that the option names', async () => {
    for (const [costCategories, refundable] of [
      [undefined, 1000],
      [['till_fee'], 990],
    ] as const) {
      const desk = counter(costCategories ? { costCategories } : {})
      const bill = await desk.bill({ amount: 1000 })
      const line = await desk.line({ amount: 990 })
      await allocation(desk, line.key, [toPayment(bill), toCategory(-10)])
      await refusal(handsOf(desk, bill, line).refundPayment(refundable + 1), 'refund_exceeds')
      await handsOf(desk, bill, line).refundPayment(refundable)
    }
    for (const costCategories of ['bank_fee', [1], ['Bank fee']]) {
      expect(() => counter({ costCategories: costCategories as string[] })).toThrow(TypeError)
    }
  })

  it.each([
    ['above 0', (bill: Payment) => ({ to: 'category', category: 'x', amount: 5, paymentId: bill.id }) as const],
    [
      'of a payment that the call does not pay',
      () => ({ to: 'category', category: 'x', amount: -5, paymentId: 'pay_x' }) as const,
    ],
    [
      'of more than the payment',
      (bill: Payment) => ({ to: 'category', category: 'x', amount: -1001, paymentId: bill.id }) as const,
    ],
  ])('with a payment is refused: %s', async (_, restOf) => {
    const desk = counter()
    const [bill, other] = [await desk.bill({ amount: 1000 }), await desk.bill({ amount: 5000 })]
    const line = await desk.line({ amount: 9000 })
    const refused = await refusal(
      allocation(desk, line.key, [toPayment(bill), toPayment(other), restOf(bill)]),
      'invalid_request',
    )
    expect(refused.details).toMatchObject({ issues: [{ path: 'allocations.2' }] })
  })

  it('is refused where more was given back than the lines would prove', async () => {
    const { desk, bill, undo, refundPayment } = await paidBill()
    await refundPayment(800)
    await undo()
    const second = await desk.line({ amount: 500 })
    const call = allocation(desk, second.key, [toPayment(bill), toCategory(-500, 'waived')])
    expect((await refusal(call, 'invalid_request')).details).toMatchObject({ issues: [{ path: 'allocations.0' }] })
    await allocation(desk, second.key, [toPayment(bill, 700), toCategory(-200, 'waived')])
    await checkBooks(desk.repository)
  })
})

describe('payment: a bill that is paid in part', () => {
  async function partPaid() {
    const desk = counter()
    const bill = await desk.bill({ amount: 1000, reference: 'INV-1', expiresAt: '2026-11-20T09:00:01.000Z' })
    const line = await desk.line({ amount: 400 })
    await allocation(desk, line.key, [toPayment(bill, 400)])
    desk.clock.advance(5000)
    return { desk, bill, line, ...handsOf(desk, bill, line) }
  }

  it('does not expire by hand or by a sweep, and uses up nothing of the limit of a sweep', async () => {
    const { desk, bill } = await partPaid()
    const due = await desk.bill({ reference: 'INV-2', expiresAt: '2026-11-20T09:00:09.000Z' })
    desk.clock.advance(9000)
    const refused = await refusal(desk.payments.expirePayment(bill.id), 'invalid_transition')
    expect(refused.details).toEqual({ paymentId: bill.id, from: 'pending', to: 'expired', amountReconciled: 400 })
    expect(await desk.payments.expireDue({ limit: 1 })).toEqual({ expired: 1 })
    expect(await desk.payments.getPayment(due.id)).toMatchObject({ status: 'expired' })
    const { underPaid } = await desk.payments.attention()
    expect(underPaid).toEqual([{ currency: 'ETB', count: 1, asked: '1000', came: '400', missing: '600' }])
  })

  it.each(['cancelPayment', 'failPayment'] as const)('goes back after %s, and then takes no money', async (end) => {
    const { desk, bill, line, refundPayment, refundLine, undo, billNow } = await partPaid()
    await refusal(refundPayment(1), 'refund_exceeds')
    await desk.payments[end](bill.id, { reason: 'moved away' })
    expect((await desk.payments.attention()).underPaid).toEqual([])
    expect((await desk.payments.attention()).unpaidWithMoney).toEqual([{ currency: 'ETB', count: 1, amount: '400' }])
    await refusal(refundPayment(401), 'refund_exceeds')
    const refund = await refundPayment(300)
    expect((await desk.payments.attention()).unpaidWithMoney).toEqual([{ currency: 'ETB', count: 1, amount: '100' }])
    const proof = { providerTransactionId: 'TX-5' }
    await refusal(desk.payments.confirmPayment(bill.id, proof), 'invalid_transition')
    const more = await desk.line({ amount: 600, key: 'id:more' })
    await refusal(allocation(desk, more.key, [toPayment(bill, 600)]), 'invalid_request')
    const record = {
      row: 3,
      direction: 'credit',
      amount: 600,
      currency: 'ETB',
      valueDate: '2026-11-20',
      reference: 'INV-1',
      lineId: 'L-2',
    } as const
    for await (const item of desk.payments.reconcile([record], { account: 'cbe-1000', apply: true })) {
      if (item.kind === 'line') expect(item.outcome).toBe('status_mismatch')
    }
    await undo()
    await refusal(refundLine(101), 'refund_exceeds')
    await refusal(refundPayment(1), 'refund_exceeds')
    await desk.payments.refunds.cancel(refund.id, { reason: 'no' })
    await allocation(desk, more.key, [toPayment(bill, 600)])
    await allocation(desk, line.key, [toPayment(bill, 400)])
    expect(await billNow()).toMatchObject({ status: 'succeeded', amountReconciled: 1000 })
    expect(await billNow()).not.toHaveProperty('undoneAllocations')
    await checkBooks(desk.repository)
  })
})

describe('refunds.create: fifty calls at once', () => {
  it('give back at most the 1,000 of a payment and its line', async () => {
    const { desk, bill, line, refundPayment, refundLine, undo } = await paidBill({ repository: memoryRepository() })
    const calls = Array.from({ length: 50 }, async (_, i) => {
      if (i === 20) await undo()
      return i % 2 === 0 ? refundPayment(100) : refundLine(100)
    })
    await Promise.allSettled(calls)
    const { items } = await desk.payments.refunds.list({ limit: 100 })
    const refunds = items.filter(({ paymentId, lineKey }) => paymentId === bill.id || lineKey === line.key)
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(1000)
    await checkBooks(desk.repository)
  })
})

describe('lines.allocate: a line whose givenBack fell after its payment was read', () => {
  it('is read again with the payment, and the allocation in its place is decided anew', async () => {
    const repository = memoryRepository()
    let first = async () => {}
    let key = ''
    const { desk, bill, line, refundPayment, undo, lineNow } = await paidBill({
      repository: {
        ...repository,
        async findLines(keys) {
          if (keys.length === 1 && keys[0] === key) {
            const once = first
            first = async () => {}
            await once()
          }
          return repository.findLines(keys)
        },
      },
    })
    const { id } = await refundPayment(600)
    await undo()
    expect(await lineNow()).toMatchObject({ givenBack: 600 })
    const other = await desk.line({ amount: 1000 })
    key = line.key
    first = async () => {
      await desk.payments.using(repository).refunds.cancel(id, { reason: 'wrong person' })
    }
    expect(await allocation(desk, other.key, [toPayment(bill)])).toMatchObject({ status: 'settled' })
    expect(await lineNow()).toMatchObject({ givenBack: 0 })
    await checkBooks(repository)
  })
})
