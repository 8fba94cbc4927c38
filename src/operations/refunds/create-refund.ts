import { PaymentError } from '../../errors.js'
import { createRefund as decideRefund, draftRefund } from '../../domain/refunds/create-refund.js'
import { payoutReference, payoutReferenceBytes } from '../../domain/refunds/payout-reference.js'
import type { Refund } from '../../domain/refunds/refund.js'
import type { Context } from '../context.js'
import {
  type CreateRefundOptions,
  createRefundOptions,
  type CreateRefundRequest,
  createRefundRequest,
} from '../input/refund-calls.js'
import { parse, parseOptions } from '../input/parse.js'
import { bringsRefundBack } from '../reconciliation/meaning-of-line.js'
import { hostAnswer } from '../host-answer.js'
import { fingerprintOf, idempotencyConflict } from '../idempotent-request.js'
import type { Conflict } from '../payments/store-changes.js'
import { financeOf } from '../storage.js'
import type { Idempotency } from './refund-entries.js'
import { RefundReads, refundToStore, storeRefund } from './store-refund.js'
import { refundConflictOf, refundOfKey } from './stored-refunds.js'

/** Returns the refund of the first call with the key, as it is now; a call with other fields is refused. */
function refundOfFirstCall(
  { refund, fingerprint }: { refund: Refund; fingerprint: string },
  idempotency: Idempotency,
): Refund {
  if (fingerprint === idempotency.fingerprint) return refund
  throw idempotencyConflict()
}

/** Makes the function that decides whether a second person has to agree. It calls the host's function once. */
function approvalOf({ refundApproval }: Context): (draft: Refund) => boolean {
  let answer: boolean | null = null
  return (draft) => {
    answer ??= hostAnswer('refundApproval', () => refundApproval?.({ ...draft }) ?? false)
    return answer
  }
}

export async function createRefund(
  context: Context,
  input: CreateRefundRequest,
  options?: CreateRefundOptions,
): Promise<Refund> {
  const request = parse(createRefundRequest, input)
  const { idempotencyKey, actor = null } = parseOptions(createRefundOptions, options)
  const { paymentId = null, lineKey = null, amount, reason, note } = request
  const fields = [paymentId, lineKey, amount, reason, note, request.reference]
  const finance = financeOf(context)
  const idempotency = idempotencyKey === undefined ? null : { key: idempotencyKey, fingerprint: fingerprintOf(fields) }
  const reads = new RefundReads(finance)
  const needsApproval = approvalOf(context)
  // One for all tries: what `refundApproval` was shown is what is stored.
  const id = context.ids.refund()
  const reference = request.reference ?? payoutReference(context.random(payoutReferenceBytes))

  /** Finds the result of an earlier call with the key, or `null`. */
  const findEarlier = async () => {
    const firstCall = idempotency && (await refundOfKey(finance, idempotency.key))
    return firstCall ? { result: refundOfFirstCall(firstCall, idempotency) } : null
  }

  const decideAnew = async () => {
    const origin = await reads.originOf({ paymentId, lineKey })
    const isReturn = 'line' in origin && (await bringsRefundBack(context, origin.line))
    if (isReturn === 'again') return isReturn
    const draft = { id, amount, reason, ...(note !== undefined && { note }), reference, requestedBy: actor }
    const decision = decideRefund(draftRefund(draft, origin, context.now()), origin, needsApproval, isReturn)
    if ('refusal' in decision) throw decision.refusal
    return refundToStore(context, finance, decision.write, { reads, actor, idempotency })
  }

  // Before the money: a call that is repeated is answered even where nothing more can be given back.
  const decide = async () =>
    (await findEarlier()) ??
    decideAnew().catch(async (error: unknown) => {
      // The first call may have been stored since the key was looked up, and what it took is missing now.
      const isRefusal = error instanceof PaymentError && !error.retryable
      const first = isRefusal ? await findEarlier() : null
      if (first) return first
      throw error
    })

  const answerTo = (conflict: Conflict) => {
    const { reason, refund, fingerprint } = refundConflictOf(conflict) ?? {}
    return reason === 'key_taken'
      ? refundOfFirstCall({ refund: refund!, fingerprint: fingerprint! }, idempotency!)
      : null
  }
  return storeRefund(context, reads, decide, answerTo)
}
