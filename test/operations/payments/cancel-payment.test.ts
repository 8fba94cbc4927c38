import { describe, expect, it } from 'vitest'
import { at, badFields, day, hour, minute, refusal, request, start, testService } from '../../support/service.js'

describe('cancelPayment', () => {
  it('expires a pending payment now, before its time, with the reason', async () => {
    const { payments, clock } = testService()
    const { id } = await payments.createPayment(request({ expiresAt: at(day) }))
    clock.set(at(hour))
    const canceled = await payments.cancelPayment(id, { reason: 'asked for twice', actor: 'desk-2' })
    expect(canceled).toMatchObject({
      status: 'expired',
      statusReason: 'asked for twice',
      expiresAt: at(hour),
      canceledAt: at(hour),
      updatedAt: at(hour),
      version: 2,
    })
    expect(await payments.getPayment(id)).toEqual(canceled)
    const [, event] = await payments.history(id)
    expect(event).toMatchObject({ type: 'payment.expired', actor: 'desk-2', reason: 'asked for twice' })
  })

  it('gives a payment that never expired a time, so that money which still comes is late', async () => {
    const { payments, clock } = testService()
    const { id } = await payments.createPayment(request())
    clock.set(at(minute))
    await payments.cancelPayment(id, { reason: 'left without treatment' })
    clock.set(at(hour))
    const paid = await payments.confirmPayment(id)
    expect(paid).toMatchObject({ status: 'succeeded', late: true, expiresAt: at(minute), canceledAt: at(minute) })
    expect(paid.statusReason).toBeUndefined()
  })

  it('does not call money late that moved before the payment was canceled', async () => {
    const { payments, clock } = testService()
    const { id } = await payments.createPayment(request())
    clock.set(at(hour))
    await payments.cancelPayment(id, { reason: 'asked for twice' })
    expect(await payments.confirmPayment(id, { paidAt: at(minute) })).toMatchObject({ late: false })
  })

  it('returns an expired payment as it is', async () => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request())
    const expired = await payments.expirePayment(id)
    expect(await payments.cancelPayment(id, { reason: 'again' })).toEqual(expired)
    expect(expired.canceledAt).toBeNull()
    expect(await payments.history(id)).toHaveLength(2)
  })

  it('is found by its flag for good, whether money came for it since or not', async () => {
    const { payments, clock } = testService()
    const [canceled, paid, expired] = await Promise.all(
      ['INV-1', 'INV-2', 'INV-3'].map((reference) => payments.createPayment(request({ reference }))),
    )
    clock.set(at(minute))
    for (const { id } of [canceled!, paid!]) await payments.cancelPayment(id, { reason: 'asked for twice' })
    await payments.expirePayment(expired!.id)
    await payments.confirmPayment(paid!.id)
    const { items } = await payments.reportPayments({ flag: 'canceled' })
    expect(items.map(({ reference, status }) => [reference, status])).toEqual([
      ['INV-1', 'expired'],
      ['INV-2', 'succeeded'],
    ])
  })

  it('lets another payment have the reference under one-live', async () => {
    const { payments } = testService({ referencePolicy: 'one-live' })
    const { id } = await payments.createPayment(request())
    await payments.cancelPayment(id, { reason: 'wrong amount' })
    expect(await payments.createPayment(request())).toMatchObject({ status: 'pending', createdAt: start })
  })

  it.each(['succeeded', 'failed', 'reversed'])('is refused for a payment that is %s', async (status) => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request())
    if (status === 'failed') await payments.failPayment(id, { reason: 'no money' })
    else await payments.confirmPayment(id)
    if (status === 'reversed') await payments.reversePayment(id, { reason: 'charged twice' })
    const before = await payments.getPayment(id)
    expect((await refusal(payments.cancelPayment(id, { reason: 'late' }), 'invalid_transition')).details).toEqual({
      paymentId: id,
      from: status,
      to: 'expired',
    })
    expect(await payments.getPayment(id)).toEqual(before)
  })

  it('needs a reason', async () => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request())
    expect(await badFields(payments.cancelPayment(id, {} as never))).toEqual(['reason is required'])
  })
})
