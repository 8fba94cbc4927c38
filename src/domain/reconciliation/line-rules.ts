/** What the rules make of a line: a new one is stored with its allocations, an open one is decided anew. */
import type { Instant } from '../payments/payment.js'
import { paidByDebit, payoutTimeProblem } from '../refunds/prove-refund.js'
import type { RefundChange, RefundNow } from '../refunds/refund-change.js'
import { allocate, type Allocated, type LineContext, type PaymentAllocation, type ProvedBy } from './allocation.js'
import {
  answerToRun,
  type AccountLine,
  importedLine,
  lineChange,
  type LineOrigin,
  type Allocation,
  type RunAnswer,
  storedAllocations,
  type StoredOutcome,
} from './account-line.js'
import type { LineWrite } from './line-decision.js'
import type { Match } from './matching.js'
import type { StatementLine } from './statement-line.js'

/** What the rules say of a line, and what they allocate its money to: all of it, or nothing. */
export interface Ruling {
  readonly outcome: StoredOutcome
  readonly payments: readonly PaymentAllocation[]
  /** The refund that a debit pays out. */
  readonly refund: RefundNow | null
  readonly category: string | null
  /** Why a possible duplicate is one. */
  readonly doubt?: string
}

/** A match's candidates with amount 0 are no allocations. */
export function rulingOf({ outcome, allocations }: Match): Ruling {
  return { outcome, payments: allocations.filter(({ amount }) => amount > 0), refund: null, category: null }
}

/** Whether the host is asked for a category: only of lines that no payment and no refund settles. */
export function isUnsettled({ payments, refund, category }: Ruling): boolean {
  return payments.length === 0 && refund === null && category === null
}

/** The host's category settles the whole line. */
export function setAside(category: string): Ruling {
  return { outcome: 'set_aside', payments: [], refund: null, category }
}

/** The line may be a movement that is stored already: it is held, and its money goes nowhere. */
export function possibleDuplicate(doubt: string): Ruling {
  return { outcome: 'possible_duplicate', payments: [], refund: null, category: null, doubt }
}

/** A debit pays a refund out. */
export function refundPaid(refund: RefundNow): Ruling {
  return { outcome: 'refund_paid', payments: [], refund, category: null }
}

export interface RuleContext extends LineContext {
  /** The start of a calendar day of the hospital. */
  startOfDay(day: string): Instant
}

/** `problem`: the line's time cannot be true of a payment that it would confirm; it is a `rejected_line`. */
type Problem = { readonly problem: string }

function allocationsOf({ payments, refund, category }: Ruling, lineAmount: number): readonly Allocation[] {
  const allocations: Allocation[] = payments.map(({ payment, amount }) => ({
    to: 'payment',
    paymentId: payment.id,
    amount,
  }))
  if (refund) allocations.push({ to: 'refund', refundId: refund.refund.id, amount: refund.refund.amount })
  if (category !== null) allocations.push({ to: 'category', category, amount: lineAmount })
  return allocations
}

/** What a ruling does to payments and to the refund; none where the line's own time cannot be true of them. */
function settledBy(
  { payments, refund }: Ruling,
  proof: ProvedBy,
  context: RuleContext,
): (Exclude<Allocated, Problem> & { refunds: readonly RefundChange[] }) | Problem {
  if (!refund) {
    const allocated = allocate({ allocations: payments }, proof, context)
    return 'problem' in allocated ? allocated : { ...allocated, refunds: [] }
  }
  const problem = payoutTimeProblem(proof, refund.refund, context.now)
  return problem === null
    ? { changes: [], refunds: [paidByDebit(refund, proof, { now: context.now, givesReceipt: true }).change] }
    : { problem }
}

/** The first version of a line, and what its money does to payments and refunds. */
export function importLine(origin: LineOrigin, ruling: Ruling, context: RuleContext): { write: LineWrite } | Problem {
  const { line, account, key } = origin
  const proof: ProvedBy = { line, account, lineKey: key, startOfDay: context.startOfDay }
  const settled = settledBy(ruling, proof, context)
  if ('problem' in settled) return settled
  const { outcome, doubt = null } = ruling
  const imported = importedLine(
    origin,
    { outcome, reason: doubt, allocations: allocationsOf(ruling, line.amount) },
    context.now,
  )
  return { write: { lines: [imported], payments: settled.changes, refunds: settled.refunds } }
}

/** The line, as payments keep it in their evidence. */
export function proofOf(line: AccountLine, { startOfDay }: Pick<RuleContext, 'startOfDay'>): ProvedBy {
  const { row, valueDate, bookedAt, providerTransactionId, account, key } = line
  const stated = { row, valueDate, bookedAt: bookedAt ?? undefined, providerTransactionId }
  return { line: stated, account, lineKey: key, startOfDay }
}

/**
 * A line that is open and has no allocation, with the narration that the statement has now; the same line where it does not differ.
 * A narration that was forgotten does not come back.
 */
function restatedLine(line: AccountLine, { narration }: StatementLine): AccountLine {
  if (line.narration === undefined || narration === undefined || narration === line.narration) return line
  return { ...line, narration }
}

/**
 * A possible duplicate that a person releases is money of its own: the rules decide it in the same write. Where its time cannot
 * be true of what it would pay, it stays open.
 */
export function releaseDuplicate(
  line: AccountLine,
  { ruling, reason }: { ruling: Ruling; reason: string | null },
  context: RuleContext,
): LineWrite {
  const settled = settledBy(ruling, proofOf(line, context), context)
  const isTrue = !('problem' in settled)
  const allocations = isTrue ? allocationsOf(ruling, line.amount) : []
  const outcome = isTrue ? ruling.outcome : 'unmatched_line'
  const changes = { held: false, outcome, allocations: storedAllocations(allocations, 'rule') }
  const change = lineChange(line, 'line.released', context.now, changes, { reason, allocations })
  return {
    lines: [change],
    payments: isTrue ? settled.changes : [],
    refunds: isTrue ? settled.refunds : [],
  }
}

/** `answer`: the run must leave the line alone. `eventless`: the line is written without event or version. */
export type Redecision =
  | { readonly answer: RunAnswer }
  | { readonly write: LineWrite }
  | { readonly eventless: AccountLine }
  | { readonly unchanged: AccountLine }
  | Problem

/** What a run makes of a line that is stored already, and that the statement has as `stated`. */
export function decideAgain(
  stored: AccountLine,
  stated: StatementLine,
  ruling: Ruling,
  context: RuleContext,
): Redecision {
  const answer = answerToRun(stored)
  if (answer !== null) return { answer }
  const line = restatedLine(stored, stated)
  const { outcome } = ruling
  if (isUnsettled(ruling)) {
    if (outcome !== line.outcome) return { eventless: { ...line, outcome } }
    return line === stored ? { unchanged: stored } : { eventless: line }
  }
  const settled = settledBy(ruling, proofOf(line, context), context)
  if ('problem' in settled) return settled
  const allocations = allocationsOf(ruling, line.amount)
  const changes = { outcome, allocations: storedAllocations(allocations, 'rule') }
  const change = lineChange(line, 'line.allocated', context.now, changes, { allocations })
  return { write: { lines: [change], payments: settled.changes, refunds: settled.refunds } }
}
