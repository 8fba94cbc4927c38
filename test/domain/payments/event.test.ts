import { describe, expect, it } from 'vitest'
import { type Evidence, paymentEvent } from '../../../src/domain/payments/event.js'
import { paymentFixture } from '../../../src/testing/fixtures.js'

const payment = paymentFixture({
  id: 'pay_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  reference: 'INV-1',
  status: 'succeeded',
  amount: 150_000,
  currency: 'ETB',
  paidAt: '2026-11-20T08:00:00.000Z',
  amountReconciled: 7,
  version: 3,
  description: 'CANARY-DESCRIPTION',
  customer: { name: 'CANARY-NAME', phone: '+251911000000' },
  metadata: { ward: 'CANARY-METADATA' },
  statusReason: 'CANARY-REASON',
  providerTransactionId: 'CANARY-TRANSACTION',
})
const evidence: Evidence = { kind: 'confirmation', paidAt: '2026-11-20T08:00:00.000Z', providerTransactionId: null }
const context = { id: 'evt_1', at: '2026-11-20T09:30:00.000Z', actor: 'cashier-3', reason: 'why', evidence }

describe('paymentEvent', () => {
  it('has one change in the documented shape and order', () => {
    const event = paymentEvent('payment.succeeded', payment, 'pending', context)
    expect(JSON.stringify(event, null, 1)).toBe(
      JSON.stringify(
        {
          id: 'evt_1',
          createdAt: '2026-11-20T09:30:00.000Z',
          type: 'payment.succeeded',
          data: {
            paymentId: 'pay_01ARZ3NDEKTSV4RRFFQ69G5FAV',
            reference: 'INV-1',
            amount: 150_000,
            currency: 'ETB',
            status: 'succeeded',
            previousStatus: 'pending',
            amountReconciled: 7,
            version: 3,
          },
          actor: 'cashier-3',
          reason: 'why',
          evidence,
        },
        null,
        1,
      ),
    )
  })

  it('has nothing of the patient, and no field without a value', () => {
    const event = paymentEvent('payment.created', payment, null, {
      ...context,
      actor: null,
      reason: null,
      evidence: null,
    })
    expect(JSON.stringify(event)).not.toMatch(/CANARY|251911000000/)
    expect(event).toMatchObject({ actor: null, reason: null, evidence: null, data: { previousStatus: null } })
  })
})
