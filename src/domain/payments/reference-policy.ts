import type { Payment } from './payment.js'

/**
 * The policy for several payments of one reference. `one-live`: at most one pending or succeeded payment a reference.
 */
export type ReferencePolicy = 'allow' | 'one-live'

export const duplicateReference = 'duplicate_reference'
export const superseded = 'superseded'

/**
 * Returns the reference that a storage keeps in its unique index for this payment; `null` where the payment is not in
 * the index.
 */
export function liveReference(payment: Payment, policy: ReferencePolicy): string | null {
  const isLive = payment.status === 'pending' || payment.status === 'succeeded'
  return policy === 'one-live' && isLive && payment.statusReason !== duplicateReference ? payment.reference : null
}
