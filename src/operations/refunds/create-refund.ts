import { PaymentError } from '../../errors.js'
import { sha256 } from '../../internal/sha256.js'
import { hex } from '../../internal/encoding.js'
import { createRefund as decideRefund, draftRefund } from '../../domain/refunds/create-refund.js'
import { payoutReference, payoutReferenceBytes } from '../../domain/refunds/payout-reference.js'
import type { Refund } from '../../domain/refunds/refund.js'
import type { RefundEntry } from '../../repository/refund-port.js'
import type { Context } from '../context.js'
import {
  type CreateRefundOptions,
  createRefundOptions,
  type CreateRefundRequest,
  createRefundRequest,
} from '../input/refund-calls.js'
import { parse, parseOptions } from '../input/parse.js'
import { bringsRefundBack } from '../reconciliation/meaning-of-line.js'
import type { Conflict } from '../payments/store-changes.js'
import { financeOf } from '../storage.js'
import { RefundReads, refundToStore, storeRefund } from './store-refund.js'

type Request = ReturnType<typeof readRequest>

function readRequest(input: unknown) {
  return parse(createRefundRequest, input)
}

/** The caller's own fields: a retry is recognised, and a changed request is, too. */
function fingerprintOf({ paymentId, lineKey, amount, reason, note, reference }: Request): string {
  const fields = [paymentId, lineKey, amount, reason, note, reference].map((value) => value ?? null)
  return hex(sha256(JSON.stringify(fields)))
}

/** The refund of the first call with the key, as it is now. */
function replayed(
  { refund, fingerprint }: { refund: Refund; fingerprint: string },
  asked: NonNullable<RefundEntry['idempotency']>,
): Refund {
  if (fingerprint === asked.fingerprint) return refund
  const message = 'This idempotency key was used for a different request; use a new key.'
  throw new PaymentError('idempotency_conflict', message)
}

/** Whether a second person has to agree: what the host's function says, asked once a call. */
function approvalOf({ refundApproval }: Context): (draft: Refund) => boolean {
  let answer: boolean | null = null
  return (draft) => {
    if (answer !== null) return answer
    let given: unknown
    try {
      given = refundApproval?.({ ...draft }) ?? false
    } catch (cause) {
      throw new PaymentError('internal_error', 'refundApproval threw; nothing was stored.', { cause })
    }
    if (typeof given !== 'boolean') {
      throw new PaymentError('internal_error', 'refundApproval must return true or false; nothing was stored.')
    }
    return (answer = given)
  }
}

export async function createRefund(
  context: Context,
  input: CreateRefundRequest,
  options?: CreateRefundOptions,
): Promise<Refund> {
  const request = readRequest(input)
  const { idempotencyKey, actor = null } = parseOptions(createRefundOptions, options)
  const { paymentId = null, lineKey = null, amount, reason, note } = request
  const finance = financeOf(context)
  const idempotency = idempotencyKey === undefined ? null : { key: idempotencyKey, fingerprint: fingerprintOf(request) }
  const reads = new RefundReads(finance)
  const needsApproval = approvalOf(context)
  // One for all tries: what `refundApproval` was shown is what is stored.
  const id = context.ids.refund()
  const reference = request.reference ?? payoutReference(context.random(payoutReferenceBytes))

  /** What an earlier call with the key made, or `null`. */
  const earlier = async () => {
    const used = idempotency && (await finance.refundOfKey(idempotency.key))
    return used ? { result: replayed(used, idempotency) } : null
  }

  const decideAnew = async () => {
    const origin = await reads.originOf({ paymentId, lineKey })
    const isReturn = 'line' in origin && (await bringsRefundBack(context, origin.line))
    if (isReturn === 'again') return isReturn
    const wanted = { id, amount, reason, ...(note !== undefined && { note }), reference, requestedBy: actor }
    const decision = decideRefund(draftRefund(wanted, origin, context.now()), origin, needsApproval, isReturn)
    if ('refusal' in decision) throw decision.refusal
    return refundToStore(context, finance, decision.write, { reads, actor, idempotency })
  }

  // Before the money: a call that is repeated is answered even where nothing more can be given back.
  const decide = async () =>
    (await earlier()) ??
    decideAnew().catch(async (error: unknown) => {
      // The first call may have been stored since the key was looked up, and what it took is missing now.
      const isRefusal = error instanceof PaymentError && !error.retryable
      const first = isRefusal ? await earlier() : null
      if (first) return first
      throw error
    })

  const answerTo = (conflict: Conflict) =>
    conflict.outcome === 'refund_key_taken' ? replayed(conflict, idempotency!) : null
  return storeRefund(context, reads, decide, answerTo)
}
