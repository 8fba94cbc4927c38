/** Payments by what a payer says of them: what a storage finds is compared here once more, so that it may find too many. */
import { matchesPhone, type PhonePattern } from './payer.js'
import type { Payment } from './payment.js'
import { isSameReceipt } from './receipt-spelling.js'
import { foldReference } from './reference-spelling.js'
import { foldName } from './search-terms.js'

/** What is known; all of it must hold. */
export interface SearchedFor {
  /** A receipt, a reference in any spelling, or a part of the payer's name. */
  readonly text?: string | undefined
  /** Minor units that were asked for. */
  readonly amount?: number | undefined
  readonly phone?: PhonePattern | undefined
}

/** Whether a payment has a text, which is folded once for all of them. */
function textMatcher(text: string): (payment: Payment) => boolean {
  const [folded, part] = [foldReference(text), foldName(text)]
  return ({ reference, providerTransactionId, customer }) => {
    if (isSameReceipt(providerTransactionId, text)) return true
    if (folded !== '' && foldReference(reference) === folded) return true
    return part !== '' && customer?.name !== undefined && foldName(customer.name).includes(part)
  }
}

/**
 * Whether a payment is one that is looked for.
 *
 * @example
 * searchMatcher({ text: 'inv 1' })(payment) // => true
 * searchMatcher({ text: 'INV-1', amount: 1500 })(payment) // => false
 */
export function searchMatcher({ text, amount, phone }: SearchedFor): (payment: Payment) => boolean {
  const hasText = text === undefined ? null : textMatcher(text)
  return (payment) => {
    if (amount !== undefined && payment.amount !== amount) return false
    if (hasText && !hasText(payment)) return false
    if (phone === undefined) return true
    const known = payment.customer?.phone
    return known !== undefined && matchesPhone(phone, known)
  }
}
