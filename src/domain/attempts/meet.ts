/** The versions of attempts whose money a record of a statement proves, or pays. */
import type { Instant } from '../payments/payment.js'
import { foldedReceipt } from '../payments/receipt-spelling.js'
import type { StatementLine } from '../reconciliation/statement-line.js'
import type { StoredAttempt } from './attempt.js'
import { noMorePolls } from './polls.js'

function receiptKeyOf({ providerTransactionId }: StatementLine): string | null {
  return providerTransactionId === undefined ? null : foldedReceipt(providerTransactionId)
}

/** Makes the version of an attempt whose line a record met; `null` where the record brings nothing that is not known. */
export function metAttempt(
  attempt: StoredAttempt,
  { record, key, isHint }: { readonly record: StatementLine; readonly key: string; readonly isHint: boolean },
  now: Instant,
): StoredAttempt | null {
  const receiptKey = receiptKeyOf(record)
  const next = { ...attempt, updatedAt: now, version: attempt.version + 1 }
  if (attempt.metBy === key || attempt.receipt === 'proved') return null
  if (isHint) return attempt.receipt === 'none' && receiptKey !== null ? { ...next, receipt: 'hint', receiptKey } : null
  // A record without a receipt that has met the line before meets it again by its key, and one with a receipt by that.
  return { ...next, metBy: attempt.metBy ?? key, ...(receiptKey !== null && { receipt: 'proved', receiptKey }) }
}

/** Makes the version of an attempt whose fee a debit met; `null` where it had met it before, or only a hint reports it. */
export function metFee(
  attempt: StoredAttempt,
  { key, isHint }: { readonly key: string; readonly isHint: boolean },
  now: Instant,
): StoredAttempt | null {
  if (isHint || attempt.feeMetBy !== null) return null
  return { ...attempt, feeMetBy: key, updatedAt: now, version: attempt.version + 1 }
}

/** Makes the version of an attempt that a line of a statement pays, whatever its state was: the line has its code. */
export function attemptPaidBy(
  attempt: StoredAttempt,
  { record, lineKey, key }: { readonly record: StatementLine; readonly lineKey: string; readonly key: string },
  now: Instant,
): StoredAttempt {
  const receiptKey = receiptKeyOf(record)
  return {
    ...attempt,
    ...noMorePolls(attempt),
    status: 'paid',
    failure: null,
    lineKey,
    metBy: key,
    receipt: receiptKey === null ? 'none' : 'proved',
    receiptKey,
    phone: null,
    events: attempt.events + 1,
    updatedAt: now,
    version: attempt.version + 1,
  }
}
