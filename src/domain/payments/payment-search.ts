/** Payments by what a payer says of them: what a storage finds is compared here once more, so that it may find too many. */
import { matchesPhone, type PhonePattern } from './payer.js'
import type { Payment } from './payment.js'
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

function hasText({ reference, providerTransactionId, customer }: Payment, text: string): boolean {
  if (providerTransactionId === text) return true
  const folded = foldReference(text)
  if (folded !== '' && foldReference(reference) === folded) return true
  const part = foldName(text)
  return part !== '' && customer?.name !== undefined && foldName(customer.name).includes(part)
}

/**
 * @example
 * isSearchedFor(payment, { text: 'inv 1' }) // => true
 * isSearchedFor(payment, { text: 'INV-1', amount: 1500 }) // => false
 */
export function isSearchedFor(payment: Payment, { text, amount, phone }: SearchedFor): boolean {
  if (text !== undefined && !hasText(payment, text)) return false
  if (amount !== undefined && payment.amount !== amount) return false
  if (phone === undefined) return true
  const known = payment.customer?.phone
  return known !== undefined && matchesPhone(phone, known)
}
