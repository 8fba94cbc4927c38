import type { Payment } from './payment.js'

/** `one-live`: at most one pending or succeeded payment a reference. */
export type ReferencePolicy = 'allow' | 'one-live'

export const duplicateReference = 'duplicate_reference'
export const superseded = 'superseded'

/** What the storage's unique index over live references sees of this payment. */
export function liveReference(payment: Payment, policy: ReferencePolicy): string | null {
  const live = payment.status === 'pending' || payment.status === 'succeeded'
  return policy === 'one-live' && live && payment.statusReason !== duplicateReference ? payment.reference : null
}
