import { describe, expect, it } from 'vitest'
import type { PaymentEvent } from '../../../src/domain/payments/event.js'
import { lineOfKey } from '../../../src/domain/reconciliation/line-of-key.js'

interface Given {
  payment?: string
  type?: PaymentEvent['type']
  lineKey?: string | null
  amount?: number
  of?: number
  proved?: number
  receipt?: string | null
}

let made = 0

function event(given: Given = {}): PaymentEvent {
  const { payment = 'pay_1', type = 'payment.succeeded', lineKey = 'id:1', amount = 700, of = amount } = given
  return {
    id: `evt_01JD000000000000000000000${made++ % 10}`,
    createdAt: '2026-11-20T09:00:00.000Z',
    type,
    data: {
      paymentId: payment,
      reference: 'INV-1',
      amount: of,
      currency: 'ETB',
      status: 'succeeded',
      previousStatus: 'pending',
      amountReconciled: given.proved ?? amount,
      version: 2,
    },
    actor: 'night-run',
    reason: null,
    evidence:
      lineKey === null
        ? null
        : {
            kind: 'statement',
            source: 'cbe-1000',
            lineKey,
            row: 4,
            valueDate: '2026-11-19',
            amount,
            providerTransactionId: given.receipt ?? null,
          },
  }
}

const created = (payment = 'pay_1') => event({ payment, type: 'payment.created', lineKey: null })

describe('a line that is stored as its key alone', () => {
  it('is built from what its payments were proved by it, and from nothing that came before or later', () => {
    const events = [
      created(),
      event({ type: 'payment.reconciled', lineKey: 'id:0', amount: 100, of: 800 }),
      event({ amount: 700, of: 800, proved: 800, receipt: 'TX-1' }),
      event({ type: 'payment.unreconciled', amount: 700, of: 800, proved: 100 }),
      event({ type: 'payment.reversed', amount: 700, of: 800 }),
    ]
    const found = lineOfKey({ key: 'id:1', paymentIds: ['pay_1'] }, events)
    expect(found?.line).toMatchObject({
      amount: 700,
      allocated: 700,
      status: 'settled',
      direction: 'credit',
      outcome: 'confirmed',
      version: 1,
      providerTransactionId: 'TX-1',
      shares: [{ to: 'payment', paymentId: 'pay_1', amount: 700, by: 'rule' }],
    })
    expect(found?.event).toMatchObject({ type: 'line.imported', version: 1, actor: 'night-run', lineKey: 'id:1' })
  })

  it('has no receipt where none is known', () => {
    const found = lineOfKey({ key: 'id:1', paymentIds: ['pay_1'] }, [event()])
    expect(found?.line).not.toHaveProperty('providerTransactionId')
    expect(found?.line).not.toHaveProperty('reference')
    expect(found?.line).not.toHaveProperty('narration')
  })

  it.each([
    ['confirmed', [event({}), event({ payment: 'pay_2', type: 'payment.reconciled' })]],
    ['matched', [event({ type: 'payment.reconciled' }), event({ payment: 'pay_2', type: 'payment.reconciled' })]],
    ['under_paid', [event({ type: 'payment.reconciled', of: 1000 }), created('pay_2')]],
  ])('was %s', (outcome, events) => {
    expect(lineOfKey({ key: 'id:1', paymentIds: ['pay_1', 'pay_2'] }, events)?.line.outcome).toBe(outcome)
  })

  it('is none where a payment of it has no events any more, or no event is of it', () => {
    expect(lineOfKey({ key: 'id:1', paymentIds: ['pay_1', 'pay_2'] }, [event()])).toBeNull()
    expect(lineOfKey({ key: 'id:2', paymentIds: ['pay_1'] }, [event()])).toBeNull()
    expect(lineOfKey({ key: 'id:1', paymentIds: [] }, [])).toBeNull()
  })

  it('has an event id of its own, always the same', () => {
    const one = event()
    const ofKey = (key: string) =>
      lineOfKey({ key, paymentIds: ['pay_1'] }, [{ ...one, evidence: { ...one.evidence!, lineKey: key } as never }])!
    expect(ofKey('id:1')).toStrictEqual(ofKey('id:1'))
    expect(ofKey('id:1').event.id).not.toBe(ofKey('id:2').event.id)
    expect(ofKey('id:1').event.id).not.toBe(one.id)
    expect(ofKey('id:1').event.id).toMatch(/^evt_01JD000000[0-9A-HJKMNP-TV-Z]{16}$/)
  })
})
