import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountDue, amountRefundable } from '../../../src/domain/payments/money-of-lines.js'
import { amountAsked, openAmount } from '../../../src/domain/payments/open-amount.js'
import { expire } from '../../../src/domain/payments/transitions.js'
import { amountReceived } from '../../../src/domain/receipts/amount-received.js'
import { paymentFixture } from '../../../src/testing/fixtures.js'
import { now } from '../../support/decisions.js'
import { refusalOf } from '../../support/refusal.js'

const parts = fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000)).filter((each) => each.some((part) => part > 0))

describe('openAmount', () => {
  it('is the amount without what is waived and what came', () => {
    fc.assert(
      fc.property(parts, ([waived, came, open]) => {
        const payment = paymentFixture({
          amount: waived + came + open,
          amountWaived: waived,
          amountReconciled: came,
        })
        expect([amountAsked(payment), openAmount(payment)]).toEqual([came + open, open])
      }),
    )
  })
})

describe('amountRefundable: waived money', () => {
  it('is never given back, neither of a paid payment nor of one that expired', () => {
    const paid = { status: 'succeeded', amount: 1000, amountWaived: 300 } as const
    expect(amountDue(paymentFixture(paid))).toBe(700)
    expect(amountRefundable(paymentFixture({ ...paid, amountRefunded: 200 }))).toBe(500)
    expect(amountRefundable(paymentFixture({ ...paid, amountWaived: 1000 }))).toBe(0)
    const expired = { status: 'expired', amount: 1000, amountWaived: 300, amountReconciled: 50 } as const
    expect(amountRefundable(paymentFixture(expired))).toBe(50)
  })
})

describe('amountReceived: waived money', () => {
  it('is on no receipt', () => {
    const paid = { status: 'succeeded', amount: 1000, amountWaived: 300 } as const
    expect(amountReceived(paymentFixture(paid))).toBe(700)
    expect(amountReceived(paymentFixture({ ...paid, amountWaived: 1000 }))).toBe(0)
  })
})

describe('expire: a payment that is waived in part', () => {
  it('is refused, as one that is paid in part is', () => {
    const payment = paymentFixture({ amount: 1000, amountWaived: 300, expiresAt: now })
    const context = { now, policy: 'allow', siblings: [] } as const
    expect(refusalOf(() => expire(payment, context))).toMatchObject({
      code: 'invalid_transition',
      details: { amountReconciled: 0 },
    })
    expect(expire({ ...payment, amountWaived: 0 }, context)).toHaveLength(1)
  })
})
