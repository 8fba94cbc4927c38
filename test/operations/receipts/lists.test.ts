/** Lists of receipts, their cursors, and their CSV. */
import { type HospitalPayments, memoryRepository, type Receipt, type ReceiptFilter } from 'hospital-payments'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { badFields, csvOf, day, minute, refusal, request, testService, unknownId } from '../../support/service.js'

const actors = ['sara', 'amina', null] as const

/** Issues receipts of nine payments on several days of two years, by three persons. */
async function filled(service = testService({ timeZone: 'Africa/Addis_Ababa' })) {
  const { payments, clock } = service
  const issued: Receipt[] = []
  for (let i = 0; i < 9; i++) {
    const { id } = await payments.createPayment(request({ reference: `INV-${i}`, amount: 100 * (i + 1) }))
    await payments.confirmPayment(id)
    const actor = actors[i % 3]
    issued.push(await payments.receipts.issue(id, actor ? { actor } : {}))
    clock.advance(i % 2 ? 10 * day : minute)
  }
  return { ...service, issued }
}

async function allPages(payments: HospitalPayments, filter: ReceiptFilter, limit: number): Promise<Receipt[]> {
  const items: Receipt[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await payments.receipts.list({ ...filter, limit, ...(cursor !== undefined && { cursor }) })
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

const numbersOf = (receipts: readonly Receipt[]) => receipts.map(({ year, number }) => `${year}/${number}`)

describe('receipts.list', () => {
  it('pages of any size hold the receipts that each filter selects, once and in order', async () => {
    const { payments, issued } = await filled()
    const dayOf = ({ issuedAt }: Receipt) => new Date(Date.parse(issuedAt) + 3 * 3_600_000).toISOString().slice(0, 10)
    const paymentId = issued[4]!.paymentId!
    const filters: [ReceiptFilter, (receipt: Receipt) => boolean][] = [
      [{}, () => true],
      [{ year: 2026 }, ({ year }) => year === 2026],
      [{ actor: 'sara' }, ({ issuedBy }) => issuedBy === 'sara'],
      [{ actor: 'sara', year: 2026 }, ({ issuedBy, year }) => issuedBy === 'sara' && year === 2026],
      [{ from: '2026-11-30' }, (receipt) => dayOf(receipt) >= '2026-11-30'],
      [{ to: '2026-11-30' }, (receipt) => dayOf(receipt) <= '2026-11-30'],
      [
        { from: '2026-11-30', to: '2026-11-30', actor: 'amina' },
        (r) => dayOf(r) === '2026-11-30' && r.issuedBy === 'amina',
      ],
      [{ paymentId }, (receipt) => receipt.paymentId === paymentId],
      [{ paymentId, year: 2025 }, () => false],
      [{ paymentId, from: '2026-12-31' }, () => false],
      [{ paymentId, to: '2026-12-31' }, (receipt) => receipt.paymentId === paymentId],
      [{ paymentId, actor: 'x' }, () => false],
      [{ paymentId: unknownId }, () => false],
      [{ paymentId: 'INV-1' }, () => false],
      [{ payerId: 'p1' }, () => false],
    ]
    for (const [filter, isFit] of filters)
      for (const limit of [1, 2, 100])
        expect(numbersOf(await allPages(payments, filter, limit)), JSON.stringify(filter)).toEqual(
          numbersOf(issued.filter(isFit)),
        )
  })

  it('cursors of other filters are refused, and so are days that are none', async () => {
    const { payments, issued } = await filled()
    const { list } = payments.receipts
    const { nextCursor } = await list({ limit: 1 })
    for (const filter of [
      { year: 2026 },
      { actor: 'sara' },
      { from: '2026-11-30' },
      { paymentId: issued[0]!.paymentId! },
    ])
      await refusal(list({ ...filter, cursor: nextCursor! }), 'invalid_cursor')
    const refused = await refusal(list({ from: '2026-12-01', to: '2026-11-30' }), 'invalid_date_range')
    expect(refused.details).toEqual({ field: 'from' })
    expect(await badFields(list({ year: 1, colour: 'blue' } as object))).toEqual([
      'year must be an integer from 1970 to 9999',
      'colour is not a known field',
    ])
  })

  it('a page reads the payments of its receipts together', async () => {
    const stored = memoryRepository()
    let reads = 0
    const counted = <Call extends (...values: never[]) => unknown>(call: Call) =>
      ((...values: never[]) => (reads++, call(...values))) as Call
    const { payments } = await filled(testService({ repository: stored }))
    const reader = payments.using({ ...stored, get: counted(stored.get), lookup: counted(stored.lookup) })
    expect((await reader.receipts.list()).items).toHaveLength(9)
    expect(reads).toBe(1)
  })
})

describe('receipts.exportCsv', () => {
  it('the file has a row for each receipt in the order of the list, with decimals of its currency', async () => {
    const { payments, issued } = await filled()
    await payments.reversePayment(issued[1]!.paymentId!, { reason: '=charged twice' })
    await payments.receipts.print(2, 2026)
    const rows = (await csvOf(payments.receipts.exportCsv({ to: '2026-11-20' }, { mode: 'exact' }))).split('\r\n')
    const [first, second] = issued
    expect(rows).toEqual([
      'year,number,status,issuedAt,issuedBy,paymentId,reference,received,currency,channel,payerId,copies,voidReason',
      `2026,1,valid,2026-11-20T09:00:00.000Z,sara,${first!.paymentId},INV-0,1.00,ETB,mobile-banking,,0,`,
      `2026,2,void,2026-11-20T09:01:00.000Z,amina,${second!.paymentId},INV-1,2.00,ETB,mobile-banking,,1,=charged twice`,
      '',
    ])
    const spreadsheet = await csvOf(payments.receipts.exportCsv({ year: 2026, actor: 'amina' }))
    expect(spreadsheet).toContain(",'=charged twice")
    const ofPayment = await csvOf(payments.receipts.exportCsv({ paymentId: first!.paymentId! }))
    expect(ofPayment.split('\r\n')).toHaveLength(3)
    const all = await csvOf(payments.receipts.exportCsv())
    const numbers = all.split('\r\n').slice(1, -1)
    expect(numbers.map((line) => line.split(',').slice(0, 2).join('/'))).toEqual(numbersOf(issued))
    expect(await csvOf(payments.receipts.exportCsv({ paymentId: unknownId }))).toBe(`${rows[0]}\r\n`)
  })

  it('an export ends with the reason of its signal', async () => {
    const { payments } = await filled()
    const reason = new Error('left')
    const pieces = payments.receipts.exportCsv({}, { signal: AbortSignal.abort(reason) })
    await expect(csvOf(pieces)).rejects.toBe(reason)
  })
})

describe('receipts: numbers of a year', () => {
  it('numbers of a year are 1 to n, whatever is issued, refused and reversed', async () => {
    const step = fc.record({
      payment: fc.nat(5),
      what: fc.constantFrom('issue', 'issue', 'confirm', 'reverse', 'print', 'year'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { payments, clock } = testService()
        const ids: string[] = []
        for (let i = 0; i < 6; i++) ids.push((await payments.createPayment(request())).id)
        const calls = steps.map(({ payment, what }) => {
          const id = ids[payment]!
          if (what === 'year') clock.advance(100 * day)
          if (what === 'confirm') return payments.confirmPayment(id)
          if (what === 'reverse') return payments.reversePayment(id, { reason: 'charged twice' })
          return what === 'print' ? payments.receipts.print(1, 2026) : payments.receipts.issue(id)
        })
        await Promise.allSettled(calls)
        const { items } = await payments.receipts.list({ limit: 500 })
        const years = new Map<number, number[]>()
        for (const { year, number } of items) years.set(year, [...(years.get(year) ?? []), number])
        for (const numbers of years.values()) expect(numbers).toEqual(numbers.map((_, i) => i + 1))
        const valid = items.filter(({ status }) => status === 'valid')
        expect(new Set(valid.map(({ paymentId }) => paymentId)).size).toBe(valid.length)
      }),
    )
  })
})
