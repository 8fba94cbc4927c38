import type { Payment, PaymentStatus } from './payment.js'

/** One allowed change of status; `from: null` is creation. */
export interface Transition {
  readonly from: PaymentStatus | null
  readonly to: PaymentStatus
}

/**
 * Every change of status that there is; `from: null` is creation. Money that arrives after all makes an expired or
 * failed payment succeed; a payment that succeeded is never downgraded, only reversed as a whole.
 *
 * @example
 * transitions.filter(({ from }) => from === 'succeeded') // => [{ from: 'succeeded', to: 'reversed' }]
 */
export const transitions: readonly Transition[] = Object.freeze(
  (
    [
      [null, 'pending'],
      ['pending', 'succeeded'],
      ['pending', 'failed'],
      ['pending', 'expired'],
      ['expired', 'succeeded'],
      ['failed', 'succeeded'],
      ['succeeded', 'reversed'],
    ] as const
  ).map(([from, to]) => Object.freeze({ from, to })),
)

export function canTransition(from: PaymentStatus, to: PaymentStatus): boolean {
  return transitions.some((transition) => transition.from === from && transition.to === to)
}

/** `one-live`: at most one pending or succeeded payment a reference. */
export type ReferencePolicy = 'allow' | 'one-live'

export const duplicateReference = 'duplicate_reference'
export const superseded = 'superseded'

/** What the storage's unique index over live references sees of this payment. */
export function liveReference(payment: Payment, policy: ReferencePolicy): string | null {
  const live = payment.status === 'pending' || payment.status === 'succeeded'
  return policy === 'one-live' && live && payment.statusReason !== duplicateReference ? payment.reference : null
}
