/** Reports about attempts: each is decided on the rows as they are, and stored in one write with the payment and the money. */
import { isLiving, type StoredAttempt } from '../../domain/attempts/attempt.js'
import { moneyOf, payAttempt } from '../../domain/attempts/paid-line.js'
import {
  type AttemptReport,
  letGoInDoubt,
  mayLetGo,
  type ReportedAttempt,
  reportedAttempt,
} from '../../domain/attempts/report.js'
import { freedPayment } from '../../domain/attempts/start.js'
import { dayOf } from '../../domain/calendar.js'
import { foldedReceipt } from '../../domain/payments/receipt-spelling.js'
import { type AccountLine, isUncounted } from '../../domain/reconciliation/account-line.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import type { StoredMessage } from '../../repository/aggregates/messages.js'
import { type MovementReads, storeMovement } from '../accounts/store-movement.js'
import type { Context } from '../context.js'
import { attemptEntry, digestOfJson } from './attempt-entries.js'
import { doneEntry, isNewStill } from './message-entries.js'
import { feeOfMoney, marksOf, raised, storedMoney } from './paid-line.js'
import { paymentOfAttempt } from './payment-of-attempt.js'
import { knownOfFee, noMoney, proveLater } from './prove-later.js'

/** The person who reports, and the message that is done in the same write. */
export interface ReportOptions {
  readonly actor?: string | null
  readonly reason?: string | null
  /** The message of the provider that is done with this report. */
  readonly message?: StoredMessage
  /** The attempt as the call has leased it: decided on unread, because the write is refused where another call has changed it. */
  readonly leased?: StoredAttempt
}

/** Returns the next version without a session that another attempt has. */
function withSession(next: StoredAttempt, former: StoredAttempt, isTaken: boolean): StoredAttempt {
  if (next.session === null || next.session === former.session) return next
  return isTaken ? { ...next, session: former.session } : { ...next, sessionMark: digestOfJson(next.session) }
}

/**
 * Returns what is known of the line of a paid attempt: its receipt, which the provider may not have named, and whether a statement
 * has met it. A line that counted before is of a statement, and no other record meets it.
 */
function knownOfLine(
  receipt: string | null,
  line: AccountLine | null,
): Partial<StoredAttempt> & Pick<StoredAttempt, 'receipt' | 'receiptKey'> {
  const known = receipt ?? line?.providerTransactionId
  const isCounted = line !== null && !isUncounted(line)
  return {
    ...(isCounted && { metBy: line.key }),
    receipt: known === undefined ? 'none' : receipt === null && !isCounted ? 'hint' : 'proved',
    receiptKey: known === undefined ? null : foldedReceipt(known),
  }
}

