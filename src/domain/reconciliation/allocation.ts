/** The allocation of a statement line's money to payments: the state changes of a match. */
import type { Evidence } from '../payments/event.js'
import { liveReference } from '../payments/reference-policy.js'
import type { Match } from './matching.js'
import { openAmount } from '../payments/open-amount.js'
import type { LineOfChange } from '../payments/money-of-lines.js'
import type { Instant, Payment } from '../payments/payment.js'
import type { StatementLine } from './statement-line.js'
import { nextVersion, reversedChange, type StateChange, type TransitionContext } from '../payments/state-change.js'
import { timestampProblem, needsSiblings, succeed } from '../payments/success.js'
import { isPossibleReference } from '../text.js'

/** The line of a proof, with the facts that the history keeps of it. */
export interface ProvedBy {
  line: Pick<StatementLine, 'row' | 'valueDate' | 'bookedAt' | 'providerTransactionId'>
  account: string
  lineKey: string
  /** Returns the start of a calendar day of the hospital. */
  startOfDay(day: string): Instant
}

/** A part of a line's money for a payment. */
export type PaymentAllocation = Match['allocations'][number] & {
  /** Minor units of it that never came: a category below 0 settles them. */
  readonly writtenOff?: number
}

/**
 * The changes of payments by a line. `problem`: the line's own time cannot be true of a payment that it would confirm.
 */
export type Allocated = { changes: readonly StateChange[] } | { problem: string }

/** Returns the time of the money: the line's own, else the start of its value date, but never before `earliest`. */
export function timeOf({ line, startOfDay }: ProvedBy, earliest: Instant): Instant {
  if (line.bookedAt !== undefined) return line.bookedAt
  const start = startOfDay(line.valueDate)
  return start > earliest ? start : earliest
}

function paidAtOf(proof: ProvedBy, { createdAt }: Payment): Instant {
  return timeOf(proof, createdAt)
}

function reversedAtOf(proof: ProvedBy, { createdAt, paidAt }: Payment): Instant {
  return timeOf(proof, paidAt ?? createdAt)
}

/** Checks that the money confirms the payment: it is all of the open amount of a payment that has not succeeded. */
function isConfirmedBy({ payment, amount }: PaymentAllocation): boolean {
  return payment.status !== 'succeeded' && amount === openAmount(payment)
}

/**
 * Describes what is wrong with the line's time for a payment that its money confirms, or that it reverses; `null` where
 * nothing is.
 */
export function timeProblem(
  proof: ProvedBy,
  allocation: PaymentAllocation,
  now: Instant,
  isDebit = false,
): string | null {
  if (!isDebit && !isConfirmedBy(allocation)) return null
  const { payment } = allocation
  const at = isDebit ? reversedAtOf(proof, payment) : paidAtOf(proof, payment)
  const problem = timestampProblem(at, payment, now)
  return problem && `${proof.line.bookedAt === undefined ? 'valueDate' : 'bookedAt'} ${problem}`
}

/** Returns the line's receipt where a payment can have it; other texts stay in the file. */
function receiptOf({ line }: Pick<ProvedBy, 'line'>): string | null {
  const { providerTransactionId } = line
  return providerTransactionId !== undefined && isPossibleReference(providerTransactionId)
    ? providerTransactionId
    : null
}

/** Makes the evidence of the line for a payment's history. */
export function evidenceOf(proof: Omit<ProvedBy, 'startOfDay'>, amount: number): Evidence {
  const { line, account, lineKey } = proof
  const { row, valueDate } = line
  return { kind: 'statement', account, lineKey, row, valueDate, amount, providerTransactionId: receiptOf(proof) }
}

/** The references whose live payment is another one. */
interface ContestedReferences {
  /**
   * References of which another payment is the live one: a payment that changes and keeps its status gives its
   * reference up.
   */
  contested: ReadonlySet<string>
}

/**
 * Makes the change of a payment by which `sum` is the amount that statements have proved. The status of the payment
 * stays, and the reason for it.
 */
export function reconciledChange(
  payment: Payment,
  sum: number,
  type: 'payment.reconciled' | 'payment.unreconciled',
  { evidence, line, reason = null }: { evidence: Evidence; line: LineOfChange; reason?: string | null },
  { now, contested }: { now: Instant } & ContestedReferences,
): StateChange {
  const { statusReason } = payment
  const changes = { amountReconciled: sum, ...(statusReason !== undefined && { statusReason }) }
  return {
    payment: nextVersion(payment, now, changes, line),
    former: payment,
    type,
    previousStatus: payment.status,
    reason,
    evidence,
    yieldsReference: contested.has(payment.reference),
  }
}

