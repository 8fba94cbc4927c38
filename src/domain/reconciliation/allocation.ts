/** A statement line's money allocated to payments: the state changes that a match comes to. */
import type { Evidence } from '../payments/event.js'
import { liveReference } from '../payments/reference-policy.js'
import type { Match } from './matching.js'
import type { Instant, Payment } from '../payments/payment.js'
import type { StatementLine } from './statement-line.js'
import { nextVersion, type StateChange, type TransitionContext } from '../payments/state-change.js'
import { timestampProblem, needsSiblings, succeed } from '../payments/success.js'
import { isPossibleReference } from '../text.js'

/** The line, and what the history keeps of it. */
interface ProvedBy {
  line: StatementLine
  source: string
  lineKey: string
  /** The start of a calendar day of the hospital. */
  startOfDay(day: string): Instant
}

/** `problem`: the line's own time cannot be true of a payment that it would confirm. */
type Allocated = { changes: readonly StateChange[] } | { problem: string }

/** The time of the money: the line's own, else the start of its value date, but never before it was asked for. */
function paidAtOf({ line, startOfDay }: ProvedBy, { createdAt }: Payment): Instant {
  if (line.bookedAt !== undefined) return line.bookedAt
  const start = startOfDay(line.valueDate)
  return start > createdAt ? start : createdAt
}

function reconciledChange(
  payment: Payment,
  amount: number,
  evidence: Evidence,
  { now, isContested }: { now: Instant; isContested: boolean },
): StateChange {
  const { statusReason } = payment
  return {
    payment: nextVersion(payment, now, {
      amountReconciled: payment.amountReconciled + amount,
      ...(statusReason !== undefined && { statusReason }),
    }),
    type: 'payment.reconciled',
    previousStatus: payment.status,
    reason: null,
    evidence,
    yieldsReference: isContested,
  }
}

interface LineContext extends Omit<TransitionContext, 'siblings'> {
  /** The other payments of a payment's reference, as far as its success depends on them. */
  siblingsOf(payment: Payment): readonly Payment[]
  /** References of which another payment was found to be the live one: a payment that stays as it is goes on without. */
  contested: ReadonlySet<string>
}

/**
 * The payments on which a success depends. Which of them holds the reference stands in an index that a preview does not
 * see, and that payments from before `one-live` are not in: what counts is which of them may hold it.
 */
function siblingsFor(payment: Payment, { policy, siblingsOf }: LineContext): readonly Payment[] {
  if (needsSiblings(payment)) return siblingsOf(payment)
  if (policy === 'allow') return []
  return siblingsOf(payment).filter((other) => liveReference(other, policy) !== null)
}

export function allocate({ outcome, shares }: Match, proof: ProvedBy, context: LineContext): Allocated {
  const { now, policy, contested } = context
  const { line, source, lineKey } = proof
  const { row, valueDate } = line
  const transaction = line.providerTransactionId
  const isStorable = transaction !== undefined && isPossibleReference(transaction)
  const changes: StateChange[] = []
  for (const { payment, amount } of shares) {
    const isContested = contested.has(payment.reference)
    const evidence: Evidence = {
      kind: 'statement',
      source,
      lineKey,
      row,
      valueDate,
      amount,
      providerTransactionId: isStorable ? transaction : null,
    }
    if (outcome !== 'confirmed' || payment.status === 'succeeded') {
      changes.push(reconciledChange(payment, amount, evidence, { now, isContested }))
      continue
    }
    const paidAt = paidAtOf(proof, payment)
    const problem = timestampProblem(paidAt, payment, now)
    if (problem !== null) return { problem: `${line.bookedAt === undefined ? 'valueDate' : 'bookedAt'} ${problem}` }
    const isItsOwn = isStorable && shares.length === 1 && payment.providerTransactionId === undefined
    const success = succeed(
      payment,
      {
        paidAt,
        evidence,
        providerTransactionId: isItsOwn ? transaction : undefined,
        amountReconciled: payment.amountReconciled + amount,
      },
      { now, policy, siblings: siblingsFor(payment, context) },
    )
    for (const change of success) changes.push(change)
  }
  return { changes }
}
