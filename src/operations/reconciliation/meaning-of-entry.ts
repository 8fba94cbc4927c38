/** The meaning of a line for all that it may name: one that pays an attempt is decided as the money of the attempt is. */
import { matchOfAttempt } from '../../domain/attempts/paid-line.js'
import { type Candidates, matchLine } from '../../domain/reconciliation/matching.js'
import { type LineMeaning, meaningOf, type NamedRefunds } from '../../domain/reconciliation/refund-matching.js'
import type { ReadLine } from './batches.js'
import type { View } from './view.js'

export function meaningOfEntry(
  view: View,
  entry: ReadLine,
  candidates: Candidates,
  refunds: NamedRefunds,
): LineMeaning {
  const attempt = view.met.attemptPaidBy(entry)
  const payment = attempt && candidates.payments.find(({ id }) => id === attempt.paymentId)
  const match = payment && matchOfAttempt(payment, entry.line)
  if (match) return { rule: candidates.rule, match, pays: null }
  const matched = { match: matchLine(entry.line, candidates), rule: candidates.rule }
  return meaningOf(entry.line, matched, refunds, view.transitsOf(entry))
}