export interface LineContext extends Omit<TransitionContext, 'siblings'>, ContestedReferences {
  /** Returns the other payments of a payment's reference, as far as its success depends on them. */
  siblingsOf(payment: Payment): readonly Payment[]
  /** Checks whether another payment of its channel has the line's receipt. */
  isReceiptTaken(payment: Payment): boolean
}

/** Returns true where the success of a payment depends on others of its reference. */
export function dependsOnSiblings(payment: Payment, policy: LineContext['policy']): boolean {
  return policy !== 'allow' || needsSiblings(payment)
}

/**
 * Returns the payments on which a success depends. The index of live references is no help here: a preview does not see
 * it, and payments from before `one-live` are not in it. So every payment counts that may have the reference.
 */
export function siblingsFor(
  payment: Payment,
  { policy, siblingsOf }: Pick<LineContext, 'policy' | 'siblingsOf'>,
  asAfter: (payment: Payment) => Payment = (other) => other,
): readonly Payment[] {
  if (!dependsOnSiblings(payment, policy)) return []
  const siblings = siblingsOf(payment).map(asAfter)
  return needsSiblings(payment) ? siblings : siblings.filter((other) => liveReference(other, policy) !== null)
}

/**
 * Tracks the payments of one reference that change in one write: each counts as it is after its change, and a pending
 * payment that is still to be confirmed counts as paid, because it has the reference already.
 */
function paidTogether(allocations: readonly PaymentAllocation[]) {
  const after = new Map<string, Payment>()
  if (allocations.length > 1) {
    for (const allocation of allocations) {
      const { payment } = allocation
      if (payment.status === 'pending' && isConfirmedBy(allocation))
        after.set(payment.id, { ...payment, status: 'succeeded' })
    }
  }
  return {
    put: (payment: Payment) => allocations.length > 1 && after.set(payment.id, payment),
    of: (payment: Payment) => after.get(payment.id) ?? payment,
  }
}

/**
 * Allocates a line's money to payments. `givesReceipt` is true where a payment that the line confirms gets the line's
 * receipt, if no other payment has it.
 */
export function allocateToPayments(
  allocations: readonly PaymentAllocation[],
  proof: ProvedBy,
  context: LineContext,
  givesReceipt: boolean,
): Allocated {
  const { now, policy } = context
  const changes: StateChange[] = []
  const together = paidTogether(allocations)
  for (const allocation of allocations) {
    const { payment, amount, writtenOff } = allocation
    const line = { lineKey: proof.lineKey, writtenOff }
    const evidence = evidenceOf(proof, amount)
    const sum = payment.amountReconciled + amount
    if (!isConfirmedBy(allocation)) {
      changes.push(reconciledChange(payment, sum, 'payment.reconciled', { evidence, line }, context))
      continue
    }
    const problem = timeProblem(proof, allocation, now)
    if (problem !== null) return { problem }
    const receipt = receiptOf(proof)
    const mayTake = givesReceipt && payment.providerTransactionId === undefined
    const takesReceipt = receipt !== null && mayTake && !context.isReceiptTaken(payment)
    const success = succeed(
      payment,
      {
        paidAt: paidAtOf(proof, payment),
        evidence,
        providerTransactionId: takesReceipt ? receipt : undefined,
        amountReconciled: sum,
        line,
      },
      { now, policy, siblings: siblingsFor(payment, context, together.of) },
    )
    for (const change of success) {
      changes.push(change)
      together.put(change.payment)
    }
  }
  return { changes }
}

/**
 * Allocates a line's money as a rule decided; a line with one allocation gives its receipt to the payment that it
 * confirms.
 */
export function allocate(
  { allocations }: Pick<Match, 'allocations'>,
  proof: ProvedBy,
  context: LineContext,
): Allocated {
  return allocateToPayments(allocations, proof, context, allocations.length === 1)
}

/** Reverses whole payments whose money went out again; the money that statements had proved of them stays. */
export function reverseByDebit(
  allocations: readonly PaymentAllocation[],
  proof: ProvedBy,
  reason: string,
  now: Instant,
): readonly StateChange[] {
  return allocations.map(({ payment, amount }) =>
    reversedChange(payment, { reason, reversedAt: reversedAtOf(proof, payment) }, now, evidenceOf(proof, amount)),
  )
}
