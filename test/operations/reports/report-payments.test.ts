import fc from 'fast-check'
import { memoryRepository, type ReportQuery } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { expected, filters, itemOf, populated, population, zones } from '../../support/population.js'
import { watched } from '../../support/repositories.js'
import { badFields, collect, refusal, request, start, testService } from '../../support/service.js'
import { examples } from '../../support/rounds.js'

describe('reportPayments', () => {
  it('shows six properties of each payment in the documented order, unpaid ones with paidAt null', async () => {
    const { payments } = testService()
    const unpaid = await payments.createPayment(request({ customer: { name: 'Almaz' }, description: 'd' }))
    const paid = await payments.createPayment(request())
    await payments.confirmPayment(paid.id)
    await payments.reversePayment(paid.id, { reason: 'refund' })
    const { items, nextCursor } = await payments.reportPayments()
    expect(items).toStrictEqual([
      { paymentId: unpaid.id, reference: 'INV-1', amount: 150_000, currency: 'ETB', status: 'pending', paidAt: null },
      { paymentId: paid.id, reference: 'INV-1', amount: 150_000, currency: 'ETB', status: 'reversed', paidAt: start },
    ])
    expect(Object.keys(items[0]!)).toEqual(['paymentId', 'reference', 'amount', 'currency', 'status', 'paidAt'])
    expect(nextCursor).toBeNull()
  })

  it('equals a naive report for every combination of filters, as do CSV and totals', async () => {
    await fc.assert(
      fc.asyncProperty(
        population,
        fc.array(filters, { minLength: 5, maxLength: 15 }),
        fc.constantFrom(...Object.keys(zones)),
        async (plans, queries, timeZone) => {
          const { payments, all } = await populated(plans, timeZone)
          for (const query of queries) {
            const matching = expected(all, query, timeZone)
            expect(await payments.reportPayments(query)).toStrictEqual({ items: matching.map(itemOf), nextCursor: null })
            const lines = (await collect(payments.exportCsv(query))).join('').split('\r\n').slice(1, -1)
            expect(lines.map((line) => line.split(',')[0])).toEqual(matching.map(({ id }) => id))
            const { items } = await payments.totals(query)
            expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(matching.length)
            const sum = matching.reduce((total, { amount }) => total + BigInt(amount), 0n)
            expect(items.reduce((total, { amount }) => total + BigInt(amount), 0n)).toBe(sum)
          }
        },
      ),
      { numRuns: examples(60) },
    )
  })

  it('takes both days as inclusive, in the zone of the service', async () => {
    const { payments, clock } = testService({ timeZone: 'Africa/Addis_Ababa' })
    const made: Record<string, string> = {}
    for (const instant of [
      '2026-11-19T20:59:59.999Z',
      '2026-11-19T21:00:00.000Z',
      '2026-11-20T20:59:59.999Z',
      '2026-11-20T21:00:00.000Z',
    ]) {
      clock.set(instant)
      made[(await payments.createPayment(request())).id] = instant
    }
    const times = async (query: ReportQuery) =>
      (await payments.reportPayments(query)).items.map(({ paymentId }) => made[paymentId])
    const [before, first, last, after] = Object.values(made)
    expect(await times({ from: '2026-11-20', to: '2026-11-20' })).toEqual([first, last])
    expect(await times({ from: '2026-11-20' })).toEqual([first, last, after])
    expect(await times({ to: '2026-11-20' })).toEqual([before, first, last])
    expect(await times({ from: '2026-11-21', to: '2026-11-21' })).toEqual([after])
    expect(await times({ from: undefined, to: undefined })).toEqual([before, first, last, after])
  })

  it('is empty for a day that never was', async () => {
    const { payments, clock } = testService({ timeZone: 'Pacific/Apia' })
    for (const instant of ['2011-12-30T09:59:59.999Z', '2011-12-30T10:00:00.000Z']) {
      clock.set(instant)
      await payments.createPayment(request())
    }
    const count = async (day: string) => (await payments.reportPayments({ from: day, to: day })).items.length
    expect([await count('2011-12-29'), await count('2011-12-30'), await count('2011-12-31')]).toEqual([1, 0, 1])
  })
})

describe('invalid_date_range: the days of a query', () => {
  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ to: '2026-13-01' }, 'to'],
    [{ from: '20261120' }, 'from'],
    [{ to: '2026-11-20T00:00:00Z' }, 'to'],
    [{ from: '' }, 'from'],
    [{ from: '1969-12-31' }, 'from'],
    [{ to: '9999-01-01' }, 'to'],
    [{ from: '2026-11-21', to: '2026-11-20' }, 'from'],
    [{ from: 'x', to: 'y' }, 'from'],
  ] as const)('%j are refused for %s in reports, totals and CSV', async (query, field) => {
    const { payments } = testService()
    for (const call of [payments.reportPayments(query), payments.totals(query), collect(payments.exportCsv(query))]) {
      const error = await refusal(call, 'invalid_date_range')
      expect(error.details).toStrictEqual({ field })
      expect(error.message.startsWith(`${field} is `)).toBe(true)
    }
  })

  it.each([
    ['1970-01-01', '9998-12-31'],
    ['2026-11-20', '2026-11-20'],
  ])('%s to %s are accepted', async (from, to) => {
    const { payments } = testService()
    await payments.createPayment(request())
    expect((await payments.reportPayments({ from, to })).items).toHaveLength(1)
  })

  it('are checked before the reference', async () => {
    const { payments } = testService()
    await refusal(payments.reportPayments({ from: 'x', reference: '' }), 'invalid_date_range')
  })
})

