import { millisecondsOf } from '../domain/instant.js'
import type { Payment } from '../domain/payments/payment.js'
import { isSameReceipt } from '../domain/payments/receipt-spelling.js'
import type { SearchClause, PaymentSearch } from './finance-port.js'

/** Returns true where a payment with these terms meets one clause of a search. */
export function hasClause(
  payment: Payment,
  terms: ReadonlySet<string>,
  { terms: clauseTerms = [], prefixes = [], providerTransactionId }: SearchClause,
): boolean {
  if (isSameReceipt(payment.providerTransactionId, providerTransactionId)) return true
  if (clauseTerms.some((term) => terms.has(term))) return true
  return prefixes.some(({ start, part = '' }) =>
    [...terms].some((term) => term.startsWith(start) && term.slice(start.length).includes(part)),
  )
}

/** Returns true where a payment meets the conditions of a search other than its clauses and its time. */
export function matchesSearch(
  { currency, status, channel, customer }: Payment,
  search: Pick<PaymentSearch, 'currency' | 'customerId' | 'statuses' | 'channels'>,
): boolean {
  return (
    (search.currency === undefined || search.currency === currency) &&
    (search.customerId === undefined || search.customerId === customer?.id) &&
    (!search.statuses || search.statuses.includes(status)) &&
    (!search.channels || search.channels.includes(channel))
  )
}

/** Returns true where instant `a` is as near to `around` as `b`, or nearer. */
export function isNearer(a: string, b: string, around: string): boolean {
  const distance = (instant: string) => Math.abs(millisecondsOf(instant) - millisecondsOf(around))
  return distance(a) <= distance(b)
}
