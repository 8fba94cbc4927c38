/** The line of an attempt's money, on the provider's account, and what it pays: pure, so that a lost race is decided again. */
import { countedMoney, type AccountMove } from '../accounts/account.js'
import { openAmount } from '../payments/open-amount.js'
import type { Instant, Payment } from '../payments/payment.js'
import type { StateChange } from '../payments/state-change.js'
import { timestampProblem } from '../payments/success.js'
import {
  type AccountLine,
  type Allocation,
  isUncounted,
  lineChange,
  type LineChange,
  openOfLine,
  providerFeeCategory,
  recordedLine,
  storedAllocations,
  type StoredOutcome,
} from '../reconciliation/account-line.js'
import { allocateToPayments, type LineContext, type ProvedBy } from '../reconciliation/allocation.js'
import { identityOf, lineKey, type SoughtMarks } from '../reconciliation/line-key.js'
import { classOf, type Match } from '../reconciliation/matching.js'
import type { StatementLine } from '../reconciliation/statement-line.js'
import { isPossibleReference } from '../text.js'
import type { StoredAttempt } from './attempt.js'
import type { Outcome } from './provider.js'

/** The money of an attempt, as its provider reported it. */
export interface PaidMoney {
  readonly amount: number
  readonly currency: string
  readonly receipt: string | null
  readonly bookedAt: Instant
  /** True where the provider has said when it was; else it is the time at which it was known. */
  readonly isTimed: boolean
  /** Minor units of the same currency; 0 for none. */
  readonly fee: number
}

/** Returns the money of an outcome; what it leaves out is the attempt's own. A time that cannot be true becomes the present. */
export function moneyOf(
  { amount, currency, createdAt }: Pick<StoredAttempt, 'amount' | 'currency' | 'createdAt'>,
  outcome: Extract<Outcome, { state: 'paid' }>,
  now: Instant,
): PaidMoney {
  const { providerTransactionId: receipt, bookedAt, fee = 0 } = outcome
  const isTrue = bookedAt !== undefined && timestampProblem(bookedAt, { createdAt }, now) === null
  return {
    amount: outcome.amount ?? amount,
    currency: outcome.currency ?? currency,
    receipt: receipt !== undefined && isPossibleReference(receipt) ? receipt : null,
    bookedAt: isTrue ? bookedAt : now,
    isTimed: isTrue,
    fee,
  }
}

/** A line that is stored for the first time, with the marks by which statements meet it. */
export interface LineOfAttempt {
  readonly key: string
  readonly marks: SoughtMarks
  readonly line: StatementLine
}

/** Makes the identity of an attempt's line: the receipt, else the attempt's id; that of its fee is the same, as a debit. */
export function lineOfAttempt(
  { id, account, reference }: Pick<StoredAttempt, 'id' | 'account' | 'reference'>,
  { amount, currency, receipt, bookedAt }: Pick<PaidMoney, 'amount' | 'currency' | 'receipt' | 'bookedAt'>,
  { direction, valueDate }: { readonly direction: StatementLine['direction']; readonly valueDate: string },
): LineOfAttempt {
  const name = receipt === null ? { lineId: id } : { providerTransactionId: receipt }
  const line: StatementLine = { row: 0, direction, amount, currency, valueDate, bookedAt, reference, ...name }
  const { kind, digest, marks } = identityOf(account, line)
  return { key: lineKey(kind, digest, 1), marks, line }
}

/** The part of a line's money that goes to a payment, and the outcome of the line. */
interface Verdict {
  readonly outcome: StoredOutcome
  readonly amount: number
}

/** Decides how much of a line's open money a payment takes: the smaller of what both have open. */
function verdictOf(payment: Payment, money: { readonly open: number; readonly currency: string }): Verdict {
  if (payment.currency !== money.currency) return { outcome: 'currency_mismatch', amount: 0 }
  if (classOf(payment) < 0)
    return { outcome: payment.status === 'succeeded' ? 'duplicate_credit' : 'status_mismatch', amount: 0 }
  const open = openAmount(payment)
  if (open <= 0) return { outcome: 'duplicate_credit', amount: 0 }
  if (money.open < open) return { outcome: 'under_paid', amount: money.open }
  if (money.open > open) return { outcome: 'over_paid', amount: open }
  return { outcome: payment.status === 'succeeded' ? 'matched' : 'confirmed', amount: open }
}

/**
 * Decides the match of a new line that pays an attempt by its code, as the money of an attempt is decided; `null` where the payment
 * takes nothing of it.
 */
export function matchOfAttempt(payment: Payment, { amount, currency }: StatementLine): Match | null {
  const verdict = verdictOf(payment, { open: amount, currency })
  if (verdict.amount === 0) return null
  const reason = verdict.outcome === 'over_paid' ? 'has more money than the payment had open; the rest is open' : null
  return { outcome: verdict.outcome, reason, allocations: [{ payment, amount: verdict.amount }] }
}