describe('reportPayments, findByReference, totals and exportCsv: an impossible reference', () => {
  it.each(['', ' INV-1', 'INV-1 ', 'a\0', '\ud800', 'e\u0301', 'x'.repeat(256)])(
    '%j finds nothing, and is no error',
    async (reference) => {
      const { payments } = testService()
      await payments.createPayment(request())
      expect(await payments.reportPayments({ reference })).toStrictEqual({ items: [], nextCursor: null })
      expect(await payments.findByReference(reference)).toStrictEqual({ items: [], nextCursor: null })
      expect(await payments.totals({ reference })).toStrictEqual({ items: [] })
      expect(await collect(payments.exportCsv({ reference }))).toEqual([
        'paymentId,reference,amount,currency,status,paidAt\r\n',
      ])
    },
  )
})

describe('reportPayments, totals and exportCsv: the filters', () => {
  const wrong = { status: [], channel: [], basis: 'expiresAt', from: 5, to: null, reference: null, foo: 1, 'a b': 2 }
  const problems = [
    'from must be text',
    'to must be text',
    'reference must be text',
    'status must be one value, or a list of 1 to 50',
    'channel must be one value, or a list of 1 to 1000',
    'basis must be one of createdAt, paidAt, reversedAt',
    'foo is not a known field',
    '? is not a known field',
  ]

  it('are refused with every bad field at once', async () => {
    const { payments } = testService()
    expect(await badFields(payments.reportPayments(wrong as never))).toEqual(problems)
    expect(await badFields(payments.totals(wrong as never))).toEqual(problems)
    expect(await badFields(collect(payments.exportCsv(wrong as never)))).toEqual(problems)
    const paging = { cursor: 5, limit: 0 }
    expect(await badFields(payments.reportPayments(paging as never))).toEqual([
      'cursor must be text',
      'limit must be an integer from 1 to 500',
    ])
    for (const query of [null, 'x', []]) {
      expect(await badFields(payments.reportPayments(query as never))).toEqual(['must be an object'])
      expect(await badFields(payments.totals(query as never))).toEqual(['must be an object'])
    }
    expect(await badFields(payments.totals({ limit: 1, cursor: '' } as never))).toEqual([
      'limit is not a known field',
      'cursor is not a known field',
    ])
  })

  const statusRule = 'must be one of pending, succeeded, failed, expired, reversed'
  const listRule = 'must be one value, or a list of 1 to 50'
  it.each([
    ['paid', [`status.0 ${statusRule}`]],
    ['', [`status.0 ${statusRule}`]],
    [
      ['pending', 'paid', null],
      [`status.1 ${statusRule}`, `status.2 ${statusRule}`],
    ],
    [null, [`status ${listRule}`]],
    [5, [`status ${listRule}`]],
    [{}, [`status ${listRule}`]],
  ])('are refused with the status %j', async (status, fields) => {
    const { payments } = testService()
    expect(await badFields(payments.reportPayments({ status } as never))).toEqual(fields)
  })

  it.each([
    [null, ['channel must be one value, or a list of 1 to 1000']],
    [5, ['channel must be one value, or a list of 1 to 1000']],
    [['cash', 5], ['channel.1 must be text']],
  ])('are refused with the channel %j', async (channel, fields) => {
    const { payments } = testService()
    expect(await badFields(payments.reportPayments({ channel } as never))).toEqual(fields)
  })

  it('take as many values as a caller can mean, and repeated ones', async () => {
    const { payments } = testService()
    await payments.createPayment(request())
    const status = Array.from({ length: 50 }, () => 'pending' as const)
    const channel = Array.from({ length: 1000 }, (_, i) => (i === 0 ? 'mobile-banking' : `c${i}`))
    expect((await payments.reportPayments({ status, channel })).items).toHaveLength(1)
    expect(await badFields(payments.reportPayments({ status: [...status, 'failed'] }))).toEqual([
      'status must be one value, or a list of 1 to 50',
    ])
    expect(await badFields(payments.reportPayments({ channel: [...channel, 'x'] }))).toEqual([
      'channel must be one value, or a list of 1 to 1000',
    ])
  })

  it.each(['', 'mobile banking', 'x'.repeat(65), 'a\0', '\ud800'])(
    'find nothing for %j, which no channel can have as its name, without a read of the storage',
    async (channel) => {
      const { repository, log } = watched(memoryRepository())
      const { payments } = testService({ repository })
      await payments.createPayment(request())
      expect(await payments.reportPayments({ channel })).toEqual({ items: [], nextCursor: null })
      expect(await payments.totals({ channel: [channel, 'cash\n'] })).toEqual({ items: [] })
      expect(log).toEqual(['insert'])
      expect((await payments.reportPayments({ channel: [channel, 'mobile-banking'] })).items).toHaveLength(1)
    },
  )

  it('take a channel that is not set up any more', async () => {
    const { payments, repository } = testService()
    await payments.createPayment(request({ channel: 'cash' }))
    const later = testService({ repository, channels: {} }).payments
    expect((await later.reportPayments({ channel: 'cash' })).items).toHaveLength(1)
    expect((await later.reportPayments({ channel: 'card' })).items).toEqual([])
  })
})
