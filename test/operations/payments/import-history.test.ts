import { memoryRepository } from 'hospital-payments'
import type { InsertEntry } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { altered } from '../../support/repositories.js'
import { contents, day, refusal, request, start, testService } from '../../support/service.js'

const actor = 'migration'
const times = { createdAt: '2011-05-02T08:00:00.000Z', paidAt: '2011-05-02T08:20:00.000Z' }

function row(overrides: object = {}) {
  return {
    reference: 'OLD-1',
    amount: 90_000,
    currency: 'ETB',
    channel: 'cash',
    ...times,
    status: 'succeeded' as const,
    ...overrides,
  }
}

async function* later<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

async function readAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('importHistory: a row', () => {
  it('is stored as it was, marked, with one event that is never delivered', async () => {
    const { payments, repository } = testService()
    const customer = { id: 'MRN-1', name: 'Abebe Bekele', phone: '+251911234567' }
    const reversed = row({ reference: 'OLD-2', status: 'reversed', reversedAt: '2011-05-03T09:00:00+03:00' })
    const rows = [row({ channel: 'old-till', customer, providerTransactionId: 'TX-1' }), reversed]
    expect(await payments.importHistory(rows, { actor })).toEqual({ imported: 2, already: 0, rejected: [] })
    const stored = await contents(repository)
    const first = stored.find(({ payment }) => payment.reference === 'OLD-1')!
    expect(first.payment).toEqual({
      ...{ id: expect.stringMatching(/^pay_[0-7][0-9A-HJKMNP-TV-Z]{25}$/) as string, status: 'succeeded' },
      ...{ reference: 'OLD-1', amount: 90_000, currency: 'ETB', channel: 'old-till', customer, ...times },
      instructions: { type: 'text', message: 'OLD-1' },
      ...{ updatedAt: start, expiresAt: null, reversedAt: null, canceledAt: null, late: false, version: 1 },
      ...{ amountReconciled: 0, amountRefundPending: 0, amountRefunded: 0, amountWrittenOff: 0, amountWaived: 0 },
      ...{ providerTransactionId: 'TX-1', imported: true, attemptId: null },
    })
    const second = stored.find(({ payment }) => payment.reference === 'OLD-2')!
    expect(second.payment).toMatchObject({ status: 'reversed', reversedAt: '2011-05-03T06:00:00.000Z', imported: true })
    expect(stored.map(({ events }) => events.map(({ type, actor }) => [type, actor]))).toEqual([
      [['payment.imported', actor]],
      [['payment.imported', actor]],
    ])
    expect(JSON.stringify(stored.map(({ events }) => events))).not.toMatch(/Abebe|2519/)
    expect(await payments.deliverEvents(async () => undefined)).toEqual({ delivered: 0, retrying: 0, dead: 0 })
  })

  it.each([
    ['an amount of 0', { amount: 0 }, 'invalid_request'],
    ['a pending payment', { status: 'pending' }, 'invalid_request'],
    ['a reversed payment without its time', { status: 'reversed' }, 'invalid_request'],
    ['a succeeded payment with the time of a reversal', { reversedAt: times.paidAt }, 'invalid_request'],
    ['money of tomorrow', { paidAt: new Date(Date.parse(start) + day + 1).toISOString() }, 'invalid_request'],
    ['a payment that was made tomorrow', { createdAt: '2026-11-22T09:00:00Z', paidAt: start }, 'invalid_request'],
    ['money of another calendar', { paidAt: '2003-09-02T08:20:00Z' }, 'invalid_request'],
    ['a reversal of tomorrow', { status: 'reversed', reversedAt: '2026-11-22T09:00:00Z' }, 'invalid_request'],
    ['a channel that is no name', { channel: 'till 1' }, 'invalid_request'],
    ['an unknown field', { description: 'x' }, 'invalid_request'],
    ['a currency that is withdrawn', { currency: 'ZWL' }, 'unsupported_currency'],
  ])('is rejected for %s, and the others are stored', async (_, overrides, reason) => {
    const { payments } = testService()
    const rows = [row({ id: '1' }), row(overrides), row({ id: '3' })]
    const result = await payments.importHistory(rows, { actor })
    expect(result).toEqual({ imported: 2, already: 0, rejected: [{ row: 2, reason }] })
  })

  it('is rejected where another payment of its channel has its receipt, stored or before it', async () => {
    const { payments } = testService()
    const bill = await payments.createPayment(request({ channel: 'cash' }))
    await payments.confirmPayment(bill.id, { providerTransactionId: 'TX-1' })
    const rows = ['tx-1', 'TX-2', 'TX-2'].map((providerTransactionId, i) => row({ id: `${i}`, providerTransactionId }))
    expect(await payments.importHistory([...rows, null as never], { actor })).toEqual({
      imported: 1,
      already: 0,
      rejected: [
        { row: 1, reason: 'duplicate_payment' },
        { row: 3, reason: 'duplicate_payment' },
        { row: 4, reason: 'invalid_request' },
      ],
    })
    const other = [row({ channel: 'card', id: 'x', providerTransactionId: 'TX-1' })]
    expect((await payments.importHistory(other, { actor })).imported).toBe(1)
  })
})

