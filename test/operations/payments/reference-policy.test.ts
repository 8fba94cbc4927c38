import type { HospitalPayments, Payment } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { at, hour, refusal, request, start, testService } from '../../support/service.js'

const oneLive = () => testService({ referencePolicy: 'one-live' })
const other = { amount: 7 }

/** Each way for a payment to let its reference go. */
const releases: [string, (payments: HospitalPayments, id: string) => Promise<Payment>][] = [
  ['failed', (payments, id) => payments.failPayment(id, { reason: 'declined' })],
  ['expired', (payments, id) => payments.expirePayment(id)],
  [
    'reversed',
    async (payments, id) => {
      await payments.confirmPayment(id)
      return payments.reversePayment(id, { reason: 'refund' })
    },
  ],
]

describe('referencePolicy: one-live', () => {
  it('refuses a second payment of a pending one, naming the live one', async () => {
    const { payments } = oneLive()
    const live = await payments.createPayment(request())
    const error = await refusal(payments.createPayment(request(other)), 'reference_conflict')
    expect(error.details).toStrictEqual({ existingPaymentId: live.id })
    expect(error.message).toBe(
      'A live payment has this reference already; nothing was stored. Show that payment to the payer.',
    )
    expect((await payments.findByReference('INV-1')).items).toStrictEqual([live])
  })

  it('refuses a second payment of a succeeded one', async () => {
    const { payments } = oneLive()
    const live = await payments.createPayment(request())
    await payments.confirmPayment(live.id)
    const { details } = await refusal(payments.createPayment(request(other)), 'reference_conflict')
    expect(details.existingPaymentId).toBe(live.id)
  })

  it('uses up no idempotency key by a refusal', async () => {
    const { payments } = oneLive()
    const live = await payments.createPayment(request())
    await refusal(payments.createPayment(request(other), { idempotencyKey: 'k' }), 'reference_conflict')
    await payments.failPayment(live.id, { reason: 'declined' })
    expect((await payments.createPayment(request({ amount: 9 }), { idempotencyKey: 'k' })).amount).toBe(9)
  })

  it('compares references byte for byte', async () => {
    const { payments } = oneLive()
    for (const reference of ['INV-1', 'inv-1', 'INV-1 a', 'INV-01', 'ＩNV-1']) {
      expect((await payments.createPayment(request({ reference }))).status).toBe('pending')
    }
  })

  it.each(releases)('frees the reference of a %s payment', async (status, release) => {
    const { payments } = oneLive()
    const first = await payments.createPayment(request())
    expect((await release(payments, first.id)).status).toBe(status)
    const second = await payments.createPayment(request(other))
    const { details } = await refusal(payments.createPayment(request()), 'reference_conflict')
    expect(details.existingPaymentId).toBe(second.id)
  })

  it('lets an idempotent retry find a payment that lost its reference', async () => {
    const { payments } = oneLive()
    const first = await payments.createPayment(request(), { idempotencyKey: 'k' })
    const failed = await payments.failPayment(first.id, { reason: 'declined' })
    await payments.createPayment(request(other))
    expect(await payments.createPayment(request(), { idempotencyKey: 'k' })).toStrictEqual(failed)
  })
})

describe.each([
  ['expired', (payments: HospitalPayments, id: string) => payments.expirePayment(id)],
  ['failed', (payments: HospitalPayments, id: string) => payments.failPayment(id, { reason: 'declined' })],
])('referencePolicy: one-live and money for an %s payment', (status, end) => {
  it('supersedes the pending payment of its reference in the same change', async () => {
    const { payments, clock } = oneLive()
    const first = await payments.createPayment(request())
    const ended = await end(payments, first.id)
    const second = await payments.createPayment(request(other))
    clock.advance(hour)
    const paid = await payments.confirmPayment(first.id, { providerTransactionId: 'TX-1', actor: 'bank' })
    const { statusReason: _, ...kept } = ended
    expect(paid).toStrictEqual({
      ...kept,
      status: 'succeeded',
      paidAt: at(hour),
      updatedAt: at(hour),
      providerTransactionId: 'TX-1',
      version: 3,
    })
    const superseded = await payments.getPayment(second.id)
    expect(superseded).toStrictEqual({
      ...second,
      status: 'failed',
      statusReason: 'superseded',
      updatedAt: at(hour),
      version: 2,
    })
    const [, event] = await payments.history(second.id)
    expect(event).toMatchObject({
      type: 'payment.failed',
      createdAt: at(hour),
      data: { status: 'failed', previousStatus: 'pending', version: 2 },
      actor: 'bank',
      reason: 'superseded',
      evidence: null,
    })
    expect((await payments.history(first.id)).at(-1)).toMatchObject({
      type: 'payment.succeeded',
      data: { previousStatus: status },
      reason: null,
    })
    const { details } = await refusal(payments.createPayment(request()), 'reference_conflict')
    expect(details.existingPaymentId).toBe(first.id)
  })

  it('marks it duplicate_reference when another of its reference has succeeded, and takes no reference', async () => {
    const { payments } = oneLive()
    const first = await payments.createPayment(request())
    await end(payments, first.id)
    const second = await payments.createPayment(request(other))
    const secondPaid = await payments.confirmPayment(second.id)
    const paid = await payments.confirmPayment(first.id, { providerTransactionId: 'TX-1' })
    expect(paid).toMatchObject({ status: 'succeeded', statusReason: 'duplicate_reference', version: 3 })
    expect((await payments.history(first.id)).at(-1)).toMatchObject({
      type: 'payment.succeeded',
      reason: 'duplicate_reference',
    })
    expect(await payments.getPayment(second.id)).toStrictEqual(secondPaid)

    await payments.reversePayment(second.id, { reason: 'paid twice' })
    expect((await payments.createPayment(request({ amount: 8 }))).status).toBe('pending')
  })

  it('takes the reference again when the other one was reversed', async () => {
    const { payments } = oneLive()
    const first = await payments.createPayment(request())
    await end(payments, first.id)
    const second = await payments.createPayment(request(other))
    await payments.confirmPayment(second.id)
    const reversed = await payments.reversePayment(second.id, { reason: 'refund' })
    const paid = await payments.confirmPayment(first.id, { providerTransactionId: 'TX-1' })
    expect(paid).not.toHaveProperty('statusReason')
    expect(await payments.getPayment(second.id)).toStrictEqual(reversed)
    const { details } = await refusal(payments.createPayment(request()), 'reference_conflict')
    expect(details.existingPaymentId).toBe(first.id)
  })
})

