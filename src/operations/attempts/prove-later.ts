/** Reports of money about attempts that are paid already: what was not known then is proved, corrected or booked. */
import { movesOfChange } from '../../domain/accounts/account.js'
import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import {
  bookFee,
  type FeeOfMoney,
  lineOfAttempt,
  moneyOf,
  type PaidMoney,
  payAttempt,
  provedLine,
} from '../../domain/attempts/paid-line.js'
import type { Outcome } from '../../domain/attempts/provider.js'
import { dayOf } from '../../domain/calendar.js'
import { foldedReceipt } from '../../domain/payments/receipt-spelling.js'
import { type AccountLine, isUncounted } from '../../domain/reconciliation/account-line.js'
import { duplicateReasons } from '../../domain/reconciliation/duplicates.js'
import { heldAsSecond } from '../../domain/reconciliation/mark-line.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import type { MovementReads } from '../accounts/store-movement.js'
import type { Context } from '../context.js'
import { daysOfLines } from '../lines/closed-days.js'
import { attemptEntry } from './attempt-entries.js'
import {
  doubts,
  feeOfMoney,
  isArchivedMoney,
  isReceiptOfOther,
  marksOf,
  raised,
  secondFeeOf,
  secondLineOf,
} from './paid-line.js'
import { paymentOfAttempt } from './payment-of-attempt.js'

/** A write of nothing but rows. */
export const noMoney = { session: null, lines: [], payments: [], refunds: [], balances: [] } as const

/** Returns what is known of the fee's line; a debit of a statement is met already, and no other one is this fee. */
export function knownOfFee(fee: FeeOfMoney | null): Pick<StoredAttempt, 'feeKey' | 'feeMetBy'> {
  return { feeKey: fee?.key ?? null, feeMetBy: fee?.is === 'stored' ? fee.key : null }
}

type PaidOutcome = Extract<Outcome, { state: 'paid' }>

/** Returns true where a provider reports money that is not on the attempt's line: the payer has paid again. */
function isOtherMoney(attempt: StoredAttempt, { receipt }: Pick<PaidMoney, 'receipt'>, line: AccountLine): boolean {
  if (receipt === null) return false
  // A line with its code has paid it on another account: this is money beside it.
  if (line.account !== attempt.account) return true
  // A statement may know the same money by another receipt than its provider does.
  return attempt.receipt === 'proved' && attempt.metBy === null && attempt.receiptKey !== foldedReceipt(receipt)
}

