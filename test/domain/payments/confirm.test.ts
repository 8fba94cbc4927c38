import { describe, expect, it } from 'vitest'
import { confirm, duplicatePayment } from '../../../src/domain/payments/transitions.js'
import { needsSiblings } from '../../../src/domain/payments/success.js'
import { type PaymentStatus, paymentStatuses } from '../../../src/domain/payments/payment.js'
import { createdAt, now, only, payment, context } from '../../support/decisions.js'
import { refusalOf } from '../../support/refusal.js'

describe('confirm', () => {
  it('takes the clock for the time of the money where the caller sends none', () => {
    const step = only(confirm(payment(), {}, context()))
    expect(step.payment).toEqual({
      ...payment({ id: step.payment.id, reference: step.payment.reference }),
      status: 'succeeded',
      paidAt: now,
      updatedAt: now,
      version: 5,
    })
    expect(step).toMatchObject({ type: 'payment.succeeded', previousStatus: 'pending', reason: null })
    expect(step.evidence).toEqual({ kind: 'confirmation', paidAt: now, providerTransactionId: null })
    expect(step.payment).not.toHaveProperty('providerTransactionId')
    expect(step.payment).not.toHaveProperty('statusReason')
  })

  it('keeps the time and the transaction of the caller, in the payment and as evidence', () => {
    const paidAt = '2026-11-19T10:00:00.000Z'
    const step = only(confirm(payment(), { paidAt, providerTransactionId: 'TX-1' }, context()))
    expect(step.payment).toMatchObject({ paidAt, updatedAt: now, providerTransactionId: 'TX-1' })
    expect(step.evidence).toEqual({ kind: 'confirmation', paidAt, providerTransactionId: 'TX-1' })
  })

  it('compares the amount with what is asked for without what is waived', () => {
    const waived = payment({ amount: 1500, amountWaived: 400 })
    expect(only(confirm(waived, { amount: 1100 }, context())).payment.status).toBe('succeeded')
    expect(only(confirm(waived, {}, context())).payment).toMatchObject({ amountWaived: 400 })
    for (const amount of [1500, 400, 1101]) {
      const { code, details } = refusalOf(() => confirm(waived, { amount }, context()))
      expect([code, details]).toEqual([
        'amount_mismatch',
        expect.objectContaining({ expected: { amount: 1100, currency: waived.currency } }),
      ])
    }
  })

  it('clears the reason of a former failure', () => {
    const before = payment({ status: 'failed', statusReason: 'declined' })
    const step = only(confirm(before, { providerTransactionId: 'TX-1' }, context()))
    expect(step.payment).not.toHaveProperty('statusReason')
    expect(step.reason).toBeNull()
  })

  it.each([
    ['pending', null, now, false],
    ['pending', '2026-11-20T09:00:00.000Z', undefined, false],
    ['pending', '2026-11-20T08:59:59.999Z', undefined, true],
    ['pending', '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.000Z', false],
    ['pending', '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.001Z', true],
    ['expired', '2026-11-20T08:00:00.000Z', '2026-11-20T07:59:59.999Z', false],
    ['expired', '2026-11-20T08:00:00.000Z', undefined, true],
  ] as const)('a %s payment that expires at %s, by money of %s: late %s', (status, expiresAt, paidAt, late) => {
    expect(only(confirm(payment({ status, expiresAt }), { paidAt }, context())).payment.late).toBe(late)
  })

  it.each(['2026-11-21T09:00:00.000Z', '2025-10-31T08:00:00.000Z', createdAt])(
    'accepts money that moved at %s',
    (paidAt) => {
      expect(only(confirm(payment(), { paidAt }, context())).payment.paidAt).toBe(paidAt)
    },
  )

  it.each([
    ['2026-11-21T09:00:00.001Z', 'is more than 24 hours ahead of the clock'],
    ['2033-03-11T00:00:00.000Z', 'is more than 24 hours ahead of the clock'],
    ['2025-10-31T07:59:59.999Z', 'is more than 366 days before the payment was created'],
    ['2019-03-11T00:00:00.000Z', 'is more than 366 days before the payment was created'],
  ])('refuses money of %s, which %s', (paidAt, message) => {
    const refusal = refusalOf(() => confirm(payment(), { paidAt }, context()))
    expect(refusal.code).toBe('invalid_request')
    expect(refusal.details).toEqual({ issues: [{ path: 'paidAt', message }] })
    expect(refusal.message).toBe(`paidAt ${message}. Send the time at which the money moved.`)
  })

  it('accepts a clock that stands far from the creation, for the caller did not send that time', () => {
    const step = only(confirm(payment({ createdAt: '2029-11-20T09:00:00.000Z' }), {}, context()))
    expect(step.payment.paidAt).toBe(now)
  })

  it.each(['pending', 'expired', 'failed', 'succeeded'] as const)(
    'refuses another amount or currency for a %s payment',
    (status) => {
      const before = payment({ status })
      for (const wrong of [{ amount: 149_999 }, { currency: 'USD' }, { amount: 1, currency: 'USD' }]) {
        const refusal = refusalOf(() => confirm(before, { ...wrong, providerTransactionId: 'TX-1' }, context()))
        expect(refusal.code).toBe('amount_mismatch')
        expect(refusal.message).toMatch(/amount or currency is not the one.+nothing was changed/)
        expect(refusal.details).toEqual({
          paymentId: before.id,
          expected: { amount: 150_000, currency: 'ETB' },
          received: { amount: 150_000, currency: 'ETB', ...wrong },
        })
      }
    },
  )

  it.each([{}, { amount: 150_000 }, { currency: 'ETB' }, { amount: 150_000, currency: 'ETB' }])(
    'accepts %j as the full amount',
    (money) => {
      expect(only(confirm(payment(), money, context())).payment.amount).toBe(150_000)
    },
  )

  it.each([
    ['TX-1', 'TX-1'],
    ['TX-1', 'tx-1'],
    ['TX-1', undefined],
    [undefined, 'TX-1'],
    [undefined, undefined],
  ])('returns no change for a payment settled by %s and confirmed again with %s', (known, repeated) => {
    const before = payment({ status: 'succeeded', ...(known !== undefined && { providerTransactionId: known }) })
    expect(confirm(before, { providerTransactionId: repeated, paidAt: '2026-11-18T00:00:00.000Z' }, context())).toEqual(
      [],
    )
  })

  it('is a duplicate payment where the payment is settled and confirmed again by another transaction', () => {
    const before = payment({ status: 'succeeded', providerTransactionId: 'TX-1' })
    const refusal = refusalOf(() => confirm(before, { providerTransactionId: 'TX-2' }, context()))
    expect(refusal.code).toBe('duplicate_payment')
    expect(refusal.details).toEqual({ paymentId: before.id, existingPaymentId: before.id })
    expect(refusal.message).toMatch(/settled this payment already/)
    const other = duplicatePayment('pay_1', 'pay_2')
    expect(other.details).toEqual({ paymentId: 'pay_1', existingPaymentId: 'pay_2' })
    expect(other.message).toMatch(/settled another payment already/)
  })
})

