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
  { amount, currency, receipt, bookedAt }: PaidMoney,
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

/** Makes the line of the provider's fee; empty where there is none. */
function feeLines(attempt: StoredAttempt, money: PaidMoney, valueDate: string, now: Instant): readonly LineOfFee[] {
  if (!Number.isSafeInteger(money.fee) || money.fee <= 0) return []
  const of = lineOfAttempt(attempt, { ...money, amount: money.fee }, { direction: 'debit', valueDate })
  const change = recordedLine(
    {
      key: of.key,
      account: attempt.account,
      direction: 'debit',
      amount: money.fee,
      currency: money.currency,
      valueDate,
      bookedAt: money.bookedAt,
      reference: attempt.reference,
      ...(money.receipt !== null && { providerTransactionId: money.receipt }),
      outcome: 'set_aside',
      allocations: [{ to: 'category', category: 'provider_fee', amount: money.fee }],
      by: 'rule',
    },
    now,
  )
  return [{ change, of }]
}

interface LineOfFee {
  readonly change: LineChange
  readonly of: LineOfAttempt
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
  existing: { readonly line: AccountLine | null; readonly hasFee: boolean },
  context: PaidContext,
): PaidDecision {
  const { now } = context
  const { account, reference } = attempt
  const { amount, currency, receipt, bookedAt } = money
  const valueDate = context.dayOf(bookedAt)
  const fees = existing.hasFee ? [] : feeLines(attempt, money, valueDate, now)
  const stored = existing.line
  const addedFees = fees.map(({ of }) => of)
  const feeChanges = fees.map(({ change }) => change)
  if (stored) {
    const takeover = takenLine(stored, payment, money, context)
    const { payments } = takeover
    const lines = [...takeover.lines, ...feeChanges]
    const balances = [...takeover.balances, ...balancesOf(feeChanges)]
    return { write: { lineKey: stored.key, lines, payments, balances }, added: addedFees }
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
  const lines = [change, ...feeChanges]
  return {
    write: {
      lineKey: key,
      lines,
      payments: payFrom(payment, verdict.amount, proof, context),
      balances: balancesOf(lines),
    },
    added: [of, ...addedFees],
  }
}

function balancesOf(added: readonly LineChange[]): AccountMove[] {
  return added.map(({ line }) => ({
    account: line.account,
    currency: line.currency,
    change: countedMoney(line),
    lastDay: line.valueDate,
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
 * hint had reported is proved by it, and counts from now on; what a person holds waits for that person.
 */
function takenLine(
  line: AccountLine,
  payment: Payment,
  { receipt }: PaidMoney,
  context: PaidContext,
): Pick<PaidWrite, 'payments' | 'balances'> & { readonly lines: readonly LineChange[] } {
  const isProof = isUncounted(line)
  const open = line.held && !isProof ? 0 : openOfLine(line) - line.givenBack
  const verdict = open > 0 ? verdictOf(payment, { open, currency: line.currency }) : null
  if (!verdict || (verdict.amount === 0 && !isProof)) return { lines: [], payments: [], balances: [] }
  const allocations =
    verdict.amount > 0 ? [{ to: 'payment', paymentId: payment.id, amount: verdict.amount } as const] : []
  const changes = {
    ...(isProof && { held: false }),
    outcome: verdict.outcome,
    allocations: [...line.allocations, ...storedAllocations(allocations, 'rule')],
    ...(line.payerId === null && payerOf(payment, verdict.amount)),
  }
  const change = lineChange(line, isProof ? 'line.proved' : 'line.allocated', context.now, changes, { allocations })
  // A receipt that only a hint reported is none.
  const { providerTransactionId: _, ...withoutReceipt } = line
  const proved = isProof && receipt === null ? withoutReceipt : line
  return {
    lines: [change],
    payments: payFrom(payment, verdict.amount, proofOfLine(proved, payment, context), context),
    balances: isProof ? balancesOf([change]) : [],
  }
}
