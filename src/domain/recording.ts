/** A statement line's money recorded on payments: the steps that a match comes to. */
import type { Evidence } from './event.js'
import type { Match } from './matching.js'
import type { Instant, Payment } from './payment.js'
import type { StatementLine } from './statement.js'
import { type Decision, nextVersion, type Step, type Surroundings } from './step.js'
import { implausibility, needsSiblings, succeed } from './success.js'
import { isPossibleReference } from './text.js'

/** The line, and how the history will know it. */
interface ProvedBy {
  line: StatementLine
  source: string
  lineKey: string
  /** The start of a calendar day of the hospital. */
  startOfDay(day: string): Instant
}

/** `problem`: the line's own time cannot be true of a payment that it would confirm. */
type Recording = { steps: Decision } | { problem: string }

/** The time of the money: as the line tells it, else the start of its value date, but never before it was asked for. */
function paidAtOf({ line, startOfDay }: ProvedBy, { createdAt }: Payment): Instant {
  if (line.bookedAt !== undefined) return line.bookedAt
  const start = startOfDay(line.valueDate)
  return start > createdAt ? start : createdAt
}

function reconciledStep(
  payment: Payment,
  amount: number,
  evidence: Evidence,
  { now, isContested }: { now: Instant; isContested: boolean },
): Step {
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

interface LineSurroundings extends Omit<Surroundings, 'siblings'> {
  /** The other payments of a payment's reference. */
  siblingsOf(payment: Payment): readonly Payment[]
  /** References of which another payment was found to be the live one. */
  contested: ReadonlySet<string>
}

export function record(
  { outcome, shares }: Match,
  proof: ProvedBy,
  { now, policy, siblingsOf, contested }: LineSurroundings,
): Recording {
  const { line, source, lineKey } = proof
  const { row, valueDate } = line
  const transaction = line.providerTransactionId
  const isStorable = transaction !== undefined && isPossibleReference(transaction)
  const steps: Step[] = []
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
      steps.push(reconciledStep(payment, amount, evidence, { now, isContested }))
      continue
    }
    const paidAt = paidAtOf(proof, payment)
    const problem = implausibility(paidAt, payment, now)
    if (problem !== null) return { problem: `${line.bookedAt === undefined ? 'valueDate' : 'bookedAt'} ${problem}` }
    const isItsOwn = isStorable && shares.length === 1 && payment.providerTransactionId === undefined
    const siblings = isContested || needsSiblings(payment) ? siblingsOf(payment) : []
    const success = succeed(
      payment,
      {
        paidAt,
        evidence,
        providerTransactionId: isItsOwn ? transaction : undefined,
        amountReconciled: payment.amountReconciled + amount,
      },
      { now, policy, siblings },
    )
    steps.push(...success)
  }
  return { steps }
}