describe('importHistory: a repeated row', () => {
  it('is known by its id, whatever else differs, also within the call, and nothing changes', async () => {
    const { payments, repository, clock } = testService()
    await payments.importHistory([row({ id: 'A' })], { actor })
    const before = await contents(repository)
    clock.advance(day)
    const again = [row({ id: 'A', amount: 1, reference: 'OTHER' }), row({ id: 'B' }), row({ id: 'B', amount: 2 })]
    expect(await payments.importHistory(again, { actor })).toEqual({ imported: 1, already: 2, rejected: [] })
    const after = await contents(repository)
    expect(after.filter(({ payment }) => payment.id === before[0]!.payment.id)).toEqual(before)
    // A row without an id is another one, even where all else is equal.
    expect((await payments.importHistory([row()], { actor })).imported).toBe(1)
  })

  it('without an id is known by six fields and its occurrence in the call', async () => {
    const { payments } = testService()
    const twice = [row(), row({ channel: 'card', paidAt: '2011-05-02T09:00:00Z', customer: { name: 'Sara' } })]
    expect(await payments.importHistory(twice, { actor })).toMatchObject({ imported: 2, already: 0 })
    expect(await payments.importHistory(twice, { actor })).toMatchObject({ imported: 0, already: 2 })
    expect(await payments.importHistory([...twice, row()], { actor })).toMatchObject({ imported: 1, already: 2 })
    const others = [
      ...[{ reference: 'OLD-2' }, { createdAt: '2011-05-02T08:00:01Z' }, { amount: 1 }, { currency: 'USD' }],
      ...[{ customer: { id: 'MRN-1' } }, { providerTransactionId: 'TX-9' }],
    ].map(row)
    expect((await payments.importHistory(others, { actor })).imported).toBe(others.length)
    expect((await payments.importHistory(others, { actor })).already).toBe(others.length)
    const spelt = [row({ providerTransactionId: 'tx-9', createdAt: '2011-05-02T11:00:00+03:00' })]
    expect((await payments.importHistory(spelt, { actor })).already).toBe(1)
  })
})

describe('importHistory: a call', () => {
  it('wants an actor, and rows that can be iterated over', async () => {
    const { payments } = testService()
    await refusal(payments.importHistory([], {} as never), 'invalid_request')
    await refusal(payments.importHistory(5 as never, { actor }), 'invalid_request')
    expect(await payments.importHistory([], { actor })).toEqual({ imported: 0, already: 0, rejected: [] })
  })

  it('writes groups, and ends between them when its signal is aborted', async () => {
    const groups: number[] = []
    const stopping = new AbortController()
    const repository = altered({ ...memoryRepository(), groupSize: 10 }, ({ insert }) => ({
      insert(entries: readonly InsertEntry[]) {
        if (groups.push(entries.length) === 3) stopping.abort(new Error('stopped'))
        return insert(entries)
      },
    }))
    const { payments } = testService({ repository })
    const rows = Array.from({ length: 95 }, (_, i) => row({ id: `${i}` }))
    for (const source of [rows, later(rows)])
      await expect(payments.importHistory(source, { actor, signal: stopping.signal })).rejects.toThrow('stopped')
    expect(groups).toEqual([10, 10, 10])
    expect(await payments.importHistory(later(rows), { actor })).toEqual({ imported: 65, already: 30, rejected: [] })
  })

  it('rejects with what its rows throw, when nothing is written any more', async () => {
    const { payments, repository } = testService({ repository: { ...memoryRepository(), groupSize: 2 } })
    async function* cut() {
      yield* [row({ id: '1' }), row({ id: '2' }), row({ id: '3' })]
      throw new Error('the file ended')
    }
    await expect(payments.importHistory(cut(), { actor })).rejects.toThrow('the file ended')
    expect(await contents(repository)).toHaveLength(2)
  })
})

