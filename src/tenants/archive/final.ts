/** The rows about whose money nothing is left to decide. */
import { amountAsked } from '../../domain/payments/open-amount.js'
import { amountKeptReversed, amountKeptUnpaid, amountGivenBackUnproved } from '../../domain/payments/money-of-lines.js'
import type { Instant, Payment } from '../../domain/payments/payment.js'
import { duplicateReference } from '../../domain/payments/reference-policy.js'
import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import { type CashSession, hasUnexplainedDifference } from '../../domain/cash/session.js'
import { type AccountLine, isUncounted } from '../../domain/reconciliation/account-line.js'
import type { StoredReceipt } from '../../domain/receipts/receipt.js'
import type { Refund } from '../../domain/refunds/refund.js'
import type { Waiver } from '../../domain/waivers/waiver.js'

/** Returns true where nothing about a payment lies behind an instant. */
function isBefore(before: Instant, ...instants: readonly (Instant | null)[]): boolean {
  return instants.every((instant) => instant === null || instant < before)
}

/** Returns true for a payment of which money may still have to be given back, because another one of its reference succeeded too. */
function isPaidTwice({ status, statusReason, amountRefunded, ...payment }: Payment): boolean {
  return status === 'succeeded' && statusReason === duplicateReference && amountRefunded < amountAsked(payment)
}

/** Returns true where no money of a payment waits for a statement, a refund or a person. */
function isMoneySettled(payment: Payment): boolean {
  const { status, amountReconciled, amountRefundPending, imported } = payment
  if (isPaidTwice(payment)) return false
  if (amountRefundPending > 0 || amountGivenBackUnproved(payment) > 0) return false
  switch (status) {
    case 'pending':
      return false
    case 'succeeded':
      return amountReconciled >= amountAsked(payment) || (imported === true && amountReconciled === 0)
    case 'reversed':
      return amountKeptReversed(payment) === 0
    default:
      return amountKeptUnpaid(payment) === 0
  }
}

/** Returns true for a payment that may be moved: it is over, with all of its money, before an instant. */
export function isFinalPayment(payment: Payment, before: Instant): boolean {
  const { attemptId, createdAt, paidAt, reversedAt, canceledAt } = payment
  return attemptId === null && isBefore(before, createdAt, paidAt, reversedAt, canceledAt) && isMoneySettled(payment)
}

/** Returns true for a line whose money is allocated wholly, and that no one looks into. */
export function isFinalLine(line: AccountLine): boolean {
  return line.status === 'settled' && !line.held && !isUncounted(line)
}

export function isFinalReceipt({ issuedAt }: StoredReceipt, before: Instant): boolean {
  return isBefore(before, issuedAt)
}

/** Returns true for a refund that never paid anything, or whose payout is proved. */
export function isFinalRefund(
  { status, amount, amountReconciled, createdAt, paidAt }: Refund,
  before: Instant,
): boolean {
  if (!isBefore(before, createdAt, paidAt)) return false
  if (status === 'succeeded') return amountReconciled === amount
  return status === 'failed' || status === 'canceled'
}

export function isFinalWaiver({ status, createdAt, decidedAt, revokedAt }: Waiver, before: Instant): boolean {
  return status !== 'requested' && isBefore(before, createdAt, decidedAt, revokedAt)
}

/**
 * Returns true for an attempt that is over, and whose line and fee a statement can no longer meet: else the same money would come
 * again as a line of its own.
 */
export function isFinalAttempt(attempt: StoredAttempt, before: Instant): boolean {
  const { status, receipt, metBy, feeKey, feeMetBy, createdAt, nextCheckAt, pollAt, wokenAt } = attempt
  if (!isBefore(before, createdAt) || nextCheckAt !== null || pollAt !== null || wokenAt !== null) return false
  if (status === 'failed') return true
  const isMet = receipt === 'proved' || metBy !== null
  return status === 'paid' && isMet && (feeKey === null || feeMetBy !== null || receipt === 'proved')
}

/** Returns true for a session that is closed, and whose differences have their reasons. */
export function isFinalSession(session: CashSession, before: Instant): boolean {
  return session.status === 'closed' && !hasUnexplainedDifference(session) && session.closedAt! < before
}