describe('confirm: payments of one reference', () => {
  const reference = 'INV-1'
  const expired = payment({ reference, status: 'expired' })
  const failed = payment({ reference, status: 'failed', statusReason: 'declined' })
  const sibling = (status: PaymentStatus) => payment({ reference, status, version: 9 })
  const proof = { providerTransactionId: 'TX-1' }

  it.each(paymentStatuses)('are read for a %s payment only if one may have been paid meanwhile', (status) => {
    expect(needsSiblings(payment({ status }))).toBe(status === 'expired' || status === 'failed')
  })

  it.each([
    ['allow', expired],
    ['allow', failed],
    ['one-live', expired],
    ['one-live', failed],
  ] as const)('under %s are marked where money came twice, and no other is superseded', (policy, before) => {
    const siblings = [sibling('pending'), sibling('failed'), sibling('succeeded')]
    const step = only(confirm(before, proof, context({ policy, siblings })))
    expect(step.payment).toMatchObject({
      id: before.id,
      status: 'succeeded',
      statusReason: 'duplicate_reference',
      version: 5,
    })
    expect(step.reason).toBe('duplicate_reference')
  })

  it.each([expired, failed])('under one-live fail first as superseded where they are pending', (before) => {
    const holder = sibling('pending')
    const siblings = [sibling('expired'), holder, sibling('failed'), sibling('reversed')]
    const decision = confirm(before, proof, context({ policy: 'one-live', siblings }))
    expect(decision).toHaveLength(2)
    expect(decision[0]).toEqual({
      former: holder,
      payment: { ...holder, status: 'failed', statusReason: 'superseded', updatedAt: now, version: 10 },
      type: 'payment.failed',
      previousStatus: 'pending',
      reason: 'superseded',
      evidence: null,
    })
    expect(decision[1]!.payment).toMatchObject({ id: before.id, status: 'succeeded', version: 5 })
    expect(decision[1]!.payment).not.toHaveProperty('statusReason')
    expect(decision[1]!.reason).toBeNull()
  })

  it('are left alone while pending where references are free', () => {
    const siblings = [sibling('pending'), sibling('reversed')]
    const step = only(confirm(expired, proof, context({ siblings })))
    expect(step.payment.id).toBe(expired.id)
    expect(step.payment).not.toHaveProperty('statusReason')
  })
})
