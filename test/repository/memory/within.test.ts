import { createHospitalPayments, memoryRepository } from 'hospital-payments'
import { insertFixture, paymentFixture } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { request, testService } from '../../support/service.js'

describe('memoryRepository.within', () => {
  it.each([undefined, null, {}, 'a transaction', () => undefined])(
    'takes %o, and is the same storage',
    async (transaction) => {
      const { payments } = testService({ repository: memoryRepository() })
      const { id } = await payments.within(transaction as never).createPayment(request())
      expect((await payments.getPayment(id))?.id).toBe(id)
      const nested = payments.within(transaction as never).within(transaction as never)
      expect((await nested.confirmPayment(id)).status).toBe('succeeded')
      expect((await payments.history(id)).map(({ type }) => type)).toEqual(['payment.created', 'payment.succeeded'])
    },
  )

  it('stores statements, lines and refunds as the service itself does', async () => {
    const { payments } = testService({ repository: memoryRepository() })
    const within = payments.within({} as never)
    const { id } = await within.createPayment(request())
    await within.confirmPayment(id)
    await within.refunds.create({ paymentId: id, amount: 100, reason: 'duplicate' }, { actor: 'almaz' })
    expect((await payments.refunds.list({})).items).toHaveLength(1)
  })

  it('keeps what a copy of it has in place of its functions', async () => {
    let isAsked = false
    const inner = memoryRepository()
    await inner.insert([insertFixture(paymentFixture())])
    const get: typeof inner.get = (id) => {
      isAsked = true
      return inner.get(id)
    }
    const payments = createHospitalPayments({ repository: { ...inner, get } })
    await payments.within({} as never).getPayment(paymentFixture().id)
    expect(isAsked).toBe(true)
  })
})
