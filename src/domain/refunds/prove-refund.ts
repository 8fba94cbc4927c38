/** The proofs of refunds by statement lines: a debit pays a refund out, a credit brings it back. */
import type { Evidence } from '../payments/event.js'
import type { Instant } from '../payments/payment.js'
import { timestampProblem } from '../payments/success.js'
import { evidenceOf, type ProvedBy, timeOf } from '../reconciliation/allocation.js'
import type { Refund } from './refund.js'
import { changedRefund, nextRefund, type RefundNow, type RefundWrite, refundWrite } from './refund-change.js'

/** `statusReason`, in events, of a refund whose payout came back by a credit, where the caller gives no reason. */
const payoutReturned = 'payout_returned'

/** `reason` of the event of a refund whose proof, or whose return, was taken back. */
const payoutUndone = 'match_undone'

/** Returns the minor units of a refund that a debit may still prove; 0 where its status allows none. */
export function openForDebit({ status, amount, amountReconciled }: Refund): number {
  const isPossible = status === 'pending' || status === 'succeeded'
  return isPossible ? amount - amountReconciled : 0
}

/**
 * Checks that the payout of a refund may have come back: it was paid out or failed, and no credit has brought it back
 * yet.
 */
export function mayComeBack({ status, returnedBy }: Refund): boolean {
  return (status === 'succeeded' || status === 'failed') && returnedBy === null
}

function paidAtOf(proof: ProvedBy, { createdAt }: Refund): Instant {
  return timeOf(proof, createdAt)
}

/** Describes what is wrong with a line's time for a refund that the line pays out, or returns `null`. */
export function payoutTimeProblem(proof: ProvedBy, refund: Refund, now: Instant): string | null {
  if (refund.status !== 'pending') return null
  const problem = timestampProblem(paidAtOf(proof, refund), refund, now, 'refund')
  return problem && `${proof.line.bookedAt === undefined ? 'valueDate' : 'bookedAt'} ${problem}`
}

/**
 * Marks a refund as paid out by a debit, or proves by it a payout that was reported before; the money went out only
 * once. `givesReceipt` is true where the refund is the only one of the debit, and no other refund has its receipt.
 */
export function paidByDebit(
  { refund, origin }: RefundNow,
  proof: ProvedBy,
  { now, givesReceipt }: { now: Instant; givesReceipt: boolean },
): RefundWrite {
  const evidence = evidenceOf(proof, refund.amount)
  const receipt = evidence.providerTransactionId
  const isReceiptOfRefund = givesReceipt && receipt !== null && refund.providerTransactionId === undefined
  const changes: Partial<Refund> = {
    status: 'succeeded',
    paidAt: refund.paidAt ?? paidAtOf(proof, refund),
    amountReconciled: refund.amount,
    ...(isReceiptOfRefund && { providerTransactionId: receipt }),
  }
  return changedRefund(refund, origin, changes, { now, evidence })
}

/**
 * Marks a refund as failed because a credit brought the whole payout back; the failure may have been reported before.
 * The proof by a debit stays.
 */
export function returnedByCredit(
  { refund, origin }: RefundNow,
  proof: ProvedBy,
  { reason = payoutReturned, now }: { reason?: string | undefined; now: Instant },
): RefundWrite {
  const evidence = evidenceOf(proof, refund.amount)
  return changedRefund(refund, origin, { status: 'failed', returnedBy: proof.lineKey }, { now, reason, evidence })
}

/**
 * Takes back that a credit brought the payout back, so that another credit may. The refund stays failed, because its
 * money may be in use again.
 */
export function returnTakenBack({ refund, origin }: RefundNow, evidence: Evidence, now: Instant): RefundWrite {
  return changedRefund(refund, origin, { returnedBy: null }, { now, reason: payoutUndone, evidence })
}

/**
 * Takes back the proof of a payout by a debit. A refund that this debit paid out is `pending` again; a refund that was
 * reported as paid before, or that came back since, keeps its status. `success` is the evidence of its last success.
 */
export function payoutTakenBack(
  { refund, origin }: RefundNow,
  { lineKey, success, evidence }: { lineKey: string; success: Evidence | null; evidence: Evidence },
  now: Instant,
): RefundWrite {
  const isOfLine = success?.kind === 'statement' && success.lineKey === lineKey
  const report = { now, reason: payoutUndone, evidence }
  // A receipt of a report stays; the receipt of the line goes with the line, whoever reported the payout.
  const hasReceipt =
    evidence.providerTransactionId !== null && refund.providerTransactionId === evidence.providerTransactionId
  const isReported = success?.kind === 'confirmation' && success.providerTransactionId === refund.providerTransactionId
  const { providerTransactionId, ...withoutReceipt } = refund
  const keepsReceipt = providerTransactionId !== undefined && (!hasReceipt || isReported)
  const refundWithoutProof: Refund = keepsReceipt ? { ...withoutReceipt, providerTransactionId } : withoutReceipt
  const isPaidByLine = refund.status === 'succeeded' && isOfLine
  const next = nextRefund(refundWithoutProof, now, {
    amountReconciled: 0,
    ...(isPaidByLine && { status: 'pending' as const, paidAt: null }),
  })
  return refundWrite(next, refund.status, origin, report)
}
