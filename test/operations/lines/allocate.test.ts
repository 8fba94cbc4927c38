import { type AccountLine, type Allocation, memoryRepository, type Payment } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { badFields, contents, refusal, unknownId } from '../../support/service.js'
import { checkBooks, counter, allocation, toCategory, toLine, toPayment } from './support/counter.js'

describe('lines.allocate: a line', () => {
  it('for 990 settles a bill of 1,000 with the fee that was withheld', async () => {
    const desk = counter()
    const [bill, line] = [await desk.bill(), await desk.line({ amount: 990, providerTransactionId: 'TX-1' })]
    const settled = await desk.payments.lines.allocate(line.key, {
      expectedVersion: 1,
      allocations: [toPayment(bill), toCategory(-10)],
      reason: 'typed wrongly',
      actor: 'amina',
    })
    expect(settled).toMatchObject({ status: 'settled', allocated: 990, version: 2, outcome: 'unmatched_line' })
    expect(await desk.payments.lines.get(line.key)).toStrictEqual(settled)
    expect(await desk.payments.getPayment(bill.id)).toMatchObject({
      status: 'succeeded',
      amountReconciled: 1000,
      providerTransactionId: 'TX-1',
      paidAt: '2026-11-20T09:00:00.000Z',
    })
    const [, event] = await desk.payments.lines.history(line.key)
    expect(event).toMatchObject({
      type: 'line.allocated',
      version: 2,
      actor: 'amina',
      reason: 'typed wrongly',
      allocations: [toPayment(bill), toCategory(-10)],
    })
    expect((await desk.payments.history(bill.id)).at(-1)).toMatchObject({
      type: 'payment.succeeded',
      actor: 'amina',
      evidence: { kind: 'statement', account: 'cbe-1000', lineKey: line.key, row: 7, amount: 1000 },
    })
    await checkBooks(desk.repository)
  })

  it('for a net payout settles fifty bills, none of which takes its receipt', async () => {
    const desk = counter()
    const bills = await Promise.all(Array.from({ length: 50 }, (_, i) => desk.bill({ reference: `INV-${i}` })))
    const line = await desk.line({ amount: 49_250, providerTransactionId: 'PAYOUT-1' })
    const allocations = [...bills.map((bill) => toPayment(bill)), toCategory(-750, 'card_fee')]
    expect((await allocation(desk, line.key, allocations)).status).toBe('settled')
    for (const { payment } of await contents(desk.repository)) {
      expect(payment).toMatchObject({ status: 'succeeded', amountReconciled: 1000 })
      expect(payment).not.toHaveProperty('providerTransactionId')
    }
    await checkBooks(desk.repository)
  })

  it('for 1,200 settles a bill of 1,000 and a category with the rest, in one call or two', async () => {
    for (const calls of [1, 2]) {
      const desk = counter()
      const [bill, line] = [await desk.bill(), await desk.line({ amount: 1200, outcome: 'over_paid' })]
      const parts = [toPayment(bill), toCategory(200, 'surplus')]
      if (calls === 1) await allocation(desk, line.key, parts)
      else for (const part of parts) await allocation(desk, line.key, [part])
      expect(await desk.payments.lines.get(line.key)).toMatchObject({
        status: 'settled',
        allocated: 1200,
        version: 1 + calls,
      })
      await checkBooks(desk.repository)
    }
  })

  it('cancels out with a line of the other direction: both change in one write', async () => {
    const desk = counter()
    const credit = await desk.line({ valueDate: '2026-11-18' })
    const debit = await desk.line({ direction: 'debit', account: 'cbe-2000' })
    const settled = await allocation(desk, credit.key, [toLine(debit)])
    expect(settled).toMatchObject({ status: 'settled', allocations: [{ ...toLine(debit), by: 'hand' }] })
    expect(await desk.payments.lines.get(debit.key)).toMatchObject({
      status: 'settled',
      version: 2,
      allocations: [{ ...toLine(credit), by: 'hand' }],
    })
    expect((await desk.payments.lines.history(debit.key)).map(({ type }) => type)).toEqual([
      'line.imported',
      'line.allocated',
    ])
    await checkBooks(desk.repository)
  })

  it('for a charge or a part of an own transfer settles with a category', async () => {
    const desk = counter()
    const charge = await desk.line({ direction: 'debit', amount: 35 })
    const out = await desk.line({ direction: 'debit', amount: 90_000 })
    const into = await desk.line({ amount: 90_000, account: 'cbe-2000' })
    await allocation(desk, charge.key, [toCategory(35)])
    await allocation(desk, out.key, [toCategory(90_000, 'own_transfer')])
    await allocation(desk, into.key, [toCategory(90_000, 'own_transfer')])
    expect((await desk.payments.lines.list({ status: 'settled' })).items).toHaveLength(3)
    await checkBooks(desk.repository)
  })

  it('with money that went out reverses the whole payment, whose amountReconciled stays', async () => {
    const desk = counter()
    const bill = await desk.bill()
    await allocation(desk, (await desk.line()).key, [toPayment(bill)])
    const debit = await desk.line({ direction: 'debit', valueDate: '2026-11-20' })
    expect(await badFields(allocation(desk, debit.key, [toPayment(bill, 999)]))).toEqual([
      'allocations.0 must be the whole amount of a payment that succeeded, because a debit reverses it',
    ])
    await allocation(desk, debit.key, [toPayment(bill)])
    expect(await desk.payments.getPayment(bill.id)).toMatchObject({
      status: 'reversed',
      statusReason: 'statement_debit',
      amountReconciled: 1000,
    })
    await checkBooks(desk.repository)
  })

  it('pays a bill in instalments, the last of which confirms it', async () => {
    const desk = counter()
    const bill = await desk.bill({ amount: 3000 })
    for (const [at, status] of ['pending', 'pending', 'succeeded'].entries()) {
      await allocation(desk, (await desk.line()).key, [toPayment(bill, 1000)])
      expect(await desk.payments.getPayment(bill.id)).toMatchObject({ status, amountReconciled: 1000 * (at + 1) })
    }
    expect((await desk.payments.history(bill.id)).map(({ type }) => type)).toEqual([
      'payment.created',
      'payment.reconciled',
      'payment.reconciled',
      'payment.succeeded',
    ])
    await checkBooks(desk.repository)
  })

  it('settles a bill that expired, and replaces the one that was created in its place', async () => {
    const desk = counter({ referencePolicy: 'one-live' })
    const old = await desk.bill()
    await desk.payments.expirePayment(old.id)
    const replacing = await desk.bill()
    await allocation(desk, (await desk.line({ providerTransactionId: 'TX-1' })).key, [toPayment(old)])
    expect(await desk.payments.getPayment(old.id)).toMatchObject({
      status: 'succeeded',
      providerTransactionId: 'TX-1',
    })
    expect(await desk.payments.getPayment(replacing.id)).toMatchObject({ status: 'failed', statusReason: 'superseded' })
    await checkBooks(desk.repository)
  })

  it('settles a bill of a reference that was paid before as a second payment of it', async () => {
    const desk = counter({ referencePolicy: 'one-live' })
    const bills: Payment[] = []
    while (bills.length < 2) {
      const bill = await desk.bill()
      await desk.payments.expirePayment(bill.id)
      bills.push(bill)
    }
    for (const bill of bills) await allocation(desk, (await desk.line()).key, [toPayment(bill)])
    const payments = await Promise.all(bills.map(({ id }) => desk.payments.getPayment(id)))
    expect(payments.map((bill) => [bill?.status, bill?.statusReason])).toEqual([
      ['succeeded', undefined],
      ['succeeded', 'duplicate_reference'],
    ])
    await checkBooks(desk.repository)
  })

  it('pays its bill at its own time, or at the start of its value date in the zone of the hospital', async () => {
    const desk = counter({ timeZone: 'Africa/Addis_Ababa' })
    const [first, second] = [await desk.bill(), await desk.bill({ reference: 'INV-2' })]
    desk.clock.set('2026-11-22T09:00:00.000Z')
    await allocation(desk, (await desk.line({ valueDate: '2026-11-21' })).key, [toPayment(first)])
    const booked = '2026-11-21T07:08:09.000Z'
    await allocation(desk, (await desk.line({ bookedAt: booked })).key, [toPayment(second)])
    expect((await desk.payments.getPayment(first.id))?.paidAt).toBe('2026-11-20T21:00:00.000Z')
    expect((await desk.payments.getPayment(second.id))?.paidAt).toBe(booked)
  })

  it('passes on no receipt that another payment of the channel has, and writes once', async () => {
    const original = memoryRepository()
    let writes = 0
    const replace: typeof original.replace = (group) => {
      if (group.changes.some(({ payment }) => payment.amountReconciled > 0)) writes++
      return original.replace(group)
    }
    const desk = counter({ repository: { ...original, replace } })
    const [paid, bill, cash] = [
      await desk.bill(),
      await desk.bill({ reference: 'INV-2' }),
      await desk.bill({ reference: 'INV-3', channel: 'cash' }),
    ]
    await desk.payments.confirmPayment(paid.id, { providerTransactionId: 'TX-1' })
    await allocation(desk, (await desk.line({ providerTransactionId: 'TX-1' })).key, [toPayment(bill)])
    await allocation(desk, (await desk.line({ providerTransactionId: 'TX-1' })).key, [toPayment(cash)])
    expect(writes).toBe(2)
    expect(await desk.payments.getPayment(bill.id)).not.toHaveProperty('providerTransactionId')
    expect(await desk.payments.getPayment(cash.id)).toMatchObject({ providerTransactionId: 'TX-1' })
    await checkBooks(desk.repository)
  })

  it('can be allocated while it is held', async () => {
    const desk = counter()
    const [bill, line] = [await desk.bill(), await desk.line()]
    await desk.payments.lines.hold(line.key, { expectedVersion: 1 })
    expect(await allocation(desk, line.key, [toPayment(bill)])).toMatchObject({ held: true, status: 'settled' })
  })
})