describe('referencePolicy: allow', () => {
  it('takes any number of payments of one reference and supersedes none', async () => {
    const { payments } = testService()
    const first = await payments.createPayment(request())
    await payments.expirePayment(first.id)
    const second = await payments.createPayment(request())
    const third = await payments.createPayment(request())
    expect(await payments.confirmPayment(first.id)).not.toHaveProperty('statusReason')
    expect(await payments.getPayment(second.id)).toStrictEqual(second)
    expect(await payments.confirmPayment(third.id)).not.toHaveProperty('statusReason')
  })

  it.each(['expired', 'failed'] as const)('marks money for an %s payment of a paid reference', async (status) => {
    const { payments } = testService()
    const first = await payments.createPayment(request())
    const second = await payments.createPayment(request())
    const third = await payments.createPayment(request())
    if (status === 'expired') await payments.expirePayment(first.id)
    else await payments.failPayment(first.id, { reason: 'declined' })
    await payments.confirmPayment(second.id)
    const paid = await payments.confirmPayment(first.id, { providerTransactionId: 'TX-1' })
    expect(paid.statusReason).toBe('duplicate_reference')
    expect(await payments.getPayment(third.id)).toStrictEqual(third)
  })

  it('does not mark it when the paid one is of another reference', async () => {
    const { payments } = testService()
    const first = await payments.createPayment(request())
    const second = await payments.createPayment(request({ reference: 'INV-2' }))
    await payments.expirePayment(first.id)
    await payments.confirmPayment(second.id)
    expect(await payments.confirmPayment(first.id)).not.toHaveProperty('statusReason')
  })
})

describe('referencePolicy: a switch over one repository', () => {
  function both() {
    const allow = testService()
    const live = testService({ referencePolicy: 'one-live', repository: allow.repository, clock: allow.clock })
    return { allow: allow.payments, live: live.payments }
  }

  it('from allow to one-live refuses no money: the second paid of two pending ones is the duplicate', async () => {
    const { allow, live } = both()
    const first = await allow.createPayment(request())
    const second = await allow.createPayment(request())
    expect(await live.confirmPayment(first.id)).not.toHaveProperty('statusReason')
    expect((await live.getPayment(second.id))?.status).toBe('pending')
    expect((await live.confirmPayment(second.id)).statusReason).toBe('duplicate_reference')
  })

  it('supersedes the pending holder when a payment from before the switch is paid', async () => {
    const { allow, live } = both()
    const old = await allow.createPayment(request())
    const holder = await live.createPayment(request())
    const paid = await live.confirmPayment(old.id)
    expect(paid).not.toHaveProperty('statusReason')
    expect(await live.getPayment(holder.id)).toMatchObject({ status: 'failed', statusReason: 'superseded', version: 2 })
    expect(await live.history(holder.id)).toHaveLength(2)
  })

  it('supersedes every pending payment at once, those from before the switch included', async () => {
    const { allow, live } = both()
    const expired = await live.createPayment(request())
    await live.expirePayment(expired.id)
    const old = await allow.createPayment(request())
    const holder = await live.createPayment(request())
    await live.confirmPayment(expired.id)
    for (const { id } of [old, holder]) expect((await live.getPayment(id))?.statusReason).toBe('superseded')
  })

  it('back to allow refuses no reference', async () => {
    const { allow, live } = both()
    const holder = await live.createPayment(request())
    const extra = await allow.createPayment(request())
    await refusal(live.createPayment(request()), 'reference_conflict')
    expect(await allow.confirmPayment(extra.id)).not.toHaveProperty('statusReason')
    expect((await allow.confirmPayment(holder.id)).paidAt).toBe(start)
  })

  it('holds a reference no longer once allow has changed the holder', async () => {
    const { allow, live } = both()
    const holder = await live.createPayment(request())
    await allow.confirmPayment(holder.id)
    expect((await live.createPayment(request())).status).toBe('pending')
  })
})
