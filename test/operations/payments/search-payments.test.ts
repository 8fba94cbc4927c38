import { memoryRepository, type Payment, type SearchQuery } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { badFields, day, minute, refusal, request, testService } from '../../support/service.js'

async function several() {
  const repository = memoryRepository()
  const { payments, clock } = testService({ repository, timeZone: 'Africa/Nairobi' })
  const bills = [
    { reference: 'INV-2026-0001', customer: { id: 'MRN-1', name: 'Abebe Bekele', phone: '+251911234567' } },
    { reference: 'inv 2026 OOO1', currency: 'KES', customer: { name: 'Zoë de la Cruz', phone: '+254712345678' } },
    { reference: 'LAB/7', amount: 70_000, channel: 'cash', customer: { name: 'BEKELE Almaz' } },
    { reference: 'WARD-3', amount: 70_000, description: 'Abebe' },
  ]
  for (const bill of bills) {
    await payments.createPayment(request(bill))
    clock.advance(minute)
  }
  const find = async (query?: SearchQuery) => (await payments.search(query)).items.map(({ reference }) => reference)
  return { payments, clock, repository, find }
}

const [first, second, lab, ward] = ['INV-2026-0001', 'inv 2026 OOO1', 'LAB/7', 'WARD-3']

describe('HospitalPayments.search', () => {
  it.each<[SearchQuery, string[]]>([
    [{}, [ward, lab, second, first]],
    [{ text: 'INV-2026-0001' }, [second, first]],
    [{ text: ' 1nv 2o26–ooOi ' }, [second, first]],
    [{ text: 'INV-2026' }, [second, first]],
    [{ text: '1nv2' }, [second, first]],
    [{ text: 'inv' }, []],
    [{ text: '2026-0001' }, []],
    [{ customerId: 'MRN-1' }, [first]],
    [{ customerId: 'mrn-1' }, []],
    [{ customerId: 'MRN-1', text: 'zoe' }, []],
    [{ text: 'lab/7' }, [lab]],
    [{ text: 'abebe' }, [first]],
    [{ text: 'BEKE' }, [lab, first]],
    [{ text: 'e Bek' }, [first]],
    [{ text: 'bekele abebe' }, []],
    [{ text: 'Abebe  BEKELE' }, [first]],
    [{ text: 'zoe' }, [second]],
    [{ text: 'ZOË DE LA' }, [second]],
    [{ text: 'la cruz' }, [second]],
    [{ text: '—' }, []],
    [{ amount: 70_000 }, [ward, lab]],
    [{ amount: 70_001 }, []],
    [{ currency: 'KES' }, [second]],
    [{ phone: '678' }, [second]],
    [{ phone: '0712 345 678' }, [second]],
    [{ phone: '+254712345678' }, [second]],
    [{ phone: '2547****678' }, [second]],
    [{ phone: '2519*567' }, [first]],
    [{ phone: '2547****567' }, []],
    [{ channel: 'cash' }, [lab]],
    [{ channel: ['cash', 'mobile-banking'] }, [ward, lab, second, first]],
    [{ channel: 'no such channel' }, []],
    [{ status: 'pending', text: 'bekele', amount: 70_000 }, [lab]],
    [{ status: ['succeeded'] }, []],
    [{ from: '2026-11-20', to: '2026-11-20' }, [ward, lab, second, first]],
    [{ from: '2026-11-21' }, []],
    [{ to: '2026-11-19' }, []],
    [{ text: undefined, amount: undefined, phone: undefined, cursor: undefined }, [ward, lab, second, first]],
  ])('filters by %j', async (query, references) => {
    const { find } = await several()
    expect(await find(query)).toEqual(references)
  })

  it('finds the payment of a receipt, whole and in letters of either case', async () => {
    const { payments, find } = await several()
    const { items } = await payments.search({ text: 'LAB/7' })
    await payments.confirmPayment(items[0]!.id, { providerTransactionId: 'SKE4HJ7X9K' })
    expect(await find({ text: ' SKE4HJ7X9K ' })).toEqual([lab])
    expect(await find({ text: 'SKE4HJ7X9' })).toEqual([])
    expect(await find({ text: 'ske4hj7x9k' })).toEqual([lab])
  })

  it('goes by days of the hospital', async () => {
    const { payments, clock, find } = await several()
    clock.set('2026-11-20T20:59:59.999Z')
    await payments.createPayment(request({ reference: 'LATE-1' }))
    clock.advance(1)
    await payments.createPayment(request({ reference: 'NEXT-1' }))
    expect(await find({ to: '2026-11-20', text: 'next-1' })).toEqual([])
    expect(await find({ from: '2026-11-21' })).toEqual(['NEXT-1'])
    expect((await find({ to: '2026-11-20' }))[0]).toBe('LATE-1')
  })

  it('fills its pages, however many other payments the storage finds', async () => {
    const repository = memoryRepository()
    const { payments, clock } = testService({ repository })
    const matching: string[] = []
    for (let i = 0; i < 1300; i++) {
      const isMatching = i % 130 === 7
      const customer = { name: isMatching ? 'Abebe Bekele' : 'Bekele Abebe' }
      const { reference } = await payments.createPayment(request({ reference: `R-${i}`, customer }))
      if (isMatching) matching.unshift(reference)
      if (i % 3 === 0) clock.advance(minute)
    }
    for (const limit of [1, 3, 9, 10, 11]) {
      const references: string[] = []
      let cursor: string | undefined
      let pages = 0
      do {
        const page = await payments.search({ text: 'abebe bekele', limit, cursor })
        references.push(...page.items.map(({ reference }) => reference))
        cursor = page.nextCursor ?? undefined
        pages++
      } while (cursor)
      expect(references).toEqual(matching)
      expect(pages).toBe(Math.ceil(matching.length / limit))
    }
  })

  it('compares the payments of the storage once more', async () => {
    const { payments, repository } = await several()
    const all = await payments.search()
    const queries: Parameters<FinanceRepository['searchPayments']>[0][] = []
    const generous = payments.using({
      ...repository,
      searchPayments: async (query: (typeof queries)[number]) => {
        queries.push(query)
        return query.after ? [] : all.items
      },
    } as never)
    expect((await generous.search({ text: 'lab 7', amount: 5, phone: '678' })).items).toEqual([])
    expect(queries[0]!.clauses).toEqual([
      { terms: [], prefixes: [{ start: 'r:lab7' }, { start: 'd:7' }], providerTransactionId: 'lab 7' },
      { terms: ['a:5'] },
      { prefixes: [{ start: 'p:876' }] },
    ])
    expect((await generous.search({ text: 'lab/7' })).items.map(({ reference }) => reference)).toEqual([lab])
  })

  describe('queries the storage', () => {
    /** Collects the queries of the storage; it answers so many payments at a time, of which none matches. */
    async function watchedSearch(answers: readonly number[] = []) {
      const { payments, repository } = await several()
      const [other] = (await payments.search({ text: lab })).items
      const queries: Parameters<FinanceRepository['searchPayments']>[0][] = []
      const searchPayments: FinanceRepository['searchPayments'] = async (query) => {
        queries.push(query)
        return Array<Payment>(answers[queries.length - 1] ?? 0).fill(other!)
      }
      return { other: other!, queries, search: payments.using({ ...repository, searchPayments } as never).search }
    }

    it.each<[SearchQuery, object[]]>([
      [{ text: '—' }, [{ terms: [], providerTransactionId: '—' }]],
      [
        { text: 'bek' },
        [
          {
            terms: ['r:bek'],
            prefixes: ['w:', 'd:'].map((start) => ({ start, part: 'bek' })),
            providerTransactionId: 'bek',
          },
        ],
      ],
      [{ text: 'bek', amount: 5 }, [{ terms: ['a:5'] }]],
      [{ text: 'bek', phone: '678' }, [{ prefixes: [{ start: 'p:876' }] }]],
      [
        { text: 'Abebe Bek', amount: 5 },
        [
          {
            terms: [],
            prefixes: [{ start: 'r:abebebek' }, { start: 'w:bek' }, { start: 'd:bek' }],
            providerTransactionId: 'Abebe Bek',
          },
          { terms: ['a:5'] },
        ],
      ],
      [
        { text: 'Abebe de la Cruz ' },
        [
          {
            terms: ['w:de'],
            prefixes: [{ start: 'r:abebedelacruz' }],
            providerTransactionId: 'Abebe de la Cruz',
          },
        ],
      ],
    ])('by the clauses that find fewest payments: %j', async (query, clauses) => {
      const { queries, search } = await watchedSearch()
      await search(query)
      expect(queries).toStrictEqual([{ clauses, limit: 101 }])
    })

    it('with the filters of the query and no others', async () => {
      const { queries, search } = await watchedSearch()
      const channel = ['no such channel', 'cash']
      await search({ currency: 'KES', status: 'pending', channel, from: '2026-11-20', to: '2026-11-20', limit: 7 })
      expect(queries).toStrictEqual([
        {
          clauses: [],
          currency: 'KES',
          statuses: ['pending'],
          channels: ['cash'],
          from: '2026-11-19T21:00:00.000Z',
          before: '2026-11-20T21:00:00.000Z',
          limit: 8,
        },
      ])
    })

    it('not at all for channels that no payment can have', async () => {
      const { queries, search } = await watchedSearch()
      expect(await search({ channel: ['no such channel', ''] })).toEqual({ items: [], nextCursor: null })
      expect(queries).toEqual([])
    })

    it('for more and more at a time, behind its last answer, until it has no more', async () => {
      const { other, queries, search } = await watchedSearch([2, 500, 1000, 2000, 2000, 2000, 1999])
      expect(await search({ amount: 5, limit: 1 })).toEqual({ items: [], nextCursor: null })
      expect(queries.map(({ limit }) => limit)).toEqual([2, 500, 1000, 2000, 2000, 2000, 2000])
      const after = { at: other.createdAt, id: other.id }
      expect(queries.map((query) => query.after)).toEqual([undefined, ...Array<object>(6).fill(after)])
    })

    it('once where it finds as many as the limit', async () => {
      const { other, queries, search } = await watchedSearch([2])
      const { items, nextCursor } = await search({ text: lab, limit: 1 })
      expect(items).toEqual([other])
      expect(nextCursor).not.toBeNull()
      expect(queries).toHaveLength(1)
    })
  })

  it('refuses wrong filters, all problems at once', async () => {
    const { payments } = testService()
    const query = {
      text: ' ',
      amount: 0,
      currency: 'shilling',
      phone: '12',
      status: 'paid',
      limit: 0,
      colour: 'blue',
    }
    expect(await badFields(payments.search(query as never))).toEqual([
      'text is empty',
      'amount must be an integer of minor units from 1 to 9007199254740991',
      'currency must be three capital letters (ISO 4217)',
      'phone must be at least 3 last digits of a phone number, or its first digits, stars and its last digits',
      'status.0 must be one of pending, succeeded, failed, expired, reversed',
      'limit must be an integer from 1 to 500',
      'colour is not a known field',
    ])
    await refusal(payments.search({ from: '2026-02-30' }), 'invalid_date_range')
    await refusal(payments.search({ cursor: 'x' }), 'invalid_cursor')
  })

  it('refuses a cursor of another search or function', async () => {
    const { payments, clock } = await several()
    clock.advance(day)
    const { nextCursor } = await payments.search({ amount: 70_000, limit: 1 })
    const cursor = nextCursor!
    expect((await payments.search({ amount: 70_000, cursor })).items).toHaveLength(1)
    for (const query of [{}, { amount: 70_000, text: 'x' }, { amount: 70_000, status: 'pending' as const }]) {
      await refusal(payments.search({ ...query, cursor }), 'invalid_cursor')
    }
    await refusal(payments.reportPayments({ cursor }), 'invalid_cursor')
  })
})
