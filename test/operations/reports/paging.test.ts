import type { HospitalPayments, ReportQuery } from 'hospital-payments'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { watched } from '../../support/repositories.js'
import { expected, filters, itemOf, populated, population } from '../../support/population.js'
import { badFields, refusal, request, testService } from '../../support/service.js'
import { examples } from '../../support/rounds.js'

async function filled(count: number, overrides = {}) {
  const service = testService(overrides)
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await service.payments.createPayment(request({ amount: i + 1 }))).id)
  return { ...service, ids }
}

async function pages(payments: HospitalPayments, query: ReportQuery): Promise<string[][]> {
  const idsOfPages: string[][] = []
  let cursor: string | null | undefined
  do {
    const page = await payments.reportPayments({ ...query, ...(cursor && { cursor }) })
    idsOfPages.push(page.items.map(({ paymentId }) => paymentId))
    cursor = page.nextCursor
  } while (cursor !== null)
  return idsOfPages
}

describe('Page', () => {
  it.each([
    [1, [1, 1, 1, 1, 1, 1]],
    [4, [4, 2]],
    [5, [5, 1]],
    [6, [6]],
    [7, [6]],
  ])('has at most its limit of %d items, and no empty page follows', async (limit, sizes) => {
    const { payments, ids } = await filled(6)
    const idsOfPages = await pages(payments, { limit })
    expect(idsOfPages.map((page) => page.length)).toEqual(sizes)
    expect(idsOfPages.flat()).toEqual(ids)
  })

  it('has at most 100 items by default and 500 at most', async () => {
    const { payments } = await filled(502)
    expect((await payments.reportPayments()).items).toHaveLength(100)
    expect((await payments.reportPayments({ limit: undefined } as never)).items).toHaveLength(100)
    expect((await payments.reportPayments({ limit: 500 })).items).toHaveLength(500)
    expect((await payments.findByReference('INV-1')).items).toHaveLength(100)
    expect((await payments.findByReference('INV-1', { limit: 500 })).items).toHaveLength(500)
  })

  it.each([0, -1, 501, 1.5, NaN, '10', null, true, 10n])('refuses the limit %s', async (limit) => {
    const { payments } = testService()
    const rule = ['limit must be an integer from 1 to 500']
    expect(await badFields(payments.reportPayments({ limit } as never))).toEqual(rule)
    expect(await badFields(payments.findByReference('INV-1', { limit } as never))).toEqual(rule)
  })

  it('is read from the storage by one call', async () => {
    const { repository, log } = watched(testService().repository)
    const { payments } = await filled(3, { repository })
    log.length = 0
    await payments.reportPayments({ limit: 2 })
    expect(log).toEqual(['page'])
  })

  it('can have another limit than the page before', async () => {
    const { payments, ids } = await filled(10)
    const first = await payments.reportPayments({ limit: 3 })
    const second = await payments.reportPayments({ limit: 5, cursor: first.nextCursor! })
    const third = await payments.reportPayments({ limit: 500, cursor: second.nextCursor! })
    expect([first, second, third].flatMap(({ items }) => items.map(({ paymentId }) => paymentId))).toEqual(ids)
    expect(third.nextCursor).toBeNull()
  })

  it('never repeats or misses an item, for all filters and limits', async () => {
    await fc.assert(
      fc.asyncProperty(population, filters, fc.integer({ min: 1, max: 5 }), async (plans, filter, limit) => {
        const { payments, all } = await populated(plans)
        const items = expected(all, filter).map(itemOf)
        const idsOfPages = await pages(payments, { ...filter, limit })
        expect(idsOfPages.flat()).toEqual(items.map(({ paymentId }) => paymentId))
        expect(idsOfPages.slice(0, -1).every((page) => page.length === limit)).toBe(true)
      }),
      { numRuns: examples(60) },
    )
  })
})