/** All that the money of an attempt stores beside the attempt. */
export interface PaidWrite {
  readonly lineKey: string
  readonly lines: readonly LineChange[]
  readonly payments: readonly StateChange[]
  readonly balances: readonly AccountMove[]
}

/** The rules and rows on which the money of an attempt is decided. */
export interface PaidContext extends LineContext {
  /** Returns the local day of an instant. */
  dayOf(instant: Instant): string
}

/** Makes the changes of payments by a part of a line. */
function payFrom(payment: Payment, amount: number, proof: ProvedBy, context: LineContext): readonly StateChange[] {
  if (amount === 0) return []
  const allocated = allocateToPayments([{ payment, amount }], proof, context, true)
  // The time of the money was made true before.
  if ('problem' in allocated) throw new RangeError(`the line of an attempt: ${allocated.problem}`)
  return allocated.changes
}

function payerOf(payment: Payment, amount: number): Pick<AccountLine, 'payerId' | 'payerByRule'> {
  const payerId = payment.customer?.id
  return amount > 0 && payerId !== undefined ? { payerId, payerByRule: true } : { payerId: null }
}

/** The fee of an attempt's money: a debit that is stored already and still to be set aside, or one that is to be made. */
export type FeeOfMoney =
  /** `line` is `null` where there is nothing to do: people or the rules have decided it, or hold it. */
  | { readonly key: string; readonly is: 'stored'; readonly line: AccountLine | null }
  | { readonly key: string; readonly is: 'new'; readonly money: PaidMoney }

/** Returns true where an outcome has a fee that can be a line. */
export function hasFee({ fee }: Pick<PaidMoney, 'fee'>): boolean {
  return Number.isSafeInteger(fee) && fee > 0
}

function feeAllocations(amount: number): readonly Allocation[] {
  return [{ to: 'category', category: providerFeeCategory, amount }]
}

/** The changes of lines by which a fee is booked, with the balances and the marks of what counts from now on. */
interface FeeWrite {
  readonly lines: readonly LineChange[]
  readonly balances: readonly AccountMove[]
  readonly added: readonly LineOfAttempt[]
}

/** Books the fee of an attempt: makes its line, or sets the statement's own debit aside. */
export function bookFee(
  attempt: StoredAttempt,
  fee: FeeOfMoney | null,
  { now, dayOf }: Pick<PaidContext, 'now' | 'dayOf'>,
): FeeWrite {
  if (fee === null) return { lines: [], balances: [], added: [] }
  if (fee.is === 'stored') {
    const lines = fee.line ? takenFee(fee.line, now) : []
    return { lines, balances: fee.line && isUncounted(fee.line) ? balancesOf(lines) : [], added: [] }
  }
  const { currency, receipt, bookedAt, fee: amount } = fee.money
  const valueDate = dayOf(bookedAt)
  const of = lineOfAttempt(attempt, { ...fee.money, amount }, { direction: 'debit', valueDate })
  const change = recordedLine(
    {
      ...{ key: of.key, account: attempt.account, direction: 'debit', amount, currency, valueDate, bookedAt },
      reference: attempt.reference,
      ...(receipt !== null && { providerTransactionId: receipt }),
      outcome: 'set_aside',
      allocations: feeAllocations(amount),
      by: 'rule',
    },
    now,
  )
  return { lines: [change], balances: balancesOf([change]), added: [of] }
}

/** Sets a stored debit aside as a fee, whole; one that people hold, or of which a part is allocated, stays as it is. */
function takenFee(line: AccountLine, now: Instant): readonly LineChange[] {
  const isProof = isUncounted(line)
  if ((line.held && !isProof) || line.allocations.length > 0) return []
  const allocations = feeAllocations(line.amount)
  const changes = {
    ...(isProof && { held: false }),
    ...({ outcome: 'set_aside', allocations: storedAllocations(allocations, 'rule') } as const),
  }
  return [lineChange(line, isProof ? 'line.proved' : 'line.allocated', now, changes, { allocations })]
}

/** A write with the new lines whose marks are stored with them. */
export interface PaidDecision {
  readonly write: PaidWrite
  readonly added: readonly LineOfAttempt[]
}

/**
 * Decides the money of an attempt: a line of the account that is there already is taken, else a new one is made; it pays what it can
 * of the payment, and a fee is a line beside it.
 */
