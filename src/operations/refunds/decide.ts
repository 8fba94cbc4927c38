/** The decisions of people about a refund, and the options of each call. */
import {
  approveRefund,
  cancelRefund,
  confirmRefund,
  failRefund,
  type RefundDecision,
  rejectRefund,
} from '../../domain/refunds/decide-refund.js'
import { isCashAccount } from '../../domain/accounts/account-kind.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { Refund } from '../../domain/refunds/refund.js'
import { isTorn, type RefundNow } from '../../domain/refunds/refund-change.js'
import { refundNotFound } from '../../domain/not-found.js'
import { duplicatePayout } from '../../domain/refunds/refusals.js'
import type { Context } from '../context.js'
import {
  type ApproveRefundOptions,
  approveRefundOptions,
  checkRefundId,
  type ConfirmRefundOptions,
  confirmRefundOptions,
  type RefundReasonOptions,
  endRefundOptions,
} from '../input/refund-calls.js'
import { parse, parseOptions } from '../input/parse.js'
import { invalidRefundTransition } from '../../domain/refunds/transitions.js'
import { refusedByClosing } from '../lines/closed-days.js'
import { successesOf } from '../lines/refunds-of-lines.js'
import { bringsRefundBack } from '../reconciliation/meaning-of-line.js'
import type { Decision } from '../payments/store-changes.js'
import { financeOf } from '../storage.js'
import { RefundReads, refundToStore, storeRefund } from './store-refund.js'
import { refundConflictOf } from './stored-refunds.js'

/** Returns the line that a refund of a line gives money back of. */
function lineOf({ origin }: RefundNow): AccountLine {
  if ('line' in origin) return origin.line
  throw new RangeError('a refund of a payment changes no line')
}

function changeRefund(
  context: Context,
  id: string,
  actor: string | null,
  decide: (refundNow: RefundNow, now: string) => RefundDecision | Promise<RefundDecision | 'again'>,
): Promise<Refund> {
  const finance = financeOf(context)
  const reads = new RefundReads(finance)
  const decideNow = async (): Promise<Decision<Refund>> => {
    const refund = await reads.refund(id)
    if (!refund) throw refundNotFound(id)
    const refundNow = { refund, origin: await reads.originOf(refund) }
    if (isTorn(refundNow)) return 'again'
    const decision = await decide(refundNow, context.now())
    if (decision === 'again') return decision
    if ('refusal' in decision) throw decision.refusal
    if ('unchanged' in decision) return { result: decision.unchanged }
    const { write } = decision
    const { refusal, chains } = await refusedByClosing(finance, write.line ? [write.line] : [], () => lineOf(refundNow))
    if (refusal) throw refusal
    return refundToStore(context, finance, write, { reads, actor, chains })
  }
  return storeRefund(context, reads, decideNow, (conflict) => {
    const { reason, refund } = refundConflictOf(conflict) ?? {}
    if (reason === 'transaction_taken') throw duplicatePayout(id, refund!.id)
    return null
  })
}

export async function approve(context: Context, id: string, options?: ApproveRefundOptions): Promise<Refund> {
  checkRefundId(id)
  const { actor = null } = parseOptions(approveRefundOptions, options)
  return changeRefund(context, id, actor, async (refundNow, now) => {
    // One of a line takes its allocation only now.
    const isToTake = 'line' in refundNow.origin && refundNow.refund.status === 'requested'
    const isReturn = isToTake && (await bringsRefundBack(context, lineOf(refundNow)))
    return isReturn === 'again' ? isReturn : approveRefund(refundNow, actor, now, isReturn)
  })
}

async function end(
  context: Context,
  id: string,
  options: RefundReasonOptions,
  decide: (refundNow: RefundNow, reason: string, now: string) => RefundDecision | Promise<RefundDecision>,
): Promise<Refund> {
  checkRefundId(id)
  const { reason, actor = null } = parse(endRefundOptions, options)
  return changeRefund(context, id, actor, (refundNow, now) => decide(refundNow, reason, now))
}

export function reject(context: Context, id: string, options: RefundReasonOptions): Promise<Refund> {
  return end(context, id, options, rejectRefund)
}

export function cancel(context: Context, id: string, options: RefundReasonOptions): Promise<Refund> {
  return end(context, id, options, cancelRefund)
}

/** Returns true where cash of a counter paid a refund out: its money comes back by a void alone. */
async function isPaidInCash(context: Context, { refund }: RefundNow): Promise<boolean> {
  if (refund.status !== 'succeeded' || refund.amountReconciled === 0) return false
  const success = (await successesOf(financeOf(context), [refund])).get(refund.id)
  return success?.kind === 'statement' && isCashAccount(success.account)
}

export function fail(context: Context, id: string, options: RefundReasonOptions): Promise<Refund> {
  return end(context, id, options, async (refundNow, reason, now) => {
    if (!(await isPaidInCash(context, refundNow))) return failRefund(refundNow, reason, now)
    const message = 'Cash of a counter paid this refund; void the payout instead. Nothing was stored.'
    return { refusal: invalidRefundTransition(refundNow.refund, 'failed', message) }
  })
}

export async function confirm(context: Context, id: string, options?: ConfirmRefundOptions): Promise<Refund> {
  checkRefundId(id)
  const { actor = null, ...payout } = parseOptions(confirmRefundOptions, options)
  return changeRefund(context, id, actor, (refundNow, now) => confirmRefund(refundNow, payout, now))
}