/** Stores a report about an attempt, and returns the attempt as it is then. */
export async function storeReport(
  context: Context,
  id: string,
  report: AttemptReport,
  { actor = null, reason = null, message, leased }: ReportOptions = {},
): Promise<StoredAttempt> {
  const { logger, timeZone, referencePolicy: policy, providers } = context
  const rows: readonly RowEntry[] = message ? [doneEntry(message)] : []
  const dayOfMoney = (instant: string) => dayOf(instant, timeZone)
  let isSessionTaken = false
  let unread = leased ?? null
  return storeMovement<StoredAttempt>(context, {
    actor,
    async decide(reads, { now }) {
      const former = unread ?? (await reads.attempt(id))
      unread = null
      if (message && !(await isNewStill(reads.finance, message))) return { result: former }
      const polls = providers.get(former.provider)?.polls
      const decided = reportedAttempt(former, report, now, polls)
      const { attempt: reported, verdict, type } = decided
      const attempt = withSession(reported, former, isSessionTaken)
      if (report.outcome.state === 'refused') {
        const { code } = report.outcome
        const fields = { provider: former.provider, attemptId: id, code }
        logger.error('A provider of payments refused the credentials.', fields)
      }
      const isChanged = type !== null || report.call !== null || attempt.session !== former.session
      const { outcome } = report
      if (former.status === 'paid' && outcome.state === 'paid')
        return proveLater(context, reads, { former, reported: isChanged ? attempt : null, outcome, rows, now })
      if (!isChanged && rows.length === 0) return { result: former }
      const event = type && { type, previousStatus: former.status, actor, reason }
      if (verdict.to === 'paid') return paid(reads, former, { ...decided, attempt }, now)
      const ends = !isLiving(attempt) && isLiving(former)
      const payments = ends
        ? freedPayment((await paymentOfAttempt(reads, former, undefined)).payment, former.id, now)
        : []
      return {
        write: { ...noMoney, payments },
        rows: [...(isChanged ? [attemptEntry(context, attempt, event)] : []), ...rows],
        stored: () => (isChanged ? attempt : former),
      }
    },
    refusalOf(conflict) {
      if (conflict.outcome === 'row_taken' && conflict.of === attempts.name && conflict.unique === 'session')
        isSessionTaken = true
      return null
    },
  })

  /** Decides the money of a paid attempt. A receipt that another attempt's line has makes this one unknown. */
  async function paid(reads: MovementReads, former: StoredAttempt, { attempt, verdict }: ReportedAttempt, now: string) {
    if (verdict.to !== 'paid') throw new RangeError('the attempt is not paid')
    const money = moneyOf(former, verdict.outcome, now)
    const valueDate = dayOfMoney(money.bookedAt)
    // The account first: another attempt that is paid meanwhile moves it.
    await reads.accounts.read([former.account])
    const [stored, { payment, siblingsOf, isReceiptTaken }] = await Promise.all([
      storedMoney(reads, former, money, valueDate),
      paymentOfAttempt(reads, former, money.receipt ?? undefined),
    ])
    if ('doubt' in stored) {
      logger.error(stored.doubt, { provider: former.provider, attemptId: id })
      return mayLetGo(former, report) ? letGo(reads, former, attempt, now) : doubtful(former, attempt)
    }
    const { line } = stored
    const receiptOfLine = line && !isUncounted(line) ? (line.providerTransactionId ?? null) : null
    const fee = await feeOfMoney(reads, former, { ...money, receipt: money.receipt ?? receiptOfLine }, valueDate)
    const ended = freedPayment(payment, former.id, now)
    const decision = payAttempt(
      { attempt: former, payment: ended.at(-1)?.payment ?? payment },
      money,
      { line, fee },
      {
        ...{ now, policy, siblingsOf, contested: reads.contested, dayOf: dayOfMoney },
        isReceiptTaken: (one) => isReceiptTaken(one, money.receipt ?? undefined),
      },
    )
    const { lineKey, lines, payments, balances } = decision.write
    const next: StoredAttempt = {
      ...attempt,
      lineKey,
      ...knownOfLine(money.receipt, line),
      ...knownOfFee(fee),
    }
    const event = { type: 'attempt.paid', previousStatus: former.status, actor, reason } as const
    return {
      write: {
        ...{ session: null, lines, payments: [...ended, ...payments], refunds: [] },
        // Another attempt may be paid with the same receipt, or take the same line, at the same time: the account shows it.
        balances: [...balances, raised({ account: former.account, currency: money.currency })],
      },
      marks: await marksOf(reads.finance, former.account, decision.added),
      rows: [attemptEntry(context, next, event), ...rows],
      stored: () => next,
    }
  }

  /** Lets an attempt go in the name of a person, although its provider says that it is paid. */
  async function letGo(reads: MovementReads, former: StoredAttempt, reported: StoredAttempt, now: string) {
    const next = letGoInDoubt(reported)
    const event = { type: 'attempt.abandoned', previousStatus: former.status, actor, reason } as const
    const { payment } = await paymentOfAttempt(reads, former, undefined)
    return {
      write: { ...noMoney, payments: freedPayment(payment, former.id, now) },
      rows: [attemptEntry(context, next, event), ...rows],
      stored: () => next,
    }
  }

  /** Leaves an attempt to people: it is unknown, and its provider is asked no more. A failed one stays as it is. */
  function doubtful(former: StoredAttempt, reported: StoredAttempt) {
    const status = isLiving(former) ? 'unknown' : former.status
    const isChanged = status !== former.status
    const next: StoredAttempt = {
      ...reported,
      status,
      phone: former.phone,
      failure: former.failure,
      events: former.events + (isChanged ? 1 : 0),
      ...{ pollAt: null, wokenAt: null, nextCheckAt: null },
    }
    const event = isChanged
      ? ({ type: 'attempt.unknown', previousStatus: former.status, actor, reason } as const)
      : null
    return {
      write: noMoney,
      rows: [attemptEntry(context, next, event), ...rows],
      stored: () => next,
    }
  }
}
