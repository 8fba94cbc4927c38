import { memoryRepository, type RefundReason } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { credit, debit, file, hospital, account } from '../../reconciliation/support/hospital.js'
import { ofPaymentsAlone } from '../../support/finance-repositories.js'
import { at, badFields, day, refusal, request, testService } from '../../support/service.js'

describe('attention', () => {
  it('is empty where nothing waits', async () => {
    const { payments } = testService()
    expect(await payments.attention()).toEqual({
      openLines: [],
      uncounted: [],
      underPaid: [],
      unpaidWithMoney: [],
      refundedUnproved: [],
      reversedWithMoney: [],
      transits: [],
      openSessions: [],
      differences: [],
      duplicates: [],
      missingLines: [],
      refundsToApprove: [],
      refundsToPay: [],
      waiversToApprove: [],
      unknownAttempts: [],
      paidAttemptsOpen: [],
      unclosedDays: [],
      deadEvents: 0,
    })
  })

  it('sums open money of lines, by account, currency, direction and outcome', async () => {
    const { payments, apply, bill } = hospital()
    await bill({ reference: 'INV-1' })
    await apply(
      file(
        credit({ reference: 'INV-1' }),
        credit({ amount: 7, valueDate: '2026-11-19' }),
        credit({ amount: 5, narration: 'x' }),
        debit({ amount: 3 }),
      ),
    )
    await apply([credit({ amount: 11 })], { account: 'awash' })
    const [first] = (await payments.lines.list({ amount: 7 })).items
    await payments.lines.allocate(first!.key, {
      expectedVersion: 1,
      allocations: [{ to: 'category', category: 'deposit', amount: 4 }],
    })
    expect((await payments.attention()).openLines).toEqual([
      {
        account: 'awash',
        currency: 'ETB',
        direction: 'credit',
        outcome: 'unmatched_line',
        count: 1,
        amount: '11',
        oldest: '2026-11-20',
      },
      {
        account,
        currency: 'ETB',
        direction: 'credit',
        outcome: 'unmatched_line',
        count: 2,
        amount: '8',
        oldest: '2026-11-19',
      },
      {
        account,
        currency: 'ETB',
        direction: 'debit',
        outcome: 'reversal_candidate',
        count: 1,
        amount: '3',
        oldest: '2026-11-20',
      },
    ])
  })

  it('sums payments that were paid in part or twice, and counts dead events', async () => {
    const { payments, apply, bill } = hospital({ referencePolicy: 'one-live' })
    await bill({ reference: 'INV-1', amount: 1000 })
    await apply([credit({ reference: 'INV-1', amount: 400 })])
    const old = await bill({ reference: 'INV-2', amount: 300 })
    await payments.expirePayment(old.id)
    const next = await bill({ reference: 'INV-2', amount: 300 })
    await payments.confirmPayment(next.id)
    await payments.confirmPayment(old.id)
    await payments.deliverEvents(() => Promise.resolve('dead'), { limit: 2 })
    expect(await payments.attention()).toMatchObject({
      underPaid: [{ currency: 'ETB', count: 1, asked: '1000', came: '400', missing: '600' }],
      duplicates: [{ currency: 'ETB', count: 1, amount: '300' }],
      deadEvents: 2,
    })
  })

  it('counts thousands of dead events, page after page, also where the last one is full', async () => {
    const original = memoryRepository()
    for (const count of [2500, 2000]) {
      const dead = Array.from({ length: count }, (_, i) => ({ id: `evt_${String(i).padStart(26, '0')}`, createdAt: at(i) }))
      let pages = 0
      const pageDeadEvents: typeof original.pageDeadEvents = async ({ limit, after }) => {
        pages++
        const first = after ? dead.findIndex(({ id, createdAt }) => id === after.id && createdAt === after.at) + 1 : 0
        return dead.slice(first, first + limit) as never
      }
      const repository = { ...original, pageDeadEvents }
      const { payments } = testService({ repository })
      expect((await payments.attention()).deadEvents).toBe(count)
      expect(pages).toBe(3)
    }
  })

  it('sums payments that no statement has proved in time, of the channels that a statement is expected of', async () => {
    const { payments, clock, bill } = hospital()
    const { id } = await bill()
    await payments.confirmPayment(id)
    expect((await payments.attention()).missingLines).toEqual([])
    clock.set(at(5 * day))
    const missing = [{ currency: 'ETB', count: 1, amount: '150000' }]
    expect((await payments.attention()).missingLines).toEqual(missing)
    expect((await payments.attention({ graceDays: 10 })).missingLines).toEqual([])
    expect((await payments.attention({ asOf: at(0) })).missingLines).toEqual([])
    expect((await payments.attention({ channels: ['till'] })).missingLines).toEqual([])
    expect((await payments.attention({ channels: 'mobile-banking' })).missingLines).toEqual(missing)
  })

  it('has missingMoreThan where more payments have no line than missingUpTo', async () => {
    const { payments, clock, bill } = hospital()
    for (let made = 0; made < 3; made++) await payments.confirmPayment((await bill({ reference: `INV-${made}` })).id)
    clock.set(at(5 * day))
    const all = [{ currency: 'ETB', count: 3, amount: '450000' }]
    const exact = await payments.attention({ missingUpTo: 3 })
    expect(exact.missingLines).toEqual(all)
    expect(exact).not.toHaveProperty('missingMoreThan')
    expect(await payments.attention({ missingUpTo: 2 })).toMatchObject({ missingLines: [], missingMoreThan: 2 })
    expect((await payments.attention()).missingLines).toEqual(all)
  })

  it('queries the storage for payments without a line with the filters of the query and no others', async () => {
    const queries: object[] = []
    const repository = {
      ...memoryRepository(),
      sumUnproved: async (query: object) => (queries.push(query), []),
    }
    const { payments } = testService({ repository, timeZone: 'Africa/Nairobi' })
    await payments.attention()
    await payments.attention({ asOf: at(day), graceDays: 0, channels: ['till', 'cash'], missingUpTo: 7 })
    expect(queries).toStrictEqual([
      { paidBefore: '2026-11-16T21:00:00.000Z' },
      { paidBefore: '2026-11-20T21:00:00.000Z', channels: ['cash', 'till'], exactUpTo: 7 },
    ])
  })

  it('has one order from every storage', async () => {
    const original = memoryRepository()
    const unproved = ['ETB', 'KES'].map((currency) => ({ currency, count: 1, amount: '5' }))
    const sum = { currency: 'ETB', count: 1, amount: '5', oldest: '2026-11-20', outcome: 'unmatched_line' } as const
    const openLines = [
      { ...sum, account: 'a', direction: 'credit' as const },
      { ...sum, account: 'a', direction: 'debit' as const },
      { ...sum, account: 'aA', direction: 'credit' as const },
    ]
    for (const order of [<Row>(rows: Row[]) => rows, <Row>(rows: Row[]) => rows.toReversed()]) {
      const repository = {
        ...original,
        sumUnproved: async () => order(unproved),
        sumOpenLines: async () => order(openLines),
      }
      const attention = await testService({ repository }).payments.attention()
      expect(attention.missingLines).toEqual(unproved)
      expect(attention.openLines).toEqual(openLines)
    }
  })

  it('sums refunds to approve and to pay', async () => {
    const { payments } = testService({ refundApproval: ({ amount }) => amount > 100 })
    const { id } = await payments.createPayment(request())
    await payments.confirmPayment(id)
    const ask = (amount: number, reason: RefundReason = 'duplicate') =>
      payments.refunds.create({ paymentId: id, amount, reason })
    for (const amount of [200, 300, 100, 50]) await ask(amount)
    for (const amount of [400, 30]) await ask(amount, 'overpayment')
    const paid = await ask(7)
    await payments.refunds.confirm(paid.id)
    const { refundsToApprove, refundsToPay } = await payments.attention()
    expect(refundsToApprove).toEqual([{ currency: 'ETB', count: 3, amount: '900' }])
    expect(refundsToPay).toEqual([{ currency: 'ETB', count: 3, amount: '180' }])
  })

  it('refuses wrong and unknown fields, and a repository of payments alone', async () => {
    const { payments, repository } = testService()
    expect(await badFields(payments.attention({ asOf: 'today', missingUpTo: 0, day: 1 } as never))).toEqual([
      'asOf must be an ISO 8601 date and time with Z or an offset',
      'missingUpTo must be an integer from 1 to 1000000',
      'day is not a known field',
    ])
    const alone = payments.using(ofPaymentsAlone(repository))
    await refusal(alone.attention(), 'internal_error')
    await refusal(alone.deadEvents(), 'internal_error')
  })
})

describe('deadEvents', () => {
  it('lists dead events, oldest first, a page at a time, and leases none', async () => {
    const { payments, bill } = hospital()
    for (let i = 0; i < 5; i++) await bill()
    expect(await payments.deadEvents()).toEqual({ items: [], nextCursor: null })
    await payments.deliverEvents(() => Promise.resolve('dead'))
    const ids: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await payments.deadEvents({ limit: 2, ...(cursor && { cursor }) })
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    const all = (await payments.deadEvents()).items
    expect(ids).toEqual(all.map(({ id }) => id))
    expect(all.map(({ createdAt }) => createdAt)).toEqual(all.map(({ createdAt }) => createdAt).sort())
    expect(ids).toHaveLength(5)
    expect(await payments.redeliverEvents()).toEqual({ redelivered: 5 })
    expect((await payments.deadEvents()).items).toEqual([])
  })
})
