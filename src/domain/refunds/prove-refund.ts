/** What statement lines prove of refunds: a debit pays one out, a credit brings it back. */
import type { Evidence } from '../payments/event.js'
import type { Instant } from '../payments/payment.js'
import { timestampProblem } from '../payments/success.js'
import { evidenceOf, type ProvedBy, timeOf } from '../reconciliation/allocation.js'
import type { Refund } from './refund.js'
import { changedRefund, nextRefund, type RefundNow, type RefundWrite, refundWrite } from './refund-change.js'

/** `statusReason`, in events, of a refund whose payout came back by a credit, where the caller gives no reason. */
export const payoutReturned = 'payout_returned'

/** `reason` of the event of a refund whose proof, or whose return, was taken back. */
export const payoutUndone = 'match_undone'

/** What a debit may still prove of it. */
export function openForDebit({ status, amount, amountReconciled }: Refund): number {
  const isPossible = status === 'pending' || status === 'succeeded'
  return isPossible ? amount - amountReconciled : 0
}

/** Whether its payout may have come back: no credit has brought it yet. */
export function mayComeBack({ status, returnedBy }: Refund): boolean {
  return (status === 'succeeded' || status === 'failed') && returnedBy === null
}

function paidAtOf(proof: ProvedBy, { createdAt }: Refund): Instant {
  return timeOf(proof, createdAt)
}

/** What is wrong with the line's time for a refund that it pays out, or `null`. */
export function payoutTimeProblem(proof: ProvedBy, refund: Refund, now: Instant): string | null {
  if (refund.status !== 'pending') return null
  const problem = timestampProblem(paidAtOf(proof, refund), refund, now, 'refund')
  return problem && `${proof.line.bookedAt === undefined ? 'valueDate' : 'bookedAt'} ${problem}`
}

/**
 * A debit pays the refund out, or proves a payout that was reported: the money went out on one of the two occasions only.
 * `givesReceipt`: the refund is the only one of the debit, and no other has its receipt.
 */
export function paidByDebit(
  { refund, origin }: RefundNow,
  proof: ProvedBy,
  { now, givesReceipt }: { now: Instant; givesReceipt: boolean },
): RefundWrite {
  const evidence = evidenceOf(proof, refund.amount)
  const receipt = evidence.providerTransactionId
  const isItsOwn = givesReceipt && receipt !== null && refund.providerTransactionId === undefined
  const changes: Partial<Refund> = {
    status: 'succeeded',
    paidAt: refund.paidAt ?? paidAtOf(proof, refund),
    amountReconciled: refund.amount,
    ...(isItsOwn && { providerTransactionId: receipt }),
  }
  return changedRefund(refund, origin, changes, { now, evidence })
}

/**
 * The whole payout came back by a credit, of which the failure may have been reported before. What the debit proved stays
 * proved.
 */
export function returnedByCredit(
  { refund, origin }: RefundNow,
  proof: ProvedBy,
  { reason = payoutReturned, now }: { reason?: string | undefined; now: Instant },
): RefundWrite {
  const evidence = evidenceOf(proof, refund.amount)
  return changedRefund(refund, origin, { status: 'failed', returnedBy: proof.lineKey }, { now, reason, evidence })
}

/** The credit that brought the payout back is undone: another may. The refund stays failed, for its money may be taken again. */
export function returnTakenBack({ refund, origin }: RefundNow, evidence: Evidence, now: Instant): RefundWrite {
  return changedRefund(refund, origin, { returnedBy: null }, { now, reason: payoutUndone, evidence })
}

/**
 * The debit that proved the payout is undone. One that this debit paid out waits for its payout again; one that was reported
 * before, or came back since, stays what it is. `success` is the evidence on which it succeeded last.
 */
export function payoutTakenBack(
  { refund, origin }: RefundNow,
  { lineKey, success, evidence }: { lineKey: string; success: Evidence | null; evidence: Evidence },
  now: Instant,
): RefundWrite {
  const isOfLine = success?.kind === 'statement' && success.lineKey === lineKey
  const report = { now, reason: payoutUndone, evidence }
  // A receipt that a report gave stays; the line's own goes with it, whoever reported the payout.
  const hasReceipt =
    evidence.providerTransactionId !== null && refund.providerTransactionId === evidence.providerTransactionId
  const isReported = success?.kind === 'confirmation' && success.providerTransactionId === refund.providerTransactionId
  const { providerTransactionId, ...bare } = refund
  const keepsReceipt = providerTransactionId !== undefined && (!hasReceipt || isReported)
  const kept: Refund = keepsReceipt ? { ...bare, providerTransactionId } : bare
  const isPaidByLine = refund.status === 'succeeded' && isOfLine
  const next = nextRefund(kept, now, {
    amountReconciled: 0,
    ...(isPaidByLine && { status: 'pending' as const, paidAt: null }),
  })
  return refundWrite(next, refund.status, origin, report)
}
