/** Receipts of payments that are paid in parts, and of money that a movement at the counter brought. */
import { memoryRepository, type Payment } from 'hospital-payments'
import type { FinanceRepository, LineEntry } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { monotonicIds } from '../../../src/domain/id.js'
import type { AccountLine } from '../../../src/domain/reconciliation/account-line.js'
import type { Context } from '../../../src/operations/context.js'
import {
  type NewReceipt,
  ordinalsOf,
  receiptOfLine,
  receiptToStore,
} from '../../../src/operations/receipts/receipt-rows.js'
import { lineChangeFixture, lineEntryFixture, lineFixture } from '../../support/finance-contract/index.js'
import { badFields, day, refusal, request, testService } from '../../support/service.js'

let row = 1

/** Imports a credit that names INV-1. */
async function credit({ payments }: Pick<ReturnType<typeof testService>, 'payments'>, amount: number): Promise<void> {
  const valueDate = '2026-11-20'
  const lineId = `L-${row++}`
  await payments.statements.import(
    [{ row: 1, direction: 'credit', amount, currency: 'ETB', valueDate, reference: 'INV-1', lineId }],
    { account: 'cbe-1000' },
  )
}

describe('receipts.issue: payments that are paid in parts', () => {
  it('each part has a receipt of its own, and the last states what is left', async () => {
    const service = testService()
    const { receipts } = service.payments
    const { id } = await service.payments.createPayment(request())
    const refused = await refusal(receipts.issue(id), 'invalid_transition')
    expect(refused.details).toEqual({ paymentId: id, from: 'pending', to: 'succeeded' })
    await credit(service, 50_000)
    const first = await receipts.issue(id, { actor: 'sara' })
    expect(first).toMatchObject({ number: 1, received: 50_000, amount: 50_000, amountDecimal: '500.00', paidAt: null })
    expect(await receipts.issue(id)).toEqual(first)
    await credit(service, 30_000)
    await credit(service, 70_000)
    expect(await service.payments.getPayment(id)).toMatchObject({ status: 'succeeded' })
    const second = await receipts.issue(id)
    expect(second).toMatchObject({ number: 2, received: 100_000, reference: 'INV-1', status: 'valid' })
    expect(await receipts.get(id)).toEqual(second)
    const ofPayment = await receipts.list({ paymentId: id })
    expect(ofPayment.items.map(({ number, received }) => [number, received])).toEqual([
      [1, 50_000],
      [2, 100_000],
    ])
    await service.payments.reversePayment(id, { reason: 'charged twice' })
    const reversed = await receipts.list({ paymentId: id })
    expect(reversed.items).toMatchObject([{ status: 'void' }, { status: 'void', voidReason: 'charged twice' }])
    expect(await receipts.issue(id)).toEqual(reversed.items[1])
  })

  it('an expired payment has a receipt of the money of its lines', async () => {
    const service = testService()
    const { id } = await service.payments.createPayment(request())
    await service.payments.cancelPayment(id, { reason: 'asked for twice' })
    await refusal(service.payments.receipts.issue(id), 'invalid_transition')
    await credit(service, 40_000)
    expect(await service.payments.receipts.issue(id)).toMatchObject({ received: 40_000, status: 'valid' })
  })

  it('a rest that was written off never came, and stands on no receipt', async () => {
    const service = testService()
    const { payments } = service
    const { id } = await payments.createPayment(request())
    await payments.statements.import(
      [{ row: 1, direction: 'credit', amount: 140_000, currency: 'ETB', valueDate: '2026-11-20', narration: 'x' }],
      { account: 'cbe-1000' },
    )
    const { key } = (await payments.lines.list()).items[0]!
    await payments.lines.allocate(key, {
      expectedVersion: 1,
      allocations: [
        { to: 'payment', paymentId: id, amount: 150_000 },
        { to: 'category', category: 'discount', amount: -10_000 },
      ],
      actor: 'amina',
    })
    expect(await payments.receipts.issue(id)).toMatchObject({ received: 140_000 })
  })

  it('an undo that leaves the money on its line leaves the receipt valid', async () => {
    const service = testService()
    const { payments } = service
    const { id } = await payments.createPayment(request())
    await credit(service, 150_000)
    const receipt = await payments.receipts.issue(id)
    const line = (await payments.lines.list()).items[0]!
    const { key, version } = line
    await payments.lines.unallocate(key, { expectedVersion: version, payments: 'reverse', reason: 'wrong bill' })
    expect(await payments.getPayment(id)).toMatchObject({ status: 'reversed', statusReason: 'match_undone' })
    expect(await payments.receipts.get(id)).toMatchObject({ ...receipt, status: 'valid', voidReason: null })
    expect(await payments.receipts.issue(id)).toMatchObject({ number: 1, status: 'valid' })
  })

  it('many calls at once make one receipt of a payment, and numbers of many payments without a gap', async () => {
    const service = testService()
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const { id } = await service.payments.createPayment(request({ reference: `INV-${i}` }))
        await service.payments.confirmPayment(id)
        return id
      }),
    )
    const { receipts } = service.payments
    const issued = await Promise.all([...ids, ...ids, ...ids].map((id) => receipts.issue(id)))
    expect(new Set(issued.map(({ number }) => number))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
    for (const id of ids) expect(new Set(issued.filter((one) => one.paymentId === id)).size).toBe(3)
    expect((await receipts.list()).items.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

/** Stores a movement at the counter as a line, with its receipt, and returns what voids it. */
async function counter(payments: readonly Payment[], overrides: Partial<NewReceipt> = {}) {
  const finance = memoryRepository() as FinanceRepository
  const context = {
    ids: monotonicIds(
      () => Date.parse('2026-11-20T09:00:00Z'),
      (bytes) => new Uint8Array(bytes),
    ),
    timeZone: 'Africa/Addis_Ababa',
    finance,
  } as unknown as Context
  const service = testService({ repository: finance })
  const bills = await Promise.all(
    payments.map(({ reference, amount }) => service.payments.createPayment(request({ reference, amount }))),
  )
  const line = lineFixture({ account: 'cash.w1', outcome: 'unmatched_line' })
  const take = (allocations: NewReceipt['allocations'], ordinals = new Map<string, number>()) => {
    const receipt: NewReceipt = {
      lineKey: line.key,
      currency: 'ETB',
      received: 3000,
      tendered: 5000,
      change: 2000,
      payerId: 'p1',
      allocations,
      at: '2026-12-31T22:30:00.000Z',
      actor: 'almaz',
      ...overrides,
    }
    return receiptToStore(context, receipt, ordinals)
  }
  const voidLine = async (stored: AccountLine, reason: string | null) => {
    const { event, ...entry } = lineChangeFixture(stored, { outcome: 'voided' })
    const voided: LineEntry = { ...entry, event: { ...event!, reason } }
    await finance.replace({ changes: [], lines: [voided] })
  }
  return { context, finance, service, bills, line, take, voidLine }
}

describe('receiptToStore: receipts of the counter', () => {
  it('a receipt is stored with its line, of several payments and a deposit, and is void while the line is voided', async () => {
    const { context, finance, service, bills, line, take, voidLine } = await counter([
      { reference: 'INV-1', amount: 1000 } as Payment,
      { reference: 'INV-2', amount: 1500 } as Payment,
    ])
    const { id, rows } = take(bills.map((payment) => ({ payment, amount: payment.amount })))
    expect(id).toMatch(/^rcp_/)
    expect(await receiptOfLine(context, line.key)).toBeNull()
    expect(await finance.replace({ changes: [], lines: [lineEntryFixture(line)], rows })).toEqual({
      outcome: 'replaced',
    })
    const receipt = await receiptOfLine(context, line.key)
    expect(receipt).toEqual({
      number: 1,
      year: 2027,
      paymentId: null,
      reference: null,
      lineKey: line.key,
      received: 3000,
      amount: 3000,
      currency: 'ETB',
      amountDecimal: '30.00',
      tendered: 5000,
      change: 2000,
      payerId: 'p1',
      allocations: bills.map(({ id: paymentId, reference, amount }) => ({ paymentId, reference, amount })),
      copies: 0,
      channel: null,
      paidAt: null,
      issuedAt: '2026-12-31T22:30:00.000Z',
      issuedBy: 'almaz',
      status: 'valid',
      voidReason: null,
    })
    expect(await ordinalsOf(finance, [...bills.map((bill) => bill.id), 'pay_unknown'])).toEqual(
      new Map(bills.map((bill) => [bill.id, 1])),
    )
    for (const bill of bills) expect(await service.payments.receipts.get(bill.id)).toEqual(receipt)
    expect((await service.payments.receipts.list({ payerId: 'p1' })).items).toEqual([receipt])
    await voidLine(line, 'counted twice')
    const voided = { ...receipt!, status: 'void', voidReason: 'counted twice' }
    expect(await receiptOfLine(context, line.key)).toEqual(voided)
    expect((await service.payments.receipts.list()).items).toEqual([voided])
  })

  it('a receipt of one payment is that of the payment, and stays valid where another line pays the rest', async () => {
    const { context, finance, service, bills, line, take, voidLine } = await counter(
      [{ reference: 'INV-1', amount: 5000 } as Payment],
      { payerId: null, tendered: null, change: null },
    )
    const [bill] = bills
    const { rows } = take([{ payment: bill!, amount: 3000 }])
    await finance.replace({ changes: [], lines: [lineEntryFixture(line)], rows })
    const receipt = { paymentId: bill!.id, reference: 'INV-1', channel: 'mobile-banking', tendered: null, change: null }
    expect(await receiptOfLine(context, line.key)).toMatchObject(receipt)
    await service.payments.confirmPayment(bill!.id)
    const rest = await service.payments.receipts.issue(bill!.id)
    expect(rest).toMatchObject({ received: 2000, lineKey: null, number: 1, year: 2026 })
    await voidLine(line, null)
    expect(await receiptOfLine(context, line.key)).toMatchObject({ status: 'void', voidReason: null })
    const again = await service.payments.receipts.issue(bill!.id)
    expect(again).toMatchObject({ received: 3000, lineKey: null, number: 2 })
  })

  it('a receipt whose ordinal another one has is refused with row_stale, and stored with the next', async () => {
    const { finance, bills, line, take } = await counter([{ reference: 'INV-1', amount: 3000 } as Payment])
    const allocations = [{ payment: bills[0]!, amount: 3000 }]
    const lines = [lineEntryFixture(line)]
    expect(await finance.replace({ changes: [], lines, rows: take(allocations).rows })).toEqual({ outcome: 'replaced' })
    const again = await finance.replace({ changes: [], lines: [], rows: take(allocations).rows })
    expect(again).toMatchObject({ outcome: 'row_stale', of: 'receipt_parts', stored: { row: { ordinal: 1 } } })
    const ordinals = await ordinalsOf(finance, [bills[0]!.id])
    const rows = take(allocations, ordinals).rows
    expect(await finance.replace({ changes: [], lines: [], rows })).toEqual({ outcome: 'replaced' })
    expect(await ordinalsOf(finance, [bills[0]!.id])).toEqual(new Map([[bills[0]!.id, 2]]))
    expect(await ordinalsOf(finance, [])).toEqual(new Map())
  })

  it('a deposit has a receipt without a payment', async () => {
    const { context, finance, line, take } = await counter([])
    await finance.replace({ changes: [], lines: [lineEntryFixture(line)], rows: take([]).rows })
    const deposit = { paymentId: null, allocations: [], received: 3000, channel: null, payerId: 'p1' }
    expect(await receiptOfLine(context, line.key)).toMatchObject(deposit)
  })
})

describe('receipts.print: copies of a receipt', () => {
  async function issued() {
    const service = testService()
    const { id } = await service.payments.createPayment(request())
    await service.payments.confirmPayment(id)
    const receipt = await service.payments.receipts.issue(id, { actor: 'sara' })
    return { ...service, id, receipt, receipts: service.payments.receipts }
  }

  it('the first print is the original, each later one a copy, and each has an event', async () => {
    const { receipts, receipt, repository, clock } = await issued()
    expect(await receipts.print(1, 2026, { actor: 'sara' })).toEqual({ ...receipt, copies: 1, copy: 0 })
    clock.advance(day)
    expect(await receipts.print(1, 2026)).toEqual({ ...receipt, copies: 2, copy: 1 })
    const { items } = await receipts.list()
    expect(items).toEqual([{ ...receipt, copies: 2 }])
    const events = await (repository as FinanceRepository).pageRowEvents({ limit: 9 })
    expect(events.map(({ type, version, actor, data }) => [type, version, actor, data['copy']])).toEqual([
      ['receipt.printed', 2, null, 1],
      ['receipt.printed', 1, 'sara', 0],
    ])
  })

  it('many prints at once have a copy number each', async () => {
    const { receipts } = await issued()
    const printed = await Promise.all(Array.from({ length: 9 }, () => receipts.print(1, 2026)))
    expect(printed.map(({ copy }) => copy).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(await receipts.list()).toMatchObject({ items: [{ copies: 9, number: 1 }] })
  })

  it('a print of a void receipt is void', async () => {
    const { receipts, payments, id } = await issued()
    await payments.reversePayment(id, { reason: 'charged twice' })
    expect(await receipts.print(1, 2026)).toMatchObject({ status: 'void', voidReason: 'charged twice', copy: 0 })
  })

  it('an unknown number is receipt_not_found, and one that cannot be is refused with all faults', async () => {
    const { receipts } = await issued()
    const unknown = await refusal(receipts.print(2, 2026), 'receipt_not_found')
    expect(unknown.details).toEqual({ year: 2026, number: 2 })
    await refusal(receipts.print(1, 2025), 'receipt_not_found')
    expect(await badFields(receipts.print(0, 1))).toEqual([
      'number must be an integer from 1 to 999999999999999',
      'year must be an integer from 1970 to 9999',
    ])
    expect(await badFields(receipts.print(1, 2026, { actor: '' }))).toEqual(['actor is empty'])
    await refusal(receipts.print(999_999_999_999_999, 9999), 'receipt_not_found')
  })
})
