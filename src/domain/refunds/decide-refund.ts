/**
 * Decisions of people about a refund, from the refund and its payment or line as they are now. They are pure, so that a
 * lost race is decided again.
 */
import { PaymentError } from '../../errors.js'
import { isSameActor } from '../actor.js'
import type { Instant } from '../payments/payment.js'
import { timestampProblem } from '../payments/success.js'
import { checkFree } from './create-refund.js'
import type { Refund, RefundStatus } from './refund.js'
import { changedRefund, type RefundNow, type RefundReport, type RefundWrite } from './refund-change.js'
import { selfApproval } from './refusals.js'
import { canChangeRefund, invalidRefundTransition } from './transitions.js'

/** A decision about a refund. `unchanged`: the refund has the status already. */
export type RefundDecision =
  { readonly write: RefundWrite } | { readonly unchanged: Refund } | { readonly refusal: PaymentError }

function change(
  { refund, origin }: RefundNow,
  status: RefundStatus,
  changes: Partial<Refund>,
  report: RefundReport,
): RefundDecision {
  if (!canChangeRefund(refund.status, status)) return { refusal: invalidRefundTransition(refund, status) }
  return { write: changedRefund(refund, origin, { ...changes, status }, report) }
}

/**
 * Approves a refund in the name of a second person. There is no exemption: a refund without a known requester, and an
 * approval without an actor, are refused with `self_approval`.
 */
export function approveRefund(
  refundNow: RefundNow,
  actor: string | null,
  now: Instant,
  isReturn = false,
): RefundDecision {
  const { refund, origin } = refundNow
  if (refund.status === 'pending') return { unchanged: refund }
  if (refund.status !== 'requested') return { refusal: invalidRefundTransition(refund, 'pending') }
  if (actor === null)
    return { refusal: selfApproval('Approval needs the name of a person, so nothing was changed. Give `actor`.') }
  if (refund.requestedBy === null) {
    const message =
      'The person who requested this refund is not known, so no one can approve it. Cancel it, and request it again with an actor.'
    return { refusal: selfApproval(message) }
  }
  if (isSameActor(refund.requestedBy, actor)) {
    return {
      refusal: selfApproval('The person who requested a refund cannot approve it. Another person must approve it.'),
    }
  }
  // A refund of a payment reserves its money from the request on; a refund of a line gets its allocation only here.
  const refusal = 'line' in origin ? checkFree(origin, refund, isReturn) : null
  return refusal ? { refusal } : change(refundNow, 'pending', { approvedBy: actor }, { now })
}

/**
 * Cancels a refund that waits for approval, in the name of the person who rejects it. A refund that was approved
 * already is refused with `invalid_transition`; `cancelRefund` stops it.
 */
export function rejectRefund(refundNow: RefundNow, reason: string, now: Instant): RefundDecision {
  const { refund } = refundNow
  if (refund.status === 'canceled') return { unchanged: refund }
  if (refund.status !== 'requested') {
    const message = `Only a refund that waits for approval can be rejected; this one is ${refund.status}.`
    return { refusal: invalidRefundTransition(refund, 'canceled', message) }
  }
  return change(refundNow, 'canceled', {}, { now, reason })
}

/** Cancels a refund that was withdrawn, or stopped before it was paid out. */
export function cancelRefund(refundNow: RefundNow, reason: string, now: Instant): RefundDecision {
  const { refund } = refundNow
  return refund.status === 'canceled' ? { unchanged: refund } : change(refundNow, 'canceled', {}, { now, reason })
}

/** Marks a refund as failed: the provider refused it, or its money came back. */
export function failRefund(refundNow: RefundNow, reason: string, now: Instant): RefundDecision {
  const { refund } = refundNow
  return refund.status === 'failed' ? { unchanged: refund } : change(refundNow, 'failed', {}, { now, reason })
}

/** The facts of a payout that a person or a provider reports. */
interface Payout {
  readonly paidAt?: Instant | undefined
  readonly providerTransactionId?: string | undefined
}

/** Marks a refund as paid out, as reported. A `paidAt` that cannot be is refused with `invalid_request`. */
export function confirmRefund(
  refundNow: RefundNow,
  { paidAt: reported, providerTransactionId }: Payout,
  now: Instant,
): RefundDecision {
  const { refund } = refundNow
  const problem = reported === undefined ? null : timestampProblem(reported, refund, now, 'refund')
  if (problem !== null) {
    const message = `paidAt ${problem}. Send the time at which the money moved.`
    return {
      refusal: new PaymentError('invalid_request', message, {
        details: { issues: [{ path: 'paidAt', message: problem }] },
      }),
    }
  }
  if (refund.status === 'succeeded') return { unchanged: refund }
  const paidAt = reported ?? now
  const receipt = providerTransactionId !== undefined && { providerTransactionId }
  const evidence = {
    kind: 'confirmation',
    paidAt,
    providerTransactionId: providerTransactionId ?? null,
  } as const
  return change(refundNow, 'succeeded', { paidAt, ...receipt }, { now, evidence })
}
