import { describe, expect, it } from 'vitest'
import {
  at,
  badFields,
  contents,
  day,
  hour,
  minute,
  pending,
  refusal,
  request,
  start,
  testService,
  unknownId,
} from '../../support/service.js'

describe('confirmPayment', () => {
  it('returns the succeeded payment, paid now by default', async () => {
    const { payments, payment, id } = await pending({
      description: 'Bed',
      customer: { name: 'A' },
      metadata: { a: 'b' },
    })
    const paid = await payments.confirmPayment(id)
    expect(paid).toStrictEqual({
      ...payment,
      status: 'succeeded',
      paidAt: at(minute),
      updatedAt: at(minute),
      version: 2,
    })
    expect(await payments.getPayment(id)).toStrictEqual(paid)
  })

  it('stores the event with its evidence', async () => {
    const { payments, id } = await pending()
    await payments.confirmPayment(id, { paidAt: at(1), providerTransactionId: 'TX-1', actor: 'callback' })
    const events = await payments.history(id)
    expect(events).toHaveLength(2)
    expect(events[1]).toStrictEqual({
      id: expect.stringMatching(/^evt_/),
      createdAt: at(minute),
      type: 'payment.succeeded',
      data: {
        paymentId: id,
        reference: 'INV-1',
        amount: 150_000,
        currency: 'ETB',
        status: 'succeeded',
        previousStatus: 'pending',
        amountReconciled: 0,
        version: 2,
      },
      actor: 'callback',
      reason: null,
      evidence: { kind: 'confirmation', paidAt: at(1), providerTransactionId: 'TX-1' },
    })
  })

  it('stores no transaction and no actor where there was none', async () => {
    const { payments, id } = await pending()
    await payments.confirmPayment(id, {
      paidAt: undefined,
      amount: undefined,
      currency: undefined,
      actor: undefined,
    } as object)
    expect((await payments.history(id))[1]).toMatchObject({
      actor: null,
      evidence: { kind: 'confirmation', paidAt: at(minute), providerTransactionId: null },
    })
    expect(await payments.getPayment(id)).not.toHaveProperty('providerTransactionId')
  })

  it('takes the full amount and currency written out', async () => {
    const { payments, id } = await pending()
    expect((await payments.confirmPayment(id, { amount: 150_000, currency: 'ETB' })).status).toBe('succeeded')
  })

  it('reads paidAt with an offset and returns it in UTC', async () => {
    const { payments, id } = await pending()
    expect((await payments.confirmPayment(id, { paidAt: '2026-11-20T12:00:30.5+03:00' })).paidAt).toBe(
      '2026-11-20T09:00:30.500Z',
    )
  })

  it.each([
    [{ amount: 149_999 }, { amount: 149_999, currency: 'ETB' }],
    [
      { amount: 150_001, currency: 'ETB' },
      { amount: 150_001, currency: 'ETB' },
    ],
    [{ currency: 'KES' }, { amount: 150_000, currency: 'KES' }],
    [
      { amount: 1, currency: 'KES' },
      { amount: 1, currency: 'KES' },
    ],
  ])('refuses %j with amount_mismatch and changes nothing, paid already or not', async (options, received) => {
    const { payments, repository, id } = await pending()
    for (let paid = 0; paid <= 1; paid++) {
      const before = await contents(repository)
      const error = await refusal(payments.confirmPayment(id, options), 'amount_mismatch')
      expect(error.details).toStrictEqual({ paymentId: id, expected: { amount: 150_000, currency: 'ETB' }, received })
      expect(error.message).toMatch(/nothing was changed/)
      expect(await contents(repository)).toStrictEqual(before)
      await payments.confirmPayment(id)
    }
  })

  it('validates as at creation before it compares', async () => {
    const { payments, id } = await pending()
    const wrong = { paidAt: 'x', amount: '150000', currency: 'e', providerTransactionId: ' ', actor: 5, note: 1 }
    expect(await badFields(payments.confirmPayment(id, wrong as never))).toEqual([
      'paidAt must be an ISO 8601 date and time with Z or an offset',
      'amount must be an integer of minor units from 1 to 9007199254740991',
      'currency must be three capital letters (ISO 4217)',
      'providerTransactionId begins or ends with white space or an invisible character',
      'actor must be text',
      'note is not a known field',
    ])
    for (const options of [null, 'x', []]) {
      expect(await badFields(payments.confirmPayment(id, options as never))).toEqual(['must be an object'])
    }
    const nothing = { paidAt: null, amount: null, currency: null, providerTransactionId: null, actor: null }
    expect(await badFields(payments.confirmPayment(id, nothing as never))).toHaveLength(5)
    await refusal(payments.confirmPayment(id, { currency: 'XAU' }), 'unsupported_currency')
    expect((await payments.getPayment(id))?.version).toBe(1)
  })

  it('takes only an id, and finds only a known one', async () => {
    const { payments } = testService()
    expect(await badFields(payments.confirmPayment(undefined as never))).toEqual(['id is required'])
    expect(await badFields(payments.confirmPayment(5 as never))).toEqual(['id must be text'])
    for (const id of [unknownId, 'pay_x', '']) {
      const error = await refusal(payments.confirmPayment(id), 'payment_not_found')
      expect(error.details).toStrictEqual({ paymentId: id })
      expect(error.message).toBe('No payment has this id.')
    }
  })
})

