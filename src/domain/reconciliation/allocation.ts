/** A statement line's money allocated to payments: the state changes that a match comes to. */
import type { Evidence } from '../payments/event.js'
import { liveReference } from '../payments/reference-policy.js'
import { type Match, openAmount } from './matching.js'
import type { LineOfChange } from '../payments/money-of-lines.js'
import type { Instant, Payment } from '../payments/payment.js'
import type { StatementLine } from './statement-line.js'
import { nextVersion, reversedChange, type StateChange, type TransitionContext } from '../payments/state-change.js'
import { timestampProblem, needsSiblings, succeed } from '../payments/success.js'
import { isPossibleReference } from '../text.js'

/** The line, and what the history keeps of it. */
export interface ProvedBy {
  line: Pick<StatementLine, 'row' | 'valueDate' | 'bookedAt' | 'providerTransactionId'>
  account: string
  lineKey: string
  /** The start of a calendar day of the hospital. */
  startOfDay(day: string): Instant
}

/** A part of a line's money for a payment. */
export type PaymentAllocation = Match['allocations'][number] & {
  /** Minor units of it that never came: a category below 0 settles them. */
  readonly writtenOff?: number
}

/** `problem`: the line's own time cannot be true of a payment that it would confirm. */
export type Allocated = { changes: readonly StateChange[] } | { problem: string }

/** The time of the money: the line's own, else the start of its value date, but never before what must come first. */
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

/** Whether the money confirms the payment: all of what is open of one that has not succeeded. */
export function isConfirmedBy({ payment, amount }: PaymentAllocation): boolean {
  return payment.status !== 'succeeded' && amount === openAmount(payment)
}

/** What is wrong with the line's time for a payment that its money confirms, or that it reverses. */
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

/** What a payment may take of the line's receipt: texts that no payment can have stay in the file. */
function receiptOf({ line }: Pick<ProvedBy, 'line'>): string | null {
  const { providerTransactionId } = line
  return providerTransactionId !== undefined && isPossibleReference(providerTransactionId)
    ? providerTransactionId
    : null
}

/** What a payment's history keeps of the line. */
export function evidenceOf(proof: Omit<ProvedBy, 'startOfDay'>, amount: number): Evidence {
  const { line, account, lineKey } = proof
  const { row, valueDate } = line
  return { kind: 'statement', account, lineKey, row, valueDate, amount, providerTransactionId: receiptOf(proof) }
}

/** What is known of the references that payments hold. */
interface ContestedReferences {
  /** References of which another payment was found to be the live one: a payment that stays as it is goes on without. */
  contested: ReadonlySet<string>
}

/** `sum` is what statements have proved of the payment after the change; its status stays, and the reason for it. */
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
  /** The other payments of a payment's reference, as far as its success depends on them. */
  siblingsOf(payment: Payment): readonly Payment[]
  /** Whether another payment of its channel has the line's receipt. */
  isReceiptTaken(payment: Payment): boolean
}

/**
 * The payments on which a success depends. Which of them holds the reference stands in an index that a preview does not
 * see, and that payments from before `one-live` are not in: what counts is which of them may hold it.
 */
function siblingsFor(
  payment: Payment,
  { policy, siblingsOf }: LineContext,
  asAfter: (payment: Payment) => Payment,
): readonly Payment[] {
  if (needsSiblings(payment)) return siblingsOf(payment).map(asAfter)
  if (policy === 'allow') return []
  return siblingsOf(payment)
    .map(asAfter)
    .filter((other) => liveReference(other, policy) !== null)
}

/**
 * Payments of one reference in one write: those that were changed before count as they are then, and a pending one that
 * is still to be confirmed counts as paid, for it holds the reference already.
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

/** `givesReceipt`: whether a payment that the line confirms takes the line's receipt, where that is free. */
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
    const isItsOwn = receipt !== null && mayTake && !context.isReceiptTaken(payment)
    const success = succeed(
      payment,
      {
        paidAt: paidAtOf(proof, payment),
        evidence,
        providerTransactionId: isItsOwn ? receipt : undefined,
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

/** What a rule's allocations come to: a line that alone confirms one payment gives it the receipt. */
export function allocate(
  { allocations }: Pick<Match, 'allocations'>,
  proof: ProvedBy,
  context: LineContext,
): Allocated {
  return allocateToPayments(allocations, proof, context, allocations.length === 1)
}

/** The money of whole payments went out again; what statements had proved of them stays. */
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
