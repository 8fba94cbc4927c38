import { paymentFixture } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import type { Ids } from '../../../src/domain/id.js'
import { changesToStore } from '../../../src/operations/payments/changes.js'
import type { Context } from '../../../src/operations/context.js'

const context = {
  ids: { event: () => `evt_${'0'.repeat(26)}` } as Ids,
  referencePolicy: 'one-live',
} as Context

/** Makes a change of a payment of 1,000 as it is stored. */
function stored(payment: object, more: object = {}) {
  const change = {
    payment: paymentFixture({ reference: 'INV-1', amount: 1000, version: 4, ...payment }),
    type: 'payment.reconciled',
    previousStatus: 'pending',
    reason: null,
    evidence: null,
    ...more,
  } as const
  return changesToStore(context, [change as never], 'sara')[0]!
}

describe('changesToStore: a change', () => {
  it('is stored over the version before it', () => {
    expect(stored({})).toMatchObject({ expectedVersion: 3, event: { actor: 'sara', data: { version: 4 } } })
  })

  it.each([
    [1, ['a:999']],
    [999, ['a:1']],
  ])('has the open rest as a further search term, where %d of it came', (amountReconciled, terms) => {
    expect(stored({ amountReconciled }).terms).toEqual(terms)
  })

  it.each([0, 1000])('has no further search term, where %d of it came', (amountReconciled) => {
    expect(stored({ amountReconciled })).not.toHaveProperty('terms')
  })

  it('holds its reference while it is live, unless another payment holds it', () => {
    expect(stored({}).liveReference).toBe('INV-1')
    expect(stored({}, { yieldsReference: false }).liveReference).toBe('INV-1')
    expect(stored({}, { yieldsReference: true }).liveReference).toBeNull()
    expect(stored({ status: 'expired' }).liveReference).toBeNull()
  })
})