describe('lines.allocate: a repeated call', () => {
  it('returns the line and stores nothing, with any reason, actor and order of its allocations', async () => {
    const desk = counter()
    const [bill, line] = [await desk.bill(), await desk.line({ amount: 990 })]
    const allocations = [toPayment(bill), toCategory(-10)]
    const first = await desk.payments.lines.allocate(line.key, { expectedVersion: 1, allocations })
    const again = { expectedVersion: 1, allocations: allocations.toReversed(), reason: 'again', actor: 'other' }
    expect(await desk.payments.lines.allocate(line.key, again)).toStrictEqual(first)
    expect(await desk.payments.lines.history(line.key)).toHaveLength(2)
    expect(await desk.payments.history(bill.id)).toHaveLength(2)
  })

  it('with other allocations is refused with line_changed, whose details show the line without its narration', async () => {
    const desk = counter()
    const line = await desk.line({ narration: 'from Abebe' })
    const now = await allocation(desk, line.key, [toCategory(1)])
    const error = await refusal(
      desk.payments.lines.allocate(line.key, { expectedVersion: 1, allocations: [toCategory(2)] }),
      'line_changed',
    )
    const { narration, ...withoutText } = now
    expect(narration).toBe('from Abebe')
    expect(error.details).toStrictEqual({ line: withoutText })
  })
})

