/**
 * The search of payments by what a payer says. Each result of a storage is compared here once more, so a storage may
 * return too many.
 */
import { matchesPhone, type PhonePattern } from './payer.js'
import type { Payment } from './payment.js'
import { isSameReceipt } from './receipt-spelling.js'
import { foldReference } from './reference-spelling.js'
import { foldName, minReferencePart } from './search-terms.js'

/** The terms of a search; a payment must match all of them. */
export interface SearchTerms {
  /** A receipt, a reference or its beginning in any spelling, or a part of the payer's name. */
  readonly text?: string | undefined
  /** Minor units of the payment's amount. */
  readonly amount?: number | undefined
  readonly phone?: PhonePattern | undefined
  /** The host's own id of the payer. */
  readonly customerId?: string | undefined
}

/** Makes a function that checks payments for a text, which is folded once for all of them. */
function textMatcher(text: string): (payment: Payment) => boolean {
  const [folded, part] = [foldReference(text), foldName(text)]
  const isReference = (reference: string) =>
    folded.length < minReferencePart ? reference === folded : reference.startsWith(folded)
  return ({ reference, providerTransactionId, customer }) => {
    if (isSameReceipt(providerTransactionId, text)) return true
    if (folded !== '' && isReference(foldReference(reference))) return true
    return part !== '' && customer?.name !== undefined && foldName(customer.name).includes(part)
  }
}

/**
 * Makes a function that checks that a payment matches a search.
 *
 * @example
 * searchMatcher({ text: 'inv 1' })(payment) // => true
 * searchMatcher({ text: 'INV-1', amount: 1500 })(payment) // => false
 */
export function searchMatcher({ text, amount, phone, customerId }: SearchTerms): (payment: Payment) => boolean {
  const hasText = text === undefined ? null : textMatcher(text)
  return (payment) => {
    if (customerId !== undefined && payment.customer?.id !== customerId) return false
    if (amount !== undefined && payment.amount !== amount) return false
    if (hasText && !hasText(payment)) return false
    if (phone === undefined) return true
    const customerPhone = payment.customer?.phone
    return customerPhone !== undefined && matchesPhone(phone, customerPhone)
  }
}
