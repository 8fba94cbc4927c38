/** Reports of money about attempts that are paid already: what was not known then is proved, corrected or booked. */
import { countedMoney } from '../../domain/accounts/account.js'
import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import { bookFee, type FeeOfMoney, moneyOf, type PaidMoney, provedLine } from '../../domain/attempts/paid-line.js'
import type { Outcome } from '../../domain/attempts/provider.js'
import { dayOf } from '../../domain/calendar.js'
import { foldedReceipt } from '../../domain/payments/receipt-spelling.js'
import { type AccountLine, isUncounted } from '../../domain/reconciliation/account-line.js'
import { duplicateReasons } from '../../domain/reconciliation/duplicates.js'
import { markDuplicate } from '../../domain/reconciliation/mark-line.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import type { MovementReads } from '../accounts/store-movement.js'
import type { Context } from '../context.js'
import { closedDayOf } from '../lines/closed-days.js'
import { attemptEntry } from './attempt-entries.js'
import { doubts, feeOfMoney, isReceiptOfOther, marksOf, secondLineOf } from './paid-line.js'

/** A write of nothing but rows. */
export const noMoney = { session: null, lines: [], payments: [], refunds: [], balances: [] } as const

/** Returns what is known of the fee's line; a debit of a statement is met already, and no other one is this fee. */
export function knownOfFee(fee: FeeOfMoney | null): Pick<StoredAttempt, 'feeKey' | 'feeMetBy'> {
  return { feeKey: fee?.key ?? null, feeMetBy: fee?.is === 'stored' ? fee.key : null }
}

type PaidOutcome = Extract<Outcome, { state: 'paid' }>

/** Returns why what a provider says of a paid attempt cannot be of its line; `null` where it can. */
async function problemOf(
  { finance }: MovementReads,
  attempt: StoredAttempt,
  { amount, currency }: PaidOutcome,
  { receipt }: Pick<PaidMoney, 'receipt'>,
  line: AccountLine,
): Promise<string | null> {
  // A line with its code has paid it on another account: this is money beside it.
  const isOtherAccount = line.account !== attempt.account
  const isOtherAmount = amount !== undefined && amount !== line.amount
  const isOtherCurrency = currency !== undefined && currency !== line.currency
  const isOtherReceipt =
    receipt !== null && attempt.receipt === 'proved' && attempt.receiptKey !== foldedReceipt(receipt)
  if (isOtherAccount || isOtherAmount || isOtherCurrency || isOtherReceipt) return doubts.differs
  return receipt !== null && (await isReceiptOfOther(finance, attempt, receipt)) ? doubts.other : null
}

/**
 * Makes the changes by which a second line of an attempt's money is held as a possible duplicate, and counts no more; `null` where
 * its money is allocated, or its day is closed.
 */
async function duplicateOf({ finance }: MovementReads, line: AccountLine, now: string) {
  const call = { key: line.key, expectedVersion: line.version, reason: duplicateReasons.receipt }
  const decision = markDuplicate(call, line, now)
  if (!('write' in decision)) return null
  const { isClosed, chains } = await closedDayOf(finance, line)
  if (isClosed) return null
  const { account, currency, valueDate: lastDay } = line
  return {
    lines: decision.write.lines,
    balances: [{ account, currency, change: -countedMoney(line), lastDay }],
    chains,
  }
}

/** A report of money about a paid attempt. */
interface LaterReport {
  readonly former: StoredAttempt
  /** The next version by all else that the report says, where it says anything else. */
  readonly reported: StoredAttempt | null
  readonly outcome: PaidOutcome
  /** The entry by which the message of the report is done. */
  readonly rows: readonly RowEntry[]
  readonly now: string
}

/**
 * Decides what a provider says of an attempt that is paid already: a receipt proves or corrects that of its line, and a fee that was
 * not known is booked. Of other money nothing is changed, and people look into it.
 */
export async function proveLater(
  context: Pick<Context, 'ids' | 'logger' | 'timeZone'>,
  reads: MovementReads,
  { former, reported, outcome, rows, now }: LaterReport,
) {
  const dayOfMoney = (instant: string) => dayOf(instant, context.timeZone)
  const withoutMoney = () => {
    const attempt = reported ?? former
    const changed = [...(reported ? [attemptEntry(context, reported, null)] : []), ...rows]
    return changed.length > 0 ? { write: noMoney, rows: changed, stored: () => attempt } : { result: former }
  }
  const leaveToPeople = (doubt: string) => {
    context.logger.error(doubt, { provider: former.provider, attemptId: former.id })
    return withoutMoney()
  }

  // The account first: another attempt that is paid meanwhile moves it.
  await reads.accounts.read([former.account])
  const line = await reads.line(former.lineKey!)
  const money = { ...moneyOf(former, outcome, now), amount: line.amount, currency: line.currency }
  const valueDate = dayOfMoney(money.bookedAt)
  const problem = await problemOf(reads, former, outcome, money, line)
  if (problem !== null) return leaveToPeople(problem)
  const { receipt } = money
  const newReceipt = former.receipt === 'proved' ? null : receipt
  const second = newReceipt === null ? null : await secondLineOf(reads, former, money, valueDate)
  const duplicate = second && !isUncounted(second) ? await duplicateOf(reads, second, now) : null
  if (second && !isUncounted(second) && !duplicate) return leaveToPeople(doubts.twice)
  const receiptOfLine = former.receipt === 'hint' ? null : (line.providerTransactionId ?? null)
  const moneyOfFee = { ...money, receipt: receipt ?? receiptOfLine }
  const fee = former.feeKey === null ? await feeOfMoney(reads, former, moneyOfFee, valueDate) : null
  if (newReceipt === null && !fee) return withoutMoney()
  const rules = { now, dayOf: dayOfMoney }
  const { lines, balances, added } = bookFee(former, fee, rules)
  // A statement that has met the line knows its time better.
  const bookedAt = money.isTimed && former.metBy === null ? money.bookedAt : null
  const ofDay = newReceipt === null ? null : await closedDayOf(reads.finance, line)
  const proof = ofDay ? [provedLine(line, { receipt: newReceipt!, bookedAt, isClosed: ofDay.isClosed }, rules)] : []
  const next: StoredAttempt = {
    ...(reported ?? { ...former, updatedAt: now, version: former.version + 1 }),
    ...(newReceipt !== null && ({ receipt: 'proved', receiptKey: foldedReceipt(newReceipt) } as const)),
    ...(fee && knownOfFee(fee)),
  }
  return {
    write: {
      ...noMoney,
      lines: [...proof, ...(duplicate?.lines ?? []), ...lines],
      balances: [...(duplicate?.balances ?? []), ...balances],
    },
    ...((duplicate ?? ofDay) && { chains: (duplicate ?? ofDay)!.chains }),
    marks: await marksOf(reads.finance, former.account, added),
    rows: [attemptEntry(context, next, null), ...rows],
    stored: () => next,
  }
}
