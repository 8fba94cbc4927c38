import type { Payment } from './payment.js'

/**
 * The policy for several payments of one reference. `one-live`: at most one pending or succeeded payment a reference.
 * `one-live-per-customer`: at most one of a reference and customer id, so that a patient and an insurer each have their part of
 * one bill; a live payment without a customer id is the only one of its reference.
 */
export type ReferencePolicy = 'allow' | 'one-live' | 'one-live-per-customer'

export const referencePolicies: readonly ReferencePolicy[] = ['allow', 'one-live', 'one-live-per-customer']

export const duplicateReference = 'duplicate_reference'
export const superseded = 'superseded'

/** Returns true for a payment that is pending, or succeeded as the first of its reference. */
function isLive({ status, statusReason }: Payment): boolean {
  return (status === 'pending' || status === 'succeeded') && statusReason !== duplicateReference
}

/**
 * Returns the reference that a storage keeps in its unique index for this payment; `null` where the payment is not in
 * the index. No reference contains a line break, so that no two of them are the same by chance.
 */
export function liveReference(payment: Payment, policy: ReferencePolicy): string | null {
  if (policy === 'allow' || !isLive(payment)) return null
  return policy === 'one-live' ? payment.reference : `${payment.reference}\n${payment.customer?.id ?? ''}`
}

/** Returns the payments of a reference on which the success of a payment depends: under a policy by customer, its customer's. */
export function siblingsUnder(
  policy: ReferencePolicy,
  payment: Payment,
  others: readonly Payment[],
): readonly Payment[] {
  if (policy !== 'one-live-per-customer') return others
  return others.filter(({ customer }) => customer?.id === payment.customer?.id)
}

/**
 * Finds the live payment of the same reference that excludes a new one, and that no unique index can exclude: one of the two
 * has no customer id.
 */
export function rivalOf(payment: Payment, others: readonly Payment[]): Payment | undefined {
  const { id, reference, customer } = payment
  return others.find(
    (other) =>
      other.id !== id &&
      other.reference === reference &&
      isLive(other) &&
      (other.customer?.id === undefined) !== (customer?.id === undefined),
  )
}
