import { describe, expect, it } from 'vitest'
import { canTransition, paymentTransitions } from '../../../src/domain/payments/transitions.js'
import { liveReference } from '../../../src/domain/payments/reference-policy.js'
import { type PaymentStatus, paymentStatuses } from '../../../src/domain/payments/payment.js'
import { paymentFixture } from '../../../src/testing/fixtures.js'

/** Contract, "Transitions", row by row. */
const documented: readonly (readonly [PaymentStatus | null, readonly PaymentStatus[]])[] = [
  [null, ['pending']],
  ['pending', ['succeeded', 'failed', 'expired']],
  ['expired', ['succeeded']],
  ['failed', ['succeeded']],
  ['succeeded', ['reversed']],
]
const pairs = documented.flatMap(([from, targets]) => targets.map((to) => ({ from, to })))

describe('paymentTransitions', () => {
  it('are the documented ones, in their order', () => {
    expect(paymentTransitions).toEqual(pairs)
  })

  it('cannot be changed', () => {
    expect([paymentTransitions, ...paymentTransitions].every(Object.isFrozen)).toBe(true)
  })

  it.each(paymentStatuses.flatMap((from) => paymentStatuses.map((to) => [from, to] as const)))(
    'from %s to %s are possible exactly when listed',
    (from, to) => {
      expect(canTransition(from, to)).toBe(pairs.some((pair) => pair.from === from && pair.to === to))
    },
  )

  it('name every status', () => {
    expect([...new Set(paymentTransitions.map(({ to }) => to))].sort()).toEqual([...paymentStatuses].sort())
    expect(paymentStatuses).toEqual(['pending', 'succeeded', 'failed', 'expired', 'reversed'])
  })
})

describe('liveReference', () => {
  it.each([
    ['pending', 'INV-1'],
    ['succeeded', 'INV-1'],
    ['failed', null],
    ['expired', null],
    ['reversed', null],
  ] as const)('is for a %s payment %s under one-live, and none where references are free', (status, expected) => {
    const payment = paymentFixture({ status, reference: 'INV-1' })
    expect(liveReference(payment, 'one-live')).toBe(expected)
    expect(liveReference(payment, 'allow')).toBeNull()
  })

  it('leaves the reference to the first payment when the money came twice', () => {
    const twice = paymentFixture({ status: 'succeeded', reference: 'INV-1', statusReason: 'duplicate_reference' })
    expect(liveReference(twice, 'one-live')).toBeNull()
    expect(liveReference({ ...twice, statusReason: 'anything else' }, 'one-live')).toBe('INV-1')
  })
})