export function payAttempt(
  { attempt, payment }: { readonly attempt: StoredAttempt; readonly payment: Payment },
  money: PaidMoney,
  existing: { readonly line: AccountLine | null; readonly fee: FeeOfMoney | null },
  context: PaidContext,
): PaidDecision {
  const { now } = context
  const { account, reference } = attempt
  const { amount, currency, receipt, bookedAt } = money
  const valueDate = context.dayOf(bookedAt)
  const fee = bookFee(attempt, existing.fee, context)
  const stored = existing.line
  if (stored) {
    const takeover = takenLine(stored, payment, money, context)
    const { payments } = takeover
    const lines = [...takeover.lines, ...fee.lines]
    const balances = [...takeover.balances, ...fee.balances]
    return { write: { lineKey: stored.key, lines, payments, balances }, added: fee.added }
  }
  const of = lineOfAttempt(attempt, money, { direction: 'credit', valueDate })
  const { key } = of
  const verdict = verdictOf(payment, { open: amount, currency })
  const allocations: Allocation[] =
    verdict.amount > 0 ? [{ to: 'payment', paymentId: payment.id, amount: verdict.amount }] : []
  const change = recordedLine(
    {
      ...{ key, account, direction: 'credit', amount, currency, valueDate, bookedAt, reference },
      ...(receipt !== null && { providerTransactionId: receipt }),
      ...payerOf(payment, verdict.amount),
      outcome: verdict.outcome,
      allocations,
      by: 'rule',
    },
    now,
  )
  const proof = proofOfLine(change.line, payment, context)
  return {
    write: {
      lineKey: key,
      lines: [change, ...fee.lines],
      payments: payFrom(payment, verdict.amount, proof, context),
      balances: [...balancesOf([change]), ...fee.balances],
    },
    added: [of, ...fee.added],
  }
}

function balancesOf(added: readonly LineChange[]): AccountMove[] {
  return added.map(({ line }) => ({
    account: line.account,
    currency: line.currency,
    change: countedMoney(line),
    day: line.valueDate,
  }))
}

/** Makes the proof of a line; a time that cannot be true of the payment becomes the present. */
function proofOfLine(
  { row, valueDate, bookedAt, providerTransactionId, account, key }: AccountLine,
  payment: Payment,
  { now }: Pick<LineContext, 'now'>,
): ProvedBy {
  const isTrue = bookedAt !== null && timestampProblem(bookedAt, payment, now) === null
  return {
    line: { row, valueDate, bookedAt: isTrue ? bookedAt : now, providerTransactionId },
    account,
    lineKey: key,
    startOfDay: () => now,
  }
}

/**
 * Takes a line that is stored: what of it is open goes to the payment, as far as the payment has anything open. A line that only a
 * hint had reported is proved by it, and counts from now on; what a person holds waits for that person. A line without a receipt gets
 * that of the provider.
 */
function takenLine(
  line: AccountLine,
  payment: Payment,
  { receipt }: PaidMoney,
  context: PaidContext,
): Pick<PaidWrite, 'payments' | 'balances'> & { readonly lines: readonly LineChange[] } {
  const isProof = isUncounted(line)
  const newReceipt = receipt !== null && line.providerTransactionId === undefined ? receipt : null
  const open = line.held && !isProof ? 0 : openOfLine(line) - line.givenBack
  const verdict = open > 0 ? verdictOf(payment, { open, currency: line.currency }) : null
  const amount = verdict?.amount ?? 0
  if (amount === 0 && !isProof && newReceipt === null) return { lines: [], payments: [], balances: [] }
  const allocations = amount > 0 ? [{ to: 'payment', paymentId: payment.id, amount } as const] : []
  const changes = {
    ...(isProof && { held: false }),
    ...(verdict && (amount > 0 || isProof) && { outcome: verdict.outcome }),
    allocations: [...line.allocations, ...storedAllocations(allocations, 'rule')],
    ...(line.payerId === null && payerOf(payment, amount)),
    ...(newReceipt !== null && { providerTransactionId: newReceipt }),
  }
  const type = isProof || newReceipt !== null ? 'line.proved' : 'line.allocated'
  const change = lineChange(line, type, context.now, changes, { allocations })
  // A receipt that only a hint reported is none.
  const { providerTransactionId: _, ...withoutReceipt } = line
  const proved = isProof && receipt === null ? withoutReceipt : change.line
  return {
    lines: [change],
    payments: payFrom(payment, amount, proofOfLine(proved, payment, context), context),
    balances: isProof ? balancesOf([change]) : [],
  }
}

/**
 * Makes the change of an attempt's line by which its provider proves its receipt later. A time that it does not say stays, and so
 * does a value date that was closed: no money is in two closings.
 */
export function provedLine(
  line: AccountLine,
  {
    receipt,
    bookedAt,
    isClosed,
  }: { readonly receipt: string; readonly bookedAt: Instant | null; readonly isClosed: boolean },
  { now, dayOf }: Pick<PaidContext, 'now' | 'dayOf'>,
): LineChange {
  const times = bookedAt === null ? {} : { bookedAt, ...(!isClosed && { valueDate: dayOf(bookedAt) }) }
  return lineChange(line, 'line.proved', now, { providerTransactionId: receipt, ...times })
}
