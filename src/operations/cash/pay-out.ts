import { decidePayOut } from '../../domain/cash/pay-out.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { isTorn, type RefundNow } from '../../domain/refunds/refund-change.js'
import type { Refund } from '../../domain/refunds/refund.js'
import { refundNotFound } from '../../domain/not-found.js'
import { isRefundId } from '../../domain/id.js'
import type { Context } from '../context.js'
import { type CashKeyOptions, keyOptions, payOutRequest, type PayOutRequest } from '../input/cash-calls.js'
import { parse, parseOptions } from '../input/parse.js'
import { lineOf } from '../lines/find-lines.js'
import { readPayments } from '../lines/payments-of-lines.js'
import { lineKeysOfRefunds, paymentIdsOfRefunds, refundsNamed, withOrigins } from '../lines/refunds-of-lines.js'
import { findRefund } from '../refunds/stored-refunds.js'
import { financeOf } from '../storage.js'
import { cashActor } from './people.js'
import { keyedCall } from '../request-key.js'
import { type MovementReads, storeMovement } from '../accounts/store-movement.js'

/** The result of a payout; `refund` is `null` where the cash was for a category. */
export interface PaidOut {
  readonly line: AccountLine
  readonly refund: Refund | null
}

/**
 * Reads a refund with what it gives money back of; `null` where others changed some of it between the reads.
 *
 * @throws PaymentError `refund_not_found`
 */
async function refundNowOf(
  { finance, shownRefunds, shownPayments, linesOf }: MovementReads,
  id: string,
): Promise<RefundNow | null> {
  const [refund] = isRefundId(id)
    ? await refundsNamed(finance, [{ to: 'refund', refundId: id, amount: 1 }], shownRefunds)
    : []
  if (!refund) throw refundNotFound(id)
  const { payments } = await readPayments(finance, { ids: paymentIdsOfRefunds([refund]), shownPayments })
  const refundNow = withOrigins([refund], payments, await linesOf(lineKeysOfRefunds([refund])))?.get(refund.id)
  return refundNow && !isTorn(refundNow) ? refundNow : null
}

async function paidOutBefore(context: Context, lineKey: string, refundId: string | undefined): Promise<PaidOut> {
  const finance = financeOf(context)
  const line = await lineOf(finance, lineKey)
  return { line, refund: refundId === undefined ? null : await findRefund(finance, refundId) }
}

export async function payOutCash(context: Context, input: PayOutRequest, options?: CashKeyOptions): Promise<PaidOut> {
  const request = parse(payOutRequest, input)
  const { idempotencyKey } = parseOptions(keyOptions, options)
  const { sessionId, refundId, category, amount, reason = null, actor } = request
  return storeMovement<PaidOut>(context, {
    actor,
    keyed: keyedCall('cash', idempotencyKey, ['payOut', sessionId, refundId, category, amount, reason]),
    answer: (lineKey) => paidOutBefore(context, lineKey, refundId),
    async decide(reads, origin) {
      const session = await reads.session(sessionId)
      const { balance } = await reads.balance(session.account, session.currency)
      const refundNow = refundId === undefined ? null : await refundNowOf(reads, refundId)
      if (refundId !== undefined && !refundNow) return 'again'
      const purpose = refundNow ? { refundNow } : { category: category!, amount: amount! }
      const facts = { session, balance, reason }
      const { line, ...write } = decidePayOut(purpose, cashActor(context, request), facts, origin)
      return { write, subject: line.key, stored: () => ({ line, refund: write.refunds[0]?.refund ?? null }) }
    },
  })
}
