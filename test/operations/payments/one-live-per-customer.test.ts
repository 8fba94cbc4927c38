import type { Payment } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { refusal, request, testService } from '../../support/service.js'

const service = () => testService({ referencePolicy: 'one-live-per-customer' })
const of = (id?: string, more: object = {}) => request({ ...(id && { customer: { id } }), ...more })
const idsOf = (payments: readonly Payment[]) => payments.map(({ id }) => id)

describe('referencePolicy: one-live-per-customer', () => {
  it('lets patient and insurer each have one part of a bill, and refuses a second part of either', async () => {
    const { payments } = service()
    const patient = await payments.createPayment(of('MRN-1'))
    const insurer = await payments.createPayment(of('NHIF', { amount: 7 }))
    const error = await refusal(payments.createPayment(of('MRN-1', { amount: 8 })), 'reference_conflict')
    expect(error.details).toEqual({ existingPaymentId: patient.id })
    expect(idsOf((await payments.findByReference('INV-1')).items).sort()).toEqual([patient.id, insurer.id].sort())
  })

  it.each([
    ['a payment without a customer id excludes those with one', undefined, 'MRN-1'],
    ['a payment with a customer id excludes one without', 'MRN-1', undefined],
    ['a payment without a customer id excludes another without one', undefined, undefined],
  ])('%s, until it is live no more', async (_, first, second) => {
    const { payments } = service()
    const live = await payments.createPayment(of(first))
    for (const options of [{}, { idempotencyKey: 'key-2' }]) {
      const error = await refusal(payments.createPayment(of(second, { amount: 8 }), options), 'reference_conflict')
      expect(error.details).toEqual({ existingPaymentId: live.id })
      expect(error.message).toContain('nothing was stored')
    }
    await payments.failPayment(live.id, { reason: 'declined' })
    expect((await payments.createPayment(of(second, { amount: 8 }))).status).toBe('pending')
  })

  it('answers a repeated key with its first payment, whatever else is live now', async () => {
    const { payments } = service()
    const first = await payments.createPayment(of('MRN-1'), { idempotencyKey: 'key-1' })
    await payments.failPayment(first.id, { reason: 'declined' })
    await payments.createPayment(of())
    expect(await payments.createPayment(of('MRN-1'), { idempotencyKey: 'key-1' })).toMatchObject({ id: first.id })
  })

  it('holds within one createPayments, each payment as if it came after the others', async () => {
    const { payments } = service()
    const requests = ['MRN-1', undefined, 'NHIF', 'MRN-1'].map((id) => ({ request: of(id) }))
    const results = await payments.createPayments(requests)
    expect(results.map((result) => ('payment' in result ? 'made' : result.error.code))).toEqual([
      'made',
      'reference_conflict',
      'made',
      'reference_conflict',
    ])
  })

  it('leaves no two live payments that exclude each other, where calls come at once', async () => {
    const { payments } = service()
    const calls = Array.from({ length: 40 }, (_, i) => payments.createPayment(of(i % 2 === 0 ? `MRN-${i}` : undefined)))
    await Promise.allSettled(calls)
    const live = (await payments.findByReference('INV-1', { limit: 100 })).items.filter(
      ({ status }) => status === 'pending',
    )
    const withoutId = live.filter(({ customer }) => customer?.id === undefined)
    expect(withoutId.length === 0 || live.length === 1).toBe(true)
  })

  it('supersedes payments of the same customer alone, and no other part of the bill is a duplicate', async () => {
    const { payments } = service()
    const failed = await payments.createPayment(of('MRN-1'))
    await payments.failPayment(failed.id, { reason: 'declined' })
    const again = await payments.createPayment(of('MRN-1', { amount: 9 }))
    const insurer = await payments.createPayment(of('NHIF'))
    await payments.confirmPayment(insurer.id)
    const paid = await payments.confirmPayment(failed.id, { providerTransactionId: 'TX-1' })
    expect(paid.statusReason).toBeUndefined()
    expect(await payments.getPayment(again.id)).toMatchObject({ status: 'failed', statusReason: 'superseded' })
    expect(await payments.getPayment(insurer.id)).toMatchObject({ status: 'succeeded' })
  })
})
