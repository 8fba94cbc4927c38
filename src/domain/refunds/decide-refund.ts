/** What people do with a refund, given the refund and its payment or line as they are now: pure, so that a lost race is decided again. */
import { PaymentError } from '../../errors.js'
import { isSameActor } from '../actor.js'
import type { Instant } from '../payments/payment.js'
import { timestampProblem } from '../payments/success.js'
import { checkFree } from './create-refund.js'
import type { Refund, RefundStatus } from './refund.js'
import { changedRefund, type RefundNow, type RefundReport, type RefundWrite } from './refund-change.js'
import { selfApproval } from './refusals.js'
import { canChangeRefund, invalidRefundTransition } from './transitions.js'

/** `unchanged`: the refund is so already. */
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

/** A second person agrees; there is no exemption, and who is not named is no second person. */
export function approveRefund(found: RefundNow, actor: string | null, now: Instant, isReturn = false): RefundDecision {
  const { refund, origin } = found
  if (refund.status === 'pending') return { unchanged: refund }
  if (refund.status !== 'requested') return { refusal: invalidRefundTransition(refund, 'pending') }
  if (actor === null) return { refusal: selfApproval('Say who approves the refund: `actor` is required.') }
  if (refund.requestedBy === null) {
    const message =
      'It is not known who asked for this refund, so that no one can approve it; ask for it anew with an actor.'
    return { refusal: selfApproval(message) }
  }
  if (isSameActor(refund.requestedBy, actor)) {
    return { refusal: selfApproval('Who asked for a refund does not approve it; another person has to.') }
  }
  // One of a payment reserves its money since it was asked for; one of a line takes its allocation only now.
  const refusal = 'line' in origin ? checkFree(origin, refund, isReturn) : null
  return refusal ? { refusal } : change(found, 'pending', { approvedBy: actor }, { now })
}

/** A second person does not agree; a refund that is under way already is stopped by `cancelRefund`. */
export function rejectRefund(found: RefundNow, reason: string, now: Instant): RefundDecision {
  const { refund } = found
  if (refund.status === 'canceled') return { unchanged: refund }
  if (refund.status !== 'requested') {
    return { refusal: invalidRefundTransition(refund, 'canceled', 'Only a refund that is requested is rejected.') }
  }
  return change(found, 'canceled', {}, { now, reason })
}

/** It is withdrawn, or stopped before it was paid out. */
export function cancelRefund(found: RefundNow, reason: string, now: Instant): RefundDecision {
  const { refund } = found
  return refund.status === 'canceled' ? { unchanged: refund } : change(found, 'canceled', {}, { now, reason })
}

/** The provider refused it, or the money came back. */
export function failRefund(found: RefundNow, reason: string, now: Instant): RefundDecision {
  const { refund } = found
  return refund.status === 'failed' ? { unchanged: refund } : change(found, 'failed', {}, { now, reason })
}

/** What is reported of a payout. */
export interface Payout {
  readonly paidAt?: Instant | undefined
  readonly providerTransactionId?: string | undefined
}

/** The payout is reported. */
export function confirmRefund(
  found: RefundNow,
  { paidAt: reported, providerTransactionId }: Payout,
  now: Instant,
): RefundDecision {
  const { refund } = found
  const problem = reported === undefined ? null : timestampProblem(reported, refund, now, 'refund')
  if (problem !== null) {
    const message = `paidAt ${problem}; send the time at which the money moved.`
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
  return change(found, 'succeeded', { paidAt, ...receipt }, { now, evidence })
}