describe('confirmPayment: a second confirmation', () => {
  it('returns the payment unchanged, without event or version, for any other options', async () => {
    const { payments, clock, id } = await pending()
    const paid = await payments.confirmPayment(id, { paidAt: start, actor: 'a' })
    clock.advance(day)
    for (const options of [undefined, {}, { paidAt: at(hour) }, { actor: 'b' }, { providerTransactionId: 'TX-2' }]) {
      expect(await payments.confirmPayment(id, options)).toStrictEqual(paid)
    }
    expect(await payments.history(id)).toHaveLength(2)
  })

  it('is refused with duplicate_payment only if both carry a transaction and these differ', async () => {
    const { payments, id } = await pending()
    const paid = await payments.confirmPayment(id, { providerTransactionId: 'TX-1' })
    expect(await payments.confirmPayment(id)).toStrictEqual(paid)
    for (const providerTransactionId of ['TX-1', 'tx-1'])
      expect(await payments.confirmPayment(id, { providerTransactionId })).toStrictEqual(paid)
    const error = await refusal(payments.confirmPayment(id, { providerTransactionId: 'TX-2' }), 'duplicate_payment')
    expect(error.details).toStrictEqual({ paymentId: id, existingPaymentId: id })
    expect(await payments.getPayment(id)).toStrictEqual(paid)
  })
})

describe('providerTransactionId', () => {
  it('for two bills is refused with duplicate_payment and both ids, and changes nothing', async () => {
    const { payments, id } = await pending()
    const other = await payments.createPayment(request({ reference: 'INV-2' }))
    await payments.confirmPayment(id, { providerTransactionId: 'TX-1' })
    const error = await refusal(
      payments.confirmPayment(other.id, { providerTransactionId: 'TX-1' }),
      'duplicate_payment',
    )
    expect(error.details).toStrictEqual({ paymentId: other.id, existingPaymentId: id })
    expect(error.message).toMatch(/provider transaction/)
    expect(error.message).not.toContain('TX-1')
    expect(await payments.getPayment(other.id)).toStrictEqual(other)
  })

  it('is free again after a reversal: a wrong bill was confirmed, and the right one can take it', async () => {
    const { payments, id } = await pending()
    const other = await payments.createPayment(request({ reference: 'INV-2' }))
    await payments.confirmPayment(id, { providerTransactionId: 'TX-1' })
    await payments.reversePayment(id, { reason: 'wrong bill' })
    expect(await payments.confirmPayment(other.id, { providerTransactionId: 'TX-1' })).toMatchObject({
      status: 'succeeded',
      providerTransactionId: 'TX-1',
    })
    expect(await payments.getPayment(id)).not.toHaveProperty('providerTransactionId')
    expect((await payments.history(id))[1]!.evidence).toMatchObject({ providerTransactionId: 'TX-1' })
  })

  it('is unique within a channel only', async () => {
    const { payments, id } = await pending()
    const other = await payments.createPayment(request({ channel: 'cash' }))
    await payments.confirmPayment(id, { providerTransactionId: 'TX-1' })
    expect((await payments.confirmPayment(other.id, { providerTransactionId: 'TX-1' })).providerTransactionId).toBe(
      'TX-1',
    )
  })
})

describe('confirmPayment: money that comes after all', () => {
  it('makes an expired payment succeed, without proof', async () => {
    const { payments, id } = await pending()
    const expired = await payments.expirePayment(id)
    expect(await payments.confirmPayment(id)).toStrictEqual({
      ...expired,
      status: 'succeeded',
      paidAt: at(minute),
      version: 3,
    })
    expect((await payments.history(id))[2]?.data).toMatchObject({
      status: 'succeeded',
      previousStatus: 'expired',
      version: 3,
    })
  })

  it('makes a failed payment succeed only with a providerTransactionId, and clears the reason', async () => {
    const { payments, id } = await pending()
    const failed = await payments.failPayment(id, { reason: 'declined' })
    for (const options of [{}, { paidAt: start }, { amount: 1 }]) {
      const error = await refusal(payments.confirmPayment(id, options), 'invalid_transition')
      expect(error.details).toStrictEqual({ paymentId: id, from: 'failed', to: 'succeeded' })
      expect(error.message).toMatch(/only with the providerTransactionId/)
    }
    expect(await payments.getPayment(id)).toStrictEqual(failed)
    const paid = await payments.confirmPayment(id, { providerTransactionId: 'TX-1' })
    expect(paid).toMatchObject({ status: 'succeeded', providerTransactionId: 'TX-1', version: 3 })
    expect(paid).not.toHaveProperty('statusReason')
    expect((await payments.history(id))[1]?.reason).toBe('declined')
  })

  it('never makes a reversed payment succeed again', async () => {
    const { payments, id } = await pending()
    await payments.confirmPayment(id)
    await payments.reversePayment(id, { reason: 'refund' })
    const error = await refusal(payments.confirmPayment(id, { amount: 1 }), 'invalid_transition')
    expect(error.details).toStrictEqual({ paymentId: id, from: 'reversed', to: 'succeeded' })
    expect(error.message).toBe(
      'A payment that is reversed cannot become succeeded; nothing was changed. Read it again to see what happened to it.',
    )
  })
})
