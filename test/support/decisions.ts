import { expect } from 'vitest'
import type { StateChange, TransitionContext } from '../../src/domain/payments/state-change.js'
import type { Payment } from '../../src/domain/payments/payment.js'
import { paymentFixture } from '../../src/testing/fixtures.js'
import { deepFrozen } from './frozen.js'

export const createdAt = '2026-11-01T08:00:00.000Z'
export const now = '2026-11-20T09:00:00.000Z'

/** Makes a frozen payment, for a decision never changes what it is given. */
export function payment(overrides: Partial<Payment> = {}): Payment {
  return deepFrozen(paymentFixture({ createdAt, amountReconciled: 70, version: 4, ...overrides }))
}

export function context(overrides: Partial<TransitionContext> = {}): TransitionContext {
  return deepFrozen({ now, policy: 'allow', siblings: [], ...overrides })
}

/** Returns the one step of a decision that has exactly one. */
export function only(decision: readonly StateChange[]): StateChange {
  expect(decision).toHaveLength(1)
  return decision[0]!
}
