/** The effect of the rules on a line: a new one is stored with its allocations, an open one is decided again. */
import type { Instant } from '../payments/payment.js'
import { paidByDebit, payoutTimeProblem } from '../refunds/prove-refund.js'
import type { RefundChange, RefundNow } from '../refunds/refund-change.js'
import { allocate, type Allocated, type LineContext, type PaymentAllocation, type ProvedBy } from './allocation.js'
import {
  answerToRun,
  type AccountLine,
  importedLine,
  lineChange,
  type LineChange,
  type LineOrigin,
  type Allocation,
  type PayerOfRule,
  type RunAnswer,
  storedAllocations,
  type StoredOutcome,
} from './account-line.js'
import type { LineWrite } from './line-decision.js'
import type { Match } from './matching.js'
import type { LineMeaning } from './refund-matching.js'
import type { StatementLine } from './statement-line.js'

/** The decision of the rules about a line, with the targets of its money: all of it, or nothing. */
export interface Ruling {
  readonly outcome: StoredOutcome
  readonly payments: readonly PaymentAllocation[]
  /** The refund that a debit pays out, or `null`. */
  readonly refund: RefundNow | null
  readonly category: string | null
  /** The transfers on their way that a credit settles. */
  readonly transits?: readonly AccountLine[]
  /** The reason for which a line is a possible duplicate. */
  readonly doubt?: string
  /** The id of the remembered rule that sets the line aside. */
  readonly ruleId?: string
}

/** Makes the ruling of a match; its candidates with amount 0 are no allocations. */
export function rulingOf({ outcome, allocations }: Match): Ruling {
  return { outcome, payments: allocations.filter(({ amount }) => amount > 0), refund: null, category: null }
}

/** Checks that no payment, refund, transfer or category settles the line; only then the host is asked for a category. */
export function isUnsettled({ payments, refund, category, transits = [] }: Ruling): boolean {
  return payments.length === 0 && refund === null && category === null && transits.length === 0
}

/** Makes the ruling of a line that a category settles as a whole: one of the host, or that of a remembered rule. */
export function setAside(category: string, ruleId?: string): Ruling {
  return { outcome: 'set_aside', payments: [], refund: null, category, ...(ruleId !== undefined && { ruleId }) }
}

/**
 * Makes the ruling of a line that may be a movement that is stored already: it is held, and its money is not allocated.
 */
export function possibleDuplicate(doubt: string): Ruling {
  return { outcome: 'possible_duplicate', payments: [], refund: null, category: null, doubt }
}

/** Makes the ruling of a movement that only a hint of a provider reported: it is held, and is no money until it is proved. */
export function unproved(): Ruling {
  return { outcome: 'unproved', payments: [], refund: null, category: null }
}

/** Makes the ruling of a debit that pays a refund out. */
export function refundPaid(refund: RefundNow): Ruling {
  return { outcome: 'refund_paid', payments: [], refund, category: null }
}

/** Makes the ruling of a credit that shows the arrival of transfers. */
function transferReceived(transits: readonly AccountLine[]): Ruling {
  return { outcome: 'transfer_received', payments: [], refund: null, category: null, transits }
}

/** Makes the ruling of what a line means. */
export function rulingOfMeaning({ pays, transits, match }: LineMeaning): Ruling {
  if (pays) return refundPaid(pays)
  return transits ? transferReceived(transits) : rulingOf(match)
}

export interface RuleContext extends LineContext {
  /** Returns the start of a calendar day of the hospital. */
  startOfDay(day: string): Instant
}

/** A time of the line that cannot be true of a payment that it would confirm; the line is a `rejected_line`. */
type Problem = { readonly problem: string }

function allocationsOf(
  { payments, refund, category, transits = [] }: Ruling,
  lineAmount: number,
): readonly Allocation[] {
  const allocations: Allocation[] = payments.map(({ payment, amount }) => ({
    to: 'payment',
    paymentId: payment.id,
    amount,
  }))
  if (refund) allocations.push({ to: 'refund', refundId: refund.refund.id, amount: refund.refund.amount })
  if (category !== null) allocations.push({ to: 'category', category, amount: lineAmount })
  for (const { key, amount } of transits) allocations.push({ to: 'line', lineKey: key, amount })
  return allocations
}

/** Returns the payer that a line takes from the one payment that it pays; a payer that it has stays. */
function payerOf({ payments }: Ruling, line: Pick<AccountLine, 'payerId'> | null): PayerOfRule {
  const payerId = payments.length === 1 ? payments[0]!.payment.customer?.id : undefined
  return payerId === undefined || (line?.payerId ?? null) !== null ? {} : { payerId, payerByRule: true }
}

/** Settles the transfers of a ruling with the line that shows their arrival. */
function settledTransits({ transits = [] }: Ruling, lineKey: string, now: Instant): LineChange[] {
  return transits.map((transit) => {
    const allocations = [{ to: 'line', lineKey, amount: transit.amount } as const]
    const changes = { allocations: storedAllocations(allocations, 'rule') }
    return lineChange(transit, 'line.allocated', now, changes, { allocations })
  })
}

