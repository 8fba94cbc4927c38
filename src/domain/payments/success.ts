/** A payment succeeds: the rules that hold whoever proves it, a confirmation or a line of a bank's statement. */
import type { Evidence } from './event.js'
import { dayMs, isAfter, millisecondsOf } from '../instant.js'
import { duplicateReference, superseded } from './reference-policy.js'
import type { LineOfChange } from './money-of-lines.js'
import type { Instant, Payment } from './payment.js'
import { failedChange, nextVersion, type StateChange, type TransitionContext } from './state-change.js'

const maxAheadMs = dayMs
const maxBeforeCreationMs = 366 * dayMs

/**
 * What is wrong with the time at which money is said to have moved, or `null`. Years of another calendar, and dates
 * typed wrongly, land far from the payment's own time.
 */
export function timestampProblem(
  instant: Instant,
  { createdAt }: Pick<Payment, 'createdAt'>,
  now: Instant,
  of: 'payment' | 'refund' = 'payment',
): string | null {
  const ms = millisecondsOf(instant)
  if (ms > millisecondsOf(now) + maxAheadMs) return 'is more than 24 hours ahead of the clock'
  const isFarBefore = ms < millisecondsOf(createdAt) - maxBeforeCreationMs
  return isFarBefore ? `is more than 366 days before the ${of} was created` : null
}

/** More pending payments of one reference are no bill that was asked for again, and could not all change in one write. */
export const maxSuperseded = 100

/** Whether success must know the other payments of the reference: one of them may have been paid meanwhile. */
export function needsSiblings({ status }: Payment): boolean {
  return status === 'expired' || status === 'failed'
}

/** What is known of the money. */
export interface Proof {
  paidAt: Instant
  evidence: Evidence
  providerTransactionId?: string | undefined
  /** What statements have proved, this one included; left out: as before. */
  amountReconciled?: number
  /** Required where `amountReconciled` is given. */
  line?: LineOfChange
}

/** The payment succeeds; whether it may is decided before. */
export function succeed(
  payment: Payment,
  proof: Proof,
  { now, policy, siblings }: TransitionContext,
): readonly StateChange[] {
  const { paidAt, evidence, providerTransactionId, amountReconciled = payment.amountReconciled, line } = proof
  const paidTwice = siblings.some(({ status }) => status === 'succeeded')
  const pending = policy === 'one-live' && !paidTwice ? siblings.filter(({ status }) => status === 'pending') : []
  const yieldsReference = pending.length > maxSuperseded
  const succeeded: StateChange = {
    payment: nextVersion(
      payment,
      now,
      {
        status: 'succeeded',
        paidAt,
        late: payment.expiresAt !== null && isAfter(paidAt, payment.expiresAt),
        amountReconciled,
        ...(paidTwice && { statusReason: duplicateReference }),
        ...(providerTransactionId !== undefined && { providerTransactionId }),
      },
      line,
    ),
    former: payment,
    type: 'payment.succeeded',
    previousStatus: payment.status,
    reason: paidTwice ? duplicateReference : null,
    evidence,
    yieldsReference,
  }
  if (yieldsReference) return [succeeded]
  // The pending one lets go of the reference before the paid one takes it.
  return [...pending.map((holder) => failedChange(holder, superseded, now)), succeeded]
}