describe('lines.allocate: allocations are refused', () => {
  const allocate = (allocations: unknown, more: object = {}) => ({ expectedVersion: 1, allocations, ...more }) as never

  it('for their shape, all problems at once', async () => {
    const { payments } = counter()
    const allocations = [
      { to: 'payment', paymentId: 5, amount: 0 },
      { to: 'category', category: 'Bank Fee', amount: 0 },
      { to: 'category', category: 'x'.repeat(65), amount: 1.5 },
      { to: 'line', amount: -1 },
      { to: 'refund', refundId: 'ref_1', amount: 1, colour: 'blue' },
      { to: 'person', amount: 1 },
      null,
      'x',
    ]
    const options = allocate(allocations, { expectedVersion: 0, reason: '', actor: ' ', colour: 'blue' })
    expect(await badFields(payments.lines.allocate('id:1', options))).toEqual([
      'expectedVersion must be an integer from 1',
      'actor is empty',
      'reason is empty',
      'allocations.0.paymentId must be text',
      'allocations.0.amount must be an integer of minor units from 1 to 9007199254740991',
      'allocations.1.category must be 1 to 64 characters of a-z, 0-9, _, . and -',
      'allocations.1.amount must be an integer of minor units from -9007199254740991 to 9007199254740991, and not 0',
      'allocations.2.category must be 1 to 64 characters of a-z, 0-9, _, . and -',
      'allocations.2.amount must be an integer of minor units from -9007199254740991 to 9007199254740991, and not 0',
      'allocations.3.lineKey is required',
      'allocations.3.amount must be an integer of minor units from 1 to 9007199254740991',
      'allocations.4.colour is not a known field',
      'allocations.5.to must be payment, refund, line or category',
      'allocations.6 must be an object',
      'allocations.7 must be an object',
      'colour is not a known field',
    ])
  })

  it.each([
    [undefined, ['expectedVersion is required', 'allocations must be a list of 1 to 5000 allocations']],
    [{ expectedVersion: 1, allocations: [] }, ['allocations must be a list of 1 to 5000 allocations']],
    [allocate(Array(5001).fill(toCategory(1))), ['allocations must be a list of 1 to 5000 allocations']],
    [allocate([toCategory(1)], { expectedVersion: '1' }), ['expectedVersion must be an integer from 1']],
    [allocate([toCategory(1)], { expectedVersion: 1.5 }), ['expectedVersion must be an integer from 1']],
  ])('for their number, or no version: case %#', async (options, problems) => {
    const { payments } = counter()
    expect(await badFields(payments.lines.allocate('id:1', (options ?? {}) as never))).toEqual(problems)
  })

  it('for their targets, all problems at once at allocations.N', async () => {
    const desk = counter()
    const [bill, foreign, reversed] = [
      await desk.bill(),
      await desk.bill({ currency: 'KES' }),
      await desk.bill({ reference: 'INV-9' }),
    ]
    await desk.payments.confirmPayment(reversed.id)
    await desk.payments.reversePayment(reversed.id, { reason: 'charged twice' })
    const [line, other] = [await desk.line({ amount: 10_000 }), await desk.line()]
    const allocations: Allocation[] = [
      { to: 'payment', paymentId: unknownId, amount: 1 },
      { to: 'payment', paymentId: 'no id', amount: 1 },
      toPayment(foreign),
      toPayment(reversed),
      { to: 'refund', refundId: 'ref_1', amount: 1 },
      { to: 'line', lineKey: 'id:unknown', amount: 1 },
      { to: 'line', lineKey: line.key, amount: 1 },
      toLine(other),
      toPayment(bill),
      toPayment(bill, 1),
    ]
    expect(await badFields(allocation(desk, line.key, allocations))).toEqual([
      'allocations.0 names a payment that does not exist',
      'allocations.1 names a payment that does not exist',
      'allocations.2 names a payment of another currency',
      'allocations.3 names a payment that was reversed',
      'allocations.4 names a refund that does not exist',
      'allocations.5 names a line that does not exist',
      'allocations.6 names the line itself',
      'allocations.7 names a line of the same direction, but only a credit and a debit cancel out',
      'allocations.9 has the same target as another allocation',
    ])
    expect((await desk.payments.lines.get(line.key))?.version).toBe(1)
    await checkBooks(desk.repository)
  })

  it('for a sum of nothing: no bill is confirmed out of thin air', async () => {
    const desk = counter()
    const [bill, line] = [await desk.bill(), await desk.line()]
    for (const withheld of [-1000, -1001]) {
      expect(await badFields(allocation(desk, line.key, [toPayment(bill), toCategory(withheld)]))).toEqual([
        'allocations must add up to more than 0',
      ])
    }
    expect((await desk.payments.getPayment(bill.id))?.status).toBe('pending')
  })

  it('for more than the line or a payment has open, with each of them listed', async () => {
    const desk = counter()
    const [bill, line] = [await desk.bill(), await desk.line({ amount: 1500 })]
    const error = await refusal(
      allocation(desk, line.key, [toPayment(bill, 1001), toCategory(500)]),
      'allocation_exceeds',
    )
    expect(error.details).toStrictEqual({
      exceeded: [
        { path: 'allocations.0', open: 1000, asked: '1001' },
        { path: 'allocations', open: 1500, asked: '1501' },
      ],
    })
    await checkBooks(desk.repository)
  })

  it('in the documented order', async () => {
    const desk = counter()
    const [bill, line] = [await desk.bill(), await desk.line()]
    const wrong = [{ to: 'payment', paymentId: unknownId, amount: 5 } as const, toPayment(bill, 5000)]
    const { allocate } = desk.payments.lines
    await refusal(allocate('id:unknown', { expectedVersion: 1, allocations: [toCategory(0)] }), 'invalid_request')
    const unknown = await refusal(allocate('id:unknown', { expectedVersion: 1, allocations: wrong }), 'line_not_found')
    expect(unknown.details).toStrictEqual({ lineKey: 'id:unknown' })
    await refusal(allocate(line.key, { expectedVersion: 2, allocations: wrong }), 'line_changed')
    await refusal(allocate(line.key, { expectedVersion: 1, allocations: wrong }), 'invalid_request')
    await refusal(allocate(line.key, { expectedVersion: 1, allocations: wrong.slice(1) }), 'allocation_exceeds')
    expect(await desk.payments.lines.history(line.key)).toHaveLength(1)
  })

  it.each(['', ' ', 'x'.repeat(300), 'é', 'no key', 'a\0b'])('for a key that no line can have: %j', async (key) => {
    const { payments } = counter()
    const error = await refusal(
      payments.lines.allocate(key, { expectedVersion: 1, allocations: [toCategory(1)] }),
      'line_not_found',
    )
    expect(error.details.lineKey.length).toBeLessThanOrEqual(256)
  })

  it('for two lines that do not cancel out', async () => {
    const desk = counter()
    const line = await desk.line()
    const first = 'must be the first allocation of both lines; undo their other allocations first'
    const alone = 'must be alone, or with categories that take the rest of this line'
    const cases: [AccountLine, string][] = [
      [await desk.line({ direction: 'debit', amount: 999 }), alone],
      [await desk.line({ direction: 'debit', currency: 'KES' }), 'names a line of another currency'],
    ]
    const shared = await desk.line({ direction: 'debit' })
    cases.push([shared, first])
    await allocation(desk, shared.key, [toCategory(1)])
    for (const [other, problem] of cases) {
      expect(await badFields(allocation(desk, line.key, [toLine(other)]))).toEqual([`allocations.0 ${problem}`])
    }
    const free = await desk.line({ direction: 'debit' })
    expect(await badFields(allocation(desk, line.key, [toLine(free), toCategory(1)]))).toEqual([
      `allocations.0 ${alone}`,
    ])
  })

  it('beyond 5,000 of one line, earlier ones included', async () => {
    const desk = counter()
    const line = await desk.line({ amount: 100_000 })
    const many = (from: number, count: number) => Array.from({ length: count }, (_, i) => toCategory(1, `c${from + i}`))
    await allocation(desk, line.key, many(0, 4999))
    expect(await badFields(allocation(desk, line.key, many(0, 2)))).toEqual([
      'allocations must be at most 5000 on one line, earlier ones included',
    ])
    expect((await allocation(desk, line.key, many(0, 1))).allocations).toHaveLength(5000)
  })
})

it('lines.allocate: a line pays 5,000 bills in one write, and a write of more changes is refused with nothing stored', async () => {
  const desk = counter({ referencePolicy: 'allow' })
  const requests = Array.from({ length: 5000 }, (_, i) => ({
    request: { amount: 10, currency: 'ETB', reference: `INV-${i}`, channel: 'cash' },
  }))
  const bills = (await desk.payments.createPayments(requests)).map(({ payment }) => payment!)
  const oneLive = counter({ referencePolicy: 'one-live', repository: desk.repository })
  await desk.payments.expirePayment(bills[0]!.id)
  await desk.payments.createPayment(requests[0]!.request)
  const line = await desk.line({ amount: 50_000 })
  const allocations = bills.map((bill) => toPayment(bill))
  // The first bill expired and was created again: that one is replaced, which is the 5,001st change.
  const problems = await badFields(allocation(oneLive, line.key, allocations))
  expect(problems).toEqual(['would change more than 5000 payments, refunds or lines in one write'])
  expect((await desk.payments.lines.get(line.key))?.version).toBe(1)
  expect((await allocation(desk, line.key, allocations)).status).toBe('settled')
  await checkBooks(desk.repository)
})
