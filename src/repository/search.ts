import { millisecondsOf } from '../domain/instant.js'
import type { Payment } from '../domain/payments/payment.js'
import { isSameReceipt } from '../domain/payments/receipt-spelling.js'
import type { SearchClause, PaymentSearch } from './finance-port.js'

/** Whether a payment with these terms is what one clause of a search asks for. */
export function hasClause(
  payment: Payment,
  terms: ReadonlySet<string>,
  { terms: wanted = [], prefixes = [], providerTransactionId }: SearchClause,
): boolean {
  if (isSameReceipt(payment.providerTransactionId, providerTransactionId)) return true
  if (wanted.some((term) => terms.has(term))) return true
  return prefixes.some(({ start, part = '' }) =>
    [...terms].some((term) => term.startsWith(start) && term.slice(start.length).includes(part)),
  )
}

/** Whether a payment meets what a search asks for beside its clauses and its time. */
export function isFound(
  { currency, status, channel }: Payment,
  wanted: Pick<PaymentSearch, 'currency' | 'statuses' | 'channels'>,
): boolean {
  return (
    (wanted.currency === undefined || wanted.currency === currency) &&
    (!wanted.statuses || wanted.statuses.includes(status)) &&
    (!wanted.channels || wanted.channels.includes(channel))
  )
}

/** Whether instant `a` is as near to `around` as `b`, or nearer. */
export function isNearer(a: string, b: string, around: string): boolean {
  const distance = (instant: string) => Math.abs(millisecondsOf(instant) - millisecondsOf(around))
  return distance(a) <= distance(b)
}
