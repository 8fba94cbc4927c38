import { createHospitalPayments, memoryRepository, type Payment } from 'hospital-payments'
import { changeFixture, eventFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { insertOne } from '../support/writes.js'

const nine = '2026-11-20T09:00:00.000Z'

describe('paymentFixture', () => {
  it('makes a complete payment, just created', () => {
    const payment = paymentFixture()
    expect(payment).toEqual({
      id: payment.id,
      status: 'pending',
      reference: payment.reference,
      amount: 150_000,
      currency: 'ETB',
      channel: 'mobile-banking',
      instructions: { type: 'text', message: expect.stringContaining(payment.reference) },
      createdAt: nine,
      updatedAt: nine,
      expiresAt: null,
      paidAt: null,
      reversedAt: null,
      canceledAt: null,
      late: false,
      amountReconciled: 0,
      amountRefundPending: 0,
      amountRefunded: 0,
      amountWrittenOff: 0,
      amountWaived: 0,
      attemptId: null,
      version: 1,
    } satisfies Payment)
  })

  it('has an id of its own, in the form of real ones and rising', () => {
    const ids = Array.from({ length: 100 }, () => paymentFixture().id)
    expect(ids.filter((id) => !/^pay_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id))).toEqual([])
    expect([...new Set(ids)].sort()).toEqual(ids)
  })

  it('takes whatever is overridden, and leaves out what is undefined', () => {
    const overrides = { id: 'pay_1', amount: 5, reference: 'INV-7', description: 'Ward 4', version: 3 }
    const payment = paymentFixture({ ...overrides, customer: undefined } as object)
    expect(payment).toMatchObject(overrides)
    expect(payment.instructions.message).toContain('INV-7')
    expect(Object.keys(payment)).not.toContain('customer')
  })

  it('has the times that its status calls for', () => {
    const at = '2026-11-19T08:00:00.000Z'
    expect(paymentFixture({ createdAt: at }).updatedAt).toBe(at)
    expect(paymentFixture({ status: 'succeeded', createdAt: at })).toMatchObject({ paidAt: at, reversedAt: null })
    expect(paymentFixture({ status: 'reversed', createdAt: at })).toMatchObject({ paidAt: at, reversedAt: at })
    expect(paymentFixture({ status: 'failed' })).toMatchObject({ paidAt: null, reversedAt: null })
    expect(paymentFixture({ status: 'succeeded', paidAt: nine, createdAt: at }).paidAt).toBe(nine)
  })

  it('can be stored, and found by a service', async () => {
    const repository = memoryRepository()
    const payment = paymentFixture({ reference: 'INV-1' })
    expect(await insertOne(repository, insertFixture(payment))).toEqual({ outcome: 'inserted' })
    expect(await createHospitalPayments({ repository }).getPayment(payment.id)).toEqual(payment)
  })
})

describe('eventFixture', () => {
  it('makes the event of the current version', () => {
    const payment = paymentFixture()
    const event = eventFixture(payment)
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      createdAt: nine,
      type: 'payment.created',
      data: {
        paymentId: payment.id,
        reference: payment.reference,
        amount: 150_000,
        currency: 'ETB',
        status: 'pending',
        previousStatus: null,
        amountReconciled: 0,
        version: 1,
      },
      actor: null,
      reason: null,
      evidence: null,
    })
  })

  it.each(['succeeded', 'failed', 'expired', 'reversed'] as const)('has the status of a %s payment', (status) => {
    const { type, data } = eventFixture(paymentFixture({ status, version: 2 }))
    expect([type, data.status]).toEqual([`payment.${status}`, status])
    expect(data.previousStatus).toBe(status === 'reversed' ? 'succeeded' : 'pending')
  })

  it('takes whatever is overridden', () => {
    expect(eventFixture(paymentFixture(), { actor: 'cashier', reason: 'test' })).toMatchObject({
      actor: 'cashier',
      reason: 'test',
    })
  })
})

describe('changeFixture', () => {
  it('makes the next version, a minute later, with its event', () => {
    const before = paymentFixture()
    const change = changeFixture(before, { status: 'expired' }, { liveReference: 'INV-1' })
    expect(change.payment).toEqual({ ...before, status: 'expired', version: 2, updatedAt: '2026-11-20T09:01:00.000Z' })
    expect(change).toMatchObject({ expectedVersion: 1, liveReference: 'INV-1' })
    expect(change.event).toMatchObject({
      type: 'payment.expired',
      createdAt: change.payment.updatedAt,
      data: { version: 2, previousStatus: 'pending' },
    })
  })

  it('makes one of reconciled money where it keeps the status', () => {
    const { event } = changeFixture(paymentFixture(), { amountReconciled: 100 })
    expect([event.type, event.data.amountReconciled, event.data.previousStatus]).toEqual([
      'payment.reconciled',
      100,
      'pending',
    ])
  })
})