describe('Page.nextCursor: a cursor', () => {
  const query: ReportQuery = { from: '2026-11-01', to: '2026-11-30', status: 'pending', limit: 2 }

  it('is opaque text of at most 512 characters, and the same for the same page', async () => {
    const { payments } = await filled(5)
    const { nextCursor } = await payments.reportPayments(query)
    expect(nextCursor).toMatch(/^[A-Za-z0-9_.-]{20,512}$/)
    expect((await payments.reportPayments(query)).nextCursor).toBe(nextCursor)
    const again = { ...query, status: ['pending' as const, 'pending' as const], cursor: nextCursor! }
    expect((await payments.reportPayments(again)).items).toHaveLength(2)
  })

  it.each<ReportQuery>([
    { from: '2026-11-02' },
    { to: '2026-12-01' },
    { status: ['pending', 'failed'] },
    { channel: 'mobile-banking' },
    { reference: 'INV-1' },
    { basis: 'paidAt' },
    { reference: ' impossible' },
  ])('is refused with other filters: %j', async (change) => {
    const { payments } = await filled(5)
    const { nextCursor } = await payments.reportPayments(query)
    const error = await refusal(payments.reportPayments({ ...query, ...change, cursor: nextCursor! }), 'invalid_cursor')
    expect(error.message).toMatch(/Start again without a cursor/)
    expect(error.details).toStrictEqual({})
  })

  it('is refused by another function, another zone and another reference', async () => {
    const { payments, repository } = await filled(5)
    const report = await payments.reportPayments({ limit: 2 })
    const ofReference = await payments.findByReference('INV-1', { limit: 2 })
    const reference = await payments.reportPayments({ reference: 'INV-1', limit: 2 })
    await refusal(payments.findByReference('INV-1', { cursor: report.nextCursor! }), 'invalid_cursor')
    await refusal(payments.findByReference('INV-1', { cursor: reference.nextCursor! }), 'invalid_cursor')
    await refusal(payments.reportPayments({ reference: 'INV-1', cursor: ofReference.nextCursor! }), 'invalid_cursor')
    await refusal(payments.findByReference('INV-2', { cursor: ofReference.nextCursor! }), 'invalid_cursor')
    const { nextCursor } = await payments.reportPayments(query)
    const elsewhere = testService({ repository, timeZone: 'Asia/Kathmandu' }).payments
    await refusal(elsewhere.reportPayments({ ...query, cursor: nextCursor! }), 'invalid_cursor')
    expect(
      (await testService({ repository }).payments.reportPayments({ ...query, cursor: nextCursor! })).items,
    ).toHaveLength(2)
  })

  it('is refused when any of its characters was altered, lost, added or respelt', async () => {
    const { payments } = await filled(3)
    const { nextCursor } = await payments.reportPayments({ limit: 1 })
    const cursor = nextCursor!
    const altered = [...cursor].flatMap((character, i) => [
      cursor.slice(0, i) + (character === 'A' ? 'B' : 'A') + cursor.slice(i + 1),
      cursor.slice(0, i) + cursor.slice(i + 1),
    ])
    const others = [
      '',
      ' ',
      '.',
      'x',
      `${cursor} `,
      ` ${cursor}`,
      `${cursor}=`,
      `${cursor}.`,
      cursor.toLowerCase(),
      cursor + 'A'.repeat(600),
      'é',
    ]
    for (const wrong of [...altered, ...others]) {
      await refusal(payments.reportPayments({ limit: 1, cursor: wrong }), 'invalid_cursor')
    }
    expect(altered.length).toBeGreaterThan(100)
  })

  it('must be text', async () => {
    const { payments } = testService()
    for (const cursor of [null, 5, {}]) {
      expect(await badFields(payments.reportPayments({ cursor } as never))).toEqual(['cursor must be text'])
      expect(await badFields(payments.findByReference('a', { cursor } as never))).toEqual(['cursor must be text'])
    }
  })
})
