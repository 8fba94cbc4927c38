/** The success of a payment: the rules that hold for every proof, a confirmation or a line of a bank's statement. */
import type { Evidence } from './event.js'
import { dayMs, isAfter, millisecondsOf } from '../instant.js'
import { duplicateReference, siblingsUnder, superseded } from './reference-policy.js'
import type { LineOfChange } from './money-of-lines.js'
import type { Instant, Payment } from './payment.js'
import { failedChange, nextVersion, type StateChange, type TransitionContext } from './state-change.js'

const maxAheadMs = dayMs
const maxBeforeCreationMs = 366 * dayMs

/**
 * Describes what is wrong with the reported time of a movement of money, or returns `null`. Years of another calendar,
 * and mistyped dates, are far from the payment's own time.
 */
export function timestampProblem(
  instant: Instant,
  { createdAt }: Pick<Payment, 'createdAt'>,
  now: Instant,
  subject: 'payment' | 'refund' = 'payment',
): string | null {
  const ms = millisecondsOf(instant)
  if (ms > millisecondsOf(now) + maxAheadMs) return 'is more than 24 hours ahead of the clock'
  const isFarBefore = ms < millisecondsOf(createdAt) - maxBeforeCreationMs
  return isFarBefore ? `is more than 366 days before the ${subject} was created` : null
}

/**
 * The most pending payments of a reference that one success fails: more of them are no repeated bill, and could not all
 * change in one write.
 */
export const maxSuperseded = 100

/** Checks whether success depends on the other payments of the reference: one of them may have been paid meanwhile. */
export function needsSiblings({ status }: Payment): boolean {
  return status === 'expired' || status === 'failed'
}

/** The proof of the money of a payment. */
interface Proof {
  paidAt: Instant
  evidence: Evidence
  providerTransactionId?: string | undefined
  /** Minor units that statements have proved, with this proof; absent: as before. */
  amountReconciled?: number
  /** The line of the proof; required together with `amountReconciled`. */
  line?: LineOfChange
}

/** Makes the changes by which a payment succeeds. The caller has decided that it may. */
export function succeed(
  payment: Payment,
  proof: Proof,
  { now, policy, siblings }: TransitionContext,
): readonly StateChange[] {
  const { paidAt, evidence, providerTransactionId, amountReconciled = payment.amountReconciled, line } = proof
  const ofPolicy = siblingsUnder(policy, payment, siblings)
  const isPaidTwice = ofPolicy.some(({ status }) => status === 'succeeded')
  const pending = policy !== 'allow' && !isPaidTwice ? ofPolicy.filter(({ status }) => status === 'pending') : []
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
        ...(isPaidTwice && { statusReason: duplicateReference }),
        ...(providerTransactionId !== undefined && { providerTransactionId }),
      },
      line,
    ),
    former: payment,
    type: 'payment.succeeded',
    previousStatus: payment.status,
    reason: isPaidTwice ? duplicateReference : null,
    evidence,
    yieldsReference,
  }
  if (yieldsReference) return [succeeded]
  // The pending payment must leave the reference before the paid payment takes it.
  return [...pending.map((holder) => failedChange(holder, superseded, now)), succeeded]
}