/**
 * Makes the changes of a ruling to payments and to the refund, or returns the problem where the line's own time cannot
 * be true of them.
 */
function changesOfRuling(
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

/** Makes the changes of a new line's money to payments and refunds, without the line. */
export function settleNewLine(
  { line, account, key }: LineOrigin,
  ruling: Ruling,
  context: RuleContext,
): ReturnType<typeof changesOfRuling> {
  return changesOfRuling(ruling, { line, account, lineKey: key, startOfDay: context.startOfDay }, context)
}

/** Makes the first version of a line, with the changes of its money to payments and refunds. */
export function importLine(origin: LineOrigin, ruling: Ruling, context: RuleContext): { write: LineWrite } | Problem {
  const { line, key } = origin
  const settled = settleNewLine(origin, ruling, context)
  if ('problem' in settled) return settled
  const { outcome, doubt = null, ruleId } = ruling
  const imported = importedLine(
    origin,
    { outcome, reason: doubt, ruleId, allocations: allocationsOf(ruling, line.amount), payer: payerOf(ruling, null) },
    context.now,
  )
  const lines = [imported, ...settledTransits(ruling, key, context.now)] as const
  return { write: { lines, payments: settled.changes, refunds: settled.refunds } }
}

/** Makes the proof of a stored line, as payments keep it in their evidence. */
export function proofOf(line: AccountLine, { startOfDay }: Pick<RuleContext, 'startOfDay'>): ProvedBy {
  const { row, valueDate, bookedAt, providerTransactionId, account, key } = line
  const lineOfProof = { row, valueDate, bookedAt: bookedAt ?? undefined, providerTransactionId }
  return { line: lineOfProof, account, lineKey: key, startOfDay }
}

/**
 * Updates the narration of an open line without allocations to the one that the statement has now; returns the same
 * line where it does not differ. An erased narration does not come back.
 */
function restatedLine(line: AccountLine, { narration }: StatementLine): AccountLine {
  if (line.narration === undefined || narration === undefined || narration === line.narration) return line
  return { ...line, narration }
}

/**
 * Releases a possible duplicate for a person: it is money of its own now, and the rules decide it in the same write.
 * Where its time cannot be true of what it would pay, it stays open.
 */
export function releaseDuplicate(
  line: AccountLine,
  { ruling, reason }: { ruling: Ruling; reason: string | null },
  context: RuleContext,
): LineWrite {
  return countedLine(line, 'line.released', { ruling, reason }, context)
}

/** Returns what a statement knows of the time and the receipt of a line. */
export function statedFacts({ valueDate, bookedAt, providerTransactionId }: StatementLine) {
  return {
    valueDate,
    ...(bookedAt !== undefined && { bookedAt }),
    ...(providerTransactionId !== undefined && { providerTransactionId }),
  }
}

/** Proves a movement that only a hint had reported: it is money now, and the rules decide it in the same write. */
export function proveLine(line: AccountLine, stated: StatementLine, ruling: Ruling, context: RuleContext): LineWrite {
  const restated = { ...line, ...statedFacts(stated) }
  return countedLine(restated, 'line.proved', { ruling, reason: null }, context)
}

/** Makes a line that was held count, by the rules. */
function countedLine(
  line: AccountLine,
  type: 'line.released' | 'line.proved',
  { ruling, reason }: { ruling: Ruling; reason: string | null },
  context: RuleContext,
): LineWrite {
  const settled = changesOfRuling(ruling, proofOf(line, context), context)
  const isTrue = !('problem' in settled)
  const allocations = isTrue ? allocationsOf(ruling, line.amount) : []
  const outcome = isTrue ? ruling.outcome : 'unmatched_line'
  const changes = {
    held: false,
    outcome,
    allocations: storedAllocations(allocations, 'rule', ruling.ruleId),
    ...(isTrue && payerOf(ruling, line)),
  }
  const change = lineChange(line, type, context.now, changes, { reason, allocations })
  return {
    lines: [change, ...(isTrue ? settledTransits(ruling, line.key, context.now) : [])],
    payments: isTrue ? settled.changes : [],
    refunds: isTrue ? settled.refunds : [],
  }
}

/**
 * The result of deciding a stored line again. `answer`: the run must leave the line alone. `eventless`: the line is
 * written without event or version.
 */
type Redecision =
  | { readonly answer: RunAnswer }
  | { readonly write: LineWrite }
  | { readonly eventless: AccountLine }
  | { readonly unchanged: AccountLine }
  | Problem

/** Decides a stored line again in a run; `stated` is the line as the statement has it now. */
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
  const settled = changesOfRuling(ruling, proofOf(line, context), context)
  if ('problem' in settled) return settled
  const allocations = allocationsOf(ruling, line.amount)
  const changes = {
    outcome,
    allocations: storedAllocations(allocations, 'rule', ruling.ruleId),
    ...payerOf(ruling, line),
  }
  const change = lineChange(line, 'line.allocated', context.now, changes, { allocations })
  const lines = [change, ...settledTransits(ruling, line.key, context.now)] as const
  return { write: { lines, payments: settled.changes, refunds: settled.refunds } }
}
