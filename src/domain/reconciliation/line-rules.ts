/** What the rules make of a line: a new one is stored with its shares, an open one is decided anew. */
import type { Instant } from '../payments/payment.js'
import { allocate, type LineContext, type PaymentShare, type ProvedBy } from './allocation.js'
import {
  answerToRun,
  type BankLine,
  importedLine,
  lineChange,
  type LineOrigin,
  type LineShare,
  type RunAnswer,
  statedBy,
  storedShares,
  type StoredOutcome,
} from './bank-line.js'
import type { LineWrite } from './line-decision.js'
import type { Match } from './matching.js'
import type { StatementLine } from './statement-line.js'

/** What the rules say of a line, and what they share its money out to: all of it, or nothing. */
export interface Ruling {
  readonly outcome: StoredOutcome
  readonly payments: readonly PaymentShare[]
  /** To a refund or a category. */
  readonly others: readonly LineShare[]
}

/** A match's candidates with amount 0 are no shares. */
export function rulingOf({ outcome, shares }: Match): Ruling {
  return { outcome, payments: shares.filter(({ amount }) => amount > 0), others: [] }
}

/** Whether the host is asked for a category: only of lines that no payment and no refund settles. */
export function isUnsettled({ payments, others }: Ruling): boolean {
  return payments.length + others.length === 0
}

/** The host's category settles the whole line. */
export function setAside(category: string, amount: number): Ruling {
  return { outcome: 'set_aside', payments: [], others: [{ to: 'category', category, amount }] }
}

/** A debit pays a refund out. */
export function refundPaid(refundId: string, amount: number): Ruling {
  return { outcome: 'refund_paid', payments: [], others: [{ to: 'refund', refundId, amount }] }
}

export interface RuleContext extends LineContext {
  /** The start of a calendar day of the hospital. */
  startOfDay(day: string): Instant
}

/** `problem`: the line's time cannot be true of a payment that it would confirm; it is a `rejected_line`. */
type Problem = { readonly problem: string }

function sharesOf({ payments, others }: Ruling): readonly LineShare[] {
  const paid = payments.map(({ payment, amount }) => ({ to: 'payment', paymentId: payment.id, amount }) as const)
  return [...paid, ...others]
}

/** The first version of a line, and what its money does to payments. */
export function importLine(origin: LineOrigin, ruling: Ruling, context: RuleContext): { write: LineWrite } | Problem {
  const { line, source, key } = origin
  const proof: ProvedBy = { line, source, lineKey: key, startOfDay: context.startOfDay }
  const allocated = allocate({ shares: ruling.payments }, proof, context)
  if ('problem' in allocated) return allocated
  const imported = importedLine(origin, ruling.outcome, sharesOf(ruling), context.now)
  return { write: { lines: [imported], payments: allocated.changes } }
}

/** The line, as payments keep it in their evidence. */
export function proofOf(line: BankLine, { startOfDay }: Pick<RuleContext, 'startOfDay'>): ProvedBy {
  const { row, valueDate, bookedAt, providerTransactionId, source, key } = line
  const stated = { row, valueDate, bookedAt: bookedAt ?? undefined, providerTransactionId }
  return { line: stated, source, lineKey: key, startOfDay }
}

/** `answer`: the run must leave the line alone. `outcomeAlone`: the line is written without event or version. */
export type Redecision =
  | { readonly answer: RunAnswer }
  | { readonly write: LineWrite }
  | { readonly outcomeAlone: BankLine }
  | { readonly unchanged: BankLine }
  | Problem

/** What a run makes of a line that is stored already. */
export function decideAgain(line: BankLine, ruling: Ruling, context: RuleContext): Redecision {
  const answer = answerToRun(line)
  if (answer !== null) return { answer }
  const { outcome } = ruling
  if (isUnsettled(ruling)) {
    return outcome === line.outcome ? { unchanged: line } : { outcomeAlone: { ...line, outcome } }
  }
  const allocated = allocate({ shares: ruling.payments }, proofOf(line, context), context)
  if ('problem' in allocated) return allocated
  const shares = sharesOf(ruling)
  const changes = { outcome, shares: storedShares(shares, 'rule') }
  const change = lineChange(line, 'line.allocated', context.now, changes, { shares })
  return { write: { lines: [change], payments: allocated.changes } }
}

/**
 * A line that version 0.1 stored as a key alone, with what the statement says of it; `null` where nothing is missing. A
 * narration that was forgotten does not come back: the line's import is known.
 */
export function filledIn(line: BankLine, importId: string, stated: StatementLine): BankLine | null {
  return line.importId === null ? { ...line, importId, ...statedBy(stated) } : null
}