/** Returns why what a provider says of a paid attempt cannot be of its line; `null` where it can. */
function problemOf(
  attempt: StoredAttempt,
  { amount, currency }: PaidOutcome,
  { receipt }: Pick<PaidMoney, 'receipt'>,
  line: AccountLine,
): string | null {
  const isOtherAccount = line.account !== attempt.account
  const isOtherAmount = amount !== undefined && amount !== line.amount
  const isOtherCurrency = currency !== undefined && currency !== line.currency
  const isOtherReceipt =
    receipt !== null && attempt.receipt === 'proved' && attempt.receiptKey !== foldedReceipt(receipt)
  return isOtherAccount || isOtherAmount || isOtherCurrency || isOtherReceipt ? doubts.differs : null
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
 * not known is booked. Money that is not on its line is a line of its own. Where neither can be, nothing is changed, and people look
 * into it.
 */
export async function proveLater(
  context: Pick<Context, 'ids' | 'logger' | 'referencePolicy' | 'timeZone'>,
  reads: MovementReads,
  { former, reported, outcome, rows, now }: LaterReport,
) {
  const { logger, referencePolicy: policy } = context
  const { account } = former
  const fields = { provider: former.provider, attemptId: former.id }
  const dayOfMoney = (instant: string) => dayOf(instant, context.timeZone)
  const withoutMoney = () => {
    const attempt = reported ?? former
    const changed = [...(reported ? [attemptEntry(context, reported, null)] : []), ...rows]
    return changed.length > 0 ? { write: noMoney, rows: changed, stored: () => attempt } : { result: former }
  }
  const leaveToPeople = (doubt: string) => {
    logger.error(doubt, fields)
    return withoutMoney()
  }

  // The account first: another attempt that is paid meanwhile moves it.
  await reads.accounts.read([account])
  const line = await reads.line(former.lineKey!)
  const money = moneyOf(former, outcome, now)
  const { receipt } = money
  if (receipt !== null && (await isReceiptOfOther(reads.finance, former, receipt))) return leaveToPeople(doubts.other)
  if (isOtherMoney(former, money, line)) return paidAgain()
  const problem = problemOf(former, outcome, money, line)
  return problem === null
    ? proveLine({ ...money, amount: line.amount, currency: line.currency })
    : leaveToPeople(problem)

  /** Books money beside the attempt's line: a line that pays what its payment has open, and stands open for people with the rest. */
  async function paidAgain() {
    const valueDate = dayOfMoney(money.bookedAt)
    const existing = await secondLineOf(reads, former, money, valueDate)
    if (existing && !isUncounted(existing)) return withoutMoney()
    const sought = lineOfAttempt(former, money, { direction: 'credit', valueDate })
    if (await isArchivedMoney(reads.finance, account, sought)) return leaveToPeople(doubts.archived)
    const { key } = sought
    // A line of this key is stored, and is no money: none can be stored beside it.
    if (!existing && (await reads.linesOf([key])).has(key)) return leaveToPeople(doubts.duplicate)
    logger.warn('The payer of a paid attempt has paid again; the money is a line of its own.', fields)
    const { payment, siblingsOf, isReceiptTaken } = await paymentOfAttempt(reads, former, receipt ?? undefined)
    const { write, added } = payAttempt(
      { attempt: former, payment },
      money,
      { line: existing, fee: await feeOfMoney(reads, former, money, valueDate) },
      {
        ...{ now, policy, siblingsOf, contested: reads.contested, dayOf: dayOfMoney },
        isReceiptTaken: (one) => isReceiptTaken(one, receipt ?? undefined),
      },
    )
    const { lines, payments, balances } = write
    return {
      write: { ...noMoney, lines, payments, balances: [...balances, raised({ account, currency: money.currency })] },
      marks: await marksOf(reads.finance, account, added),
      rows: [...(reported ? [attemptEntry(context, reported, null)] : []), ...rows],
      stored: () => reported ?? former,
    }
  }

  /** Gives the line a receipt that it had not, and books a fee that was not known. */
  async function proveLine(money: PaidMoney) {
    const { bookedAt: time, isTimed, currency } = money
    const valueDate = dayOfMoney(time)
    const newReceipt = former.receipt === 'proved' ? null : receipt
    const receiptOfLine = former.receipt === 'hint' ? null : (line.providerTransactionId ?? null)
    const moneyOfFee = { ...money, receipt: receipt ?? receiptOfLine }
    const fee = former.feeKey === null ? await feeOfMoney(reads, former, moneyOfFee, valueDate) : null
    if (newReceipt === null && !fee) return withoutMoney()
    const rules = { now, dayOf: dayOfMoney }
    const ofFee = bookFee(former, fee, rules)
    const proof = newReceipt === null ? null : await proofOf(newReceipt)
    if (proof && 'doubt' in proof) return leaveToPeople(proof.doubt)
    const next: StoredAttempt = {
      ...(reported ?? { ...former, updatedAt: now, version: former.version + 1 }),
      ...(newReceipt !== null && ({ receipt: 'proved', receiptKey: foldedReceipt(newReceipt) } as const)),
      ...(fee && knownOfFee(fee)),
      ...(proof && proof.feeMetBy !== null && { feeMetBy: proof.feeMetBy }),
    }
    return {
      write: {
        ...noMoney,
        lines: [...(proof?.lines ?? []), ...ofFee.lines],
        // Another attempt may be paid with this receipt at the same time: the account shows it.
        balances: [...(proof?.balances ?? []), ...ofFee.balances, raised({ account, currency })],
      },
      ...(proof && { chains: proof.chains }),
      marks: await marksOf(reads.finance, account, ofFee.added),
      rows: [attemptEntry(context, next, null), ...rows],
      stored: () => next,
    }

    /**
     * Proves the receipt of the line. What a statement brought before as lines of their own, its money and its fee, is held as a
     * possible duplicate and counts no more.
     */
    async function proofOf(newReceipt: string) {
      const second = await secondLineOf(reads, former, money, valueDate)
      const secondMoney = second && !isUncounted(second) ? second : null
      const storedFee = await secondFeeOf(reads.finance, former, newReceipt)
      const secondFee = storedFee && reads.newestOf([storedFee])[0]!
      const seconds = [secondMoney, secondFee].filter((one) => one !== null)
      const { isClosed, chains } = await daysOfLines(reads.finance, [line, ...seconds])
      const held = seconds.map((one) => (isClosed(one) ? null : heldAsSecond(one, duplicateReasons.receipt, now)))
      if (secondMoney && !held[0]) return { doubt: doubts.twice }
      const heldFee = secondFee ? held.at(-1)! : null
      if (secondFee && !heldFee) logger.error(doubts.feeTwice, fields)
      // A statement that has met the line knows its time better.
      const bookedAt = isTimed && former.metBy === null ? time : null
      const proved = provedLine(line, { receipt: newReceipt, bookedAt, isClosed: isClosed(line) }, rules)
      const balances = seconds.flatMap((one, at) => (held[at] ? movesOfChange(one, held[at].line) : []))
      return {
        lines: [proved, ...held.filter((one) => one !== null)],
        balances: [...balances, ...movesOfChange(line, proved.line)],
        chains,
        feeMetBy: heldFee?.line.key ?? null,
      }
    }
  }
}