describe('importHistory: a reference under one-live', () => {
  it('is held where it is free, and stored without it where another payment has it', async () => {
    const { payments } = testService({ referencePolicy: 'one-live' })
    const bill = await payments.createPayment(request({ reference: 'INV-9' }))
    const rows = [row(), row({ id: '2' }), row({ reference: 'INV-9' }), row({ reference: 'INV-9', id: '4' })]
    expect(await payments.importHistory(rows, { actor })).toEqual({ imported: 4, already: 0, rejected: [] })
    await refusal(payments.createPayment(request({ reference: 'OLD-1' })), 'reference_conflict')
    expect((await payments.confirmPayment(bill.id)).status).toBe('succeeded')
    // One without the reference is changed like any other.
    const { items } = await payments.findByReference('INV-9')
    const history = items.filter(({ imported }) => imported)
    expect(history).toHaveLength(2)
    for (const [i, { id }] of history.entries()) {
      if (i === 0)
        expect((await payments.refunds.create({ paymentId: id, amount: 5, reason: 'other', note: 'x' })).amount).toBe(5)
      else expect((await payments.reversePayment(id, { reason: 'charged twice' })).status).toBe('reversed')
    }
  })

  it('has one holder where a payment of it is created at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      const { payments } = testService({ referencePolicy: 'one-live' })
      const [created, imported] = await Promise.allSettled([
        payments.createPayment(request({ reference: 'OLD-1' })),
        payments.importHistory([row()], { actor }),
      ])
      expect(imported).toMatchObject({ status: 'fulfilled', value: { imported: 1 } })
      if (created.status === 'rejected') expect(created.reason).toMatchObject({ code: 'reference_conflict' })
      await refusal(payments.createPayment(request({ reference: 'OLD-1' })), 'reference_conflict')
    }
  })

  it('is one of a customer under one-live-per-customer', async () => {
    const { payments } = testService({ referencePolicy: 'one-live-per-customer' })
    const of = (id: string) => row({ customer: { id } })
    expect((await payments.importHistory([of('A'), of('B'), of('A'), row()], { actor })).imported).toBe(4)
    const bill = (id: string) => payments.createPayment(request({ reference: 'OLD-1', customer: { id } }))
    await refusal(bill('A'), 'reference_conflict')
  })
})

describe('importHistory: an imported payment', () => {
  it('is searched, totalled, reported and exported as any other', async () => {
    const { payments } = testService()
    await payments.importHistory([row({ customer: { name: 'Abebe Bekele' } })], { actor })
    expect((await payments.search({ text: 'abebe' })).items).toHaveLength(1)
    expect((await payments.search({ text: 'old 1', amount: 90_000 })).items).toHaveLength(1)
    const days = { from: '2011-05-02', to: '2011-05-02' }
    expect((await payments.totals({ ...days, basis: 'paidAt' })).items).toMatchObject([{ count: 1, amount: '90000' }])
    expect((await payments.reportPayments(days)).items).toMatchObject([{ reference: 'OLD-1', status: 'succeeded' }])
    expect((await readAll(payments.exportCsv(days))).join('')).toContain('OLD-1,90000')
  })

  it('has a receipt of the time of issue, and is given back up to its amount', async () => {
    const { payments } = testService()
    await payments.importHistory([row()], { actor })
    const { id } = (await payments.findByReference('OLD-1')).items[0]!
    const receipt = await payments.receipts.issue(id, { actor })
    expect(receipt).toMatchObject({ number: 1, year: 2026, received: 90_000, status: 'valid' })
    expect((await payments.receipts.issue(id)).number).toBe(receipt.number)
    await refusal(
      payments.refunds.create({ paymentId: id, amount: 90_001, reason: 'other', note: 'x' }),
      'refund_exceeds',
    )
    const refund = await payments.refunds.create({ paymentId: id, amount: 90_000, reason: 'other', note: 'x' })
    expect(refund).toMatchObject({ status: 'pending' })
    // Events after the import are delivered as those of any payment.
    const types: string[] = []
    await payments.deliverEvents(async ({ type }) => void types.push(type))
    expect(types).toEqual(['refund.pending'])
  })

  it('is never a missing line, in a run as in attention, and matches a line that comes', async () => {
    const { payments } = testService()
    await payments.importHistory([row(), row({ reference: 'OLD-2', id: '2' })], { actor })
    expect((await payments.attention()).missingLines).toEqual([])
    expect((await payments.reportPayments({ flag: 'unproved' })).items).toEqual([])
    const line = {
      ...({ row: 2, direction: 'credit', amount: 90_000, currency: 'ETB', valueDate: '2011-05-02' } as const),
      reference: 'OLD-1',
    }
    for (const apply of [false, true]) {
      const run = { account: 'cbe', period: { from: '2011-05-01', to: '2011-05-03' }, apply }
      const items = await readAll(payments.reconcile([line], run))
      const outcomes = items.flatMap((item) => (item.kind === 'payment' ? item.outcome : []))
      expect(outcomes.sort()).toEqual(['expected', 'matched'])
    }
  })
})
