import { memoryRepository, PaymentError } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { badFields, day, minute, refusal, request, testService, unknownId } from '../../support/service.js'

async function paid(service: Pick<ReturnType<typeof testService>, 'payments'>) {
  const payment = await service.payments.createPayment(request())
  return service.payments.confirmPayment(payment.id)
}

describe('receipts', () => {
  it('are numbered by the year of the hospital, with the values of the payment', async () => {
    const service = testService({ timeZone: 'Africa/Addis_Ababa' })
    const { receipts } = service.payments
    const [first, second, third] = [await paid(service), await paid(service), await paid(service)]
    service.clock.advance(minute)
    expect(await receipts.issue(first.id, { actor: 'sara' })).toEqual({
      number: 1,
      year: 2026,
      paymentId: first.id,
      reference: 'INV-1',
      amount: 150_000,
      currency: 'ETB',
      amountDecimal: '1500.00',
      received: 150_000,
      lineKey: null,
      tendered: null,
      change: null,
      payerId: null,
      allocations: [{ paymentId: first.id, reference: 'INV-1', amount: 150_000 }],
      copies: 0,
      channel: 'mobile-banking',
      paidAt: first.paidAt,
      issuedAt: '2026-11-20T09:01:00.000Z',
      issuedBy: 'sara',
      status: 'valid',
      voidReason: null,
    })
    expect(await receipts.issue(second.id)).toMatchObject({ number: 2, issuedBy: null })
    service.clock.advance(41 * day + 12 * 60 * minute)
    expect(await receipts.issue(third.id)).toMatchObject({ number: 1, year: 2027 })
    const pages = [await receipts.list({ limit: 2 })]
    pages.push(await receipts.list({ limit: 2, cursor: pages[0]!.nextCursor! }))
    const numbers = pages.flatMap(({ items }) => items.map(({ year, number }) => `${year}/${number}`))
    expect(numbers).toEqual(['2026/1', '2026/2', '2027/1'])
    expect((await receipts.list({ year: 2027 })).items).toHaveLength(1)
  })

  it('are one a payment: a repeated issue returns the same', async () => {
    const service = testService()
    const { id } = await paid(service)
    const first = await service.payments.receipts.issue(id, { actor: 'sara' })
    service.clock.advance(day)
    const again = await Promise.all(Array.from({ length: 9 }, () => service.payments.receipts.issue(id)))
    expect(new Set(again.map((receipt) => JSON.stringify(receipt)))).toEqual(new Set([JSON.stringify(first)]))
    expect((await service.payments.receipts.list()).items).toEqual([first])
  })

  it('are void exactly when the payment is reversed, with its reason', async () => {
    const service = testService()
    const { id } = await paid(service)
    await service.payments.receipts.issue(id)
    await service.payments.reversePayment(id, { reason: 'charged twice' })
    const state = { number: 1, status: 'void', voidReason: 'charged twice' }
    expect(await service.payments.receipts.get(id)).toMatchObject(state)
    expect(await service.payments.receipts.issue(id)).toMatchObject(state)
  })

  it('stay valid where money is given back', async () => {
    const { payments } = testService()
    const { id, amount } = await paid({ payments })
    const receipt = await payments.receipts.issue(id)
    const refund = await payments.refunds.create({ paymentId: id, amount, reason: 'duplicate' })
    await payments.refunds.confirm(refund.id)
    expect(await payments.receipts.get(id)).toEqual(receipt)
    expect(receipt.status).toBe('valid')
  })

  it('are issued as void where the payment is reversed at the same time', async () => {
    const stored = memoryRepository()
    let between = async () => {}
    const repository: FinanceRepository = {
      ...stored,
      async replace(group) {
        if (group.rows) await between()
        return stored.replace(group)
      },
    }
    const service = testService({ repository })
    const { id } = await paid(service)
    between = async () => void (await service.payments.reversePayment(id, { reason: 'charged twice' }))
    expect(await service.payments.receipts.issue(id)).toMatchObject({ status: 'void', voidReason: 'charged twice' })
  })

  it.each([
    ['get', 'storage_unavailable', undefined, { code: 'storage_unavailable' }],
    ['get', 'concurrent_update', new Error('deadlock'), { message: 'deadlock' }],
    ['findRows', 'storage_unavailable', undefined, { code: 'storage_unavailable' }],
  ] as const)(
    'are refused with outcome_unknown where %s meets %s after the number is stored, and keep it when they are issued again',
    async (name, code, reason, cause) => {
      const stored = memoryRepository()
      let isDown = false
      const repository: FinanceRepository = {
        ...stored,
        async replace(group) {
          const answer = await stored.replace(group)
          isDown = group.rows !== undefined
          return answer
        },
        async [name](...values: never[]) {
          if (isDown) throw new PaymentError(code, 'Nothing was stored.', { cause: reason })
          return (stored[name] as (...values: never[]) => Promise<never>)(...values)
        },
      }
      const service = testService({ repository })
      const { id } = await paid(service)
      const error = await refusal(service.payments.receipts.issue(id), 'outcome_unknown')
      expect(error).toMatchObject({ retryable: true, cause })
      expect(error.message).toBe(
        'The receipt was issued, but could not be read again. Issue it again: it keeps its number.',
      )
      isDown = false
      expect(await service.payments.receipts.issue(id)).toMatchObject({ number: 1, status: 'valid' })
      expect((await service.payments.receipts.list()).items).toHaveLength(1)
    },
  )

  it('are refused with internal_error where the storage breaks after the number is stored', async () => {
    const stored = memoryRepository()
    let isBroken = false
    const repository: FinanceRepository = {
      ...stored,
      replace: async (group) => ((isBroken = group.rows !== undefined), stored.replace(group)),
      get: async (id) => (isBroken ? Promise.reject(new Error('the disk is full')) : stored.get(id)),
    }
    const service = testService({ repository })
    const { id } = await paid(service)
    const error = await refusal(service.payments.receipts.issue(id), 'internal_error')
    expect(error.cause).toEqual(new Error('the disk is full'))
  })

  it('are listed with the filters of the query and no others', async () => {
    const queries: object[] = []
    const pageRows: FinanceRepository['pageRows'] = async (_, query) => (queries.push(query), [])
    const repository: FinanceRepository = { ...memoryRepository(), pageRows }
    const { receipts } = testService({ repository }).payments
    await receipts.list({ year: undefined })
    await receipts.list({ year: 2026, limit: 1 })
    expect(queries).toEqual([
      { list: 'number', direction: 'asc', limit: 101 },
      { list: 'ofYear', where: { year: 2026 }, direction: 'asc', limit: 2 },
    ])
  })

  it('are refused with internal_error where the payment was removed by hand', async () => {
    const stored = memoryRepository()
    const service = testService({ repository: stored })
    const { id } = await paid(service)
    await service.payments.receipts.issue(id)
    const { receipts } = service.payments.using({ ...stored, get: async () => null })
    const error = await refusal(receipts.get(id), 'internal_error')
    expect(error.message).toBe(
      'The payment of a receipt is not stored: its row was deleted by hand. Restore it from a backup.',
    )
    await refusal(receipts.list(), 'internal_error')
  })

  it('are returned as they are where another call issued them, and refused where a write stored none', async () => {
    const stored = memoryRepository()
    let between = async () => {}
    let isIgnored = false
    const repository: FinanceRepository = {
      ...stored,
      async replace(group) {
        if (!group.rows) return stored.replace(group)
        await between()
        return isIgnored ? { outcome: 'replaced' } : stored.replace(group)
      },
    }
    const service = testService({ repository })
    const [first, second] = [await paid(service), await paid(service)]
    const { receipts } = service.payments.using(stored)
    between = async () => void (await receipts.issue(first.id, { actor: 'sara' }))
    const issued = await service.payments.receipts.issue(first.id, { actor: 'amina' })
    expect(issued).toMatchObject({ number: 1, issuedBy: 'sara' })
    isIgnored = true
    const error = await refusal(service.payments.receipts.issue(second.id), 'internal_error')
    expect(error.message).toBe('The receipt is not stored: its row was deleted by hand. Restore it from a backup.')
  })

  it('are refused for a payment that was not paid, and no number is used up', async () => {
    const service = testService()
    const pending = await service.payments.createPayment(request())
    const reversed = await paid(service)
    await service.payments.reversePayment(reversed.id, { reason: 'charged twice' })
    const { issue } = service.payments.receipts
    const refused = await refusal(issue(pending.id), 'invalid_transition')
    expect(refused.details).toEqual({ paymentId: pending.id, from: 'pending', to: 'succeeded' })
    expect(refused.message).toBe(
      'Only a payment for which money came gets a receipt; this one is pending. Nothing was issued.',
    )
    await refusal(issue(reversed.id), 'invalid_transition')
    await refusal(issue(unknownId), 'payment_not_found')
    await refusal(issue('INV-1'), 'payment_not_found')
    expect(await badFields(issue(pending.id, { actor: '' }))).toEqual(['actor is empty'])
    const { id } = await paid(service)
    expect(await issue(id)).toMatchObject({ number: 1 })
    expect(await service.payments.receipts.get(pending.id)).toBeNull()
    await refusal(service.payments.receipts.list({ cursor: 'x' }), 'invalid_cursor')
  })
})
