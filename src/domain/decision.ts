/** What a wish for a transition comes to, given the payment as it is now: pure, so that a lost race is simply decided again. */
import { PaymentError } from '../errors.js'
import type { Evidence, PaymentEventType } from './event.js'
import { dayMs, isAfter, millisecondsOf } from './instant.js'
import { canTransition, duplicateReference, type ReferencePolicy, superseded } from './lifecycle.js'
import type { Instant, Payment, PaymentStatus } from './payment.js'

/** One payment's next version and what its event will tell. */
export interface Step {
  payment: Payment
  type: PaymentEventType
  previousStatus: PaymentStatus
  reason: string | null
  evidence: Evidence | null
}

/** Steps to store together, in this order, the payment asked for last; none when it is in the wanted status already. */
export type Decision = readonly Step[]

/** What the caller says of the money; already read and checked by itself. */
export interface Confirmation {
  paidAt?: Instant | undefined
  amount?: number | undefined
  currency?: string | undefined
  providerTransactionId?: string | undefined
}

export interface Surroundings {
  now: Instant
  policy: ReferencePolicy
  /** The other payments of the same reference, where they matter (`needsSiblings`). */
  siblings: readonly Payment[]
}

const mostAheadMs = dayMs
const mostBeforeCreationMs = 366 * dayMs

function invalidTransition({ id, status }: Payment, to: PaymentStatus, message: string): PaymentError {
  return new PaymentError('invalid_transition', message, { details: { paymentId: id, from: status, to } })
}

function checkTransition(payment: Payment, to: PaymentStatus): void {
  if (!canTransition(payment.status, to)) {
    throw invalidTransition(
      payment,
      to,
      `A ${payment.status} payment cannot become ${to}; read it again to see what happened to it.`,
    )
  }
}

/** Years of another calendar, and dates typed wrongly, land far from the payment's own time. */
function checkPlausible(field: string, instant: Instant | undefined, { createdAt }: Payment, now: Instant): void {
  if (instant === undefined) return
  const ms = millisecondsOf(instant)
  const problem =
    ms > millisecondsOf(now) + mostAheadMs
      ? 'is more than 24 hours ahead of the clock'
      : ms < millisecondsOf(createdAt) - mostBeforeCreationMs
        ? 'is more than 366 days before the payment was created'
        : null
  if (problem === null) return
  throw new PaymentError('invalid_request', `${field} ${problem}; send the time at which the money moved.`, {
    details: { issues: [{ path: field, message: problem }] },
  })
}

function checkMoney(payment: Payment, { amount = payment.amount, currency = payment.currency }: Confirmation): void {
  if (amount === payment.amount && currency === payment.currency) return
  throw new PaymentError(
    'amount_mismatch',
    'The amount or currency is not the one that was asked for; nothing was changed.',
    {
      details: {
        paymentId: payment.id,
        expected: { amount: payment.amount, currency: payment.currency },
        received: { amount, currency },
      },
    },
  )
}

/** One receipt for two bills, or two receipts for one bill. */
export function duplicatePayment(paymentId: string, existingPaymentId: string): PaymentError {
  const message =
    paymentId === existingPaymentId
      ? 'Another provider transaction settled this payment already; the money came twice.'
      : 'This provider transaction settled another payment already; check the receipt.'
  return new PaymentError('duplicate_payment', message, { details: { paymentId, existingPaymentId } })
}

/** The next version of a payment; `statusReason` is only kept when it is given again. */
function nextVersion(payment: Payment, now: Instant, changes: Partial<Payment>): Payment {
  const { statusReason: _former, ...kept } = payment
  return { ...kept, updatedAt: now, version: payment.version + 1, ...changes }
}

function failedStep(payment: Payment, reason: string, now: Instant): Step {
  return {
    payment: nextVersion(payment, now, { status: 'failed', statusReason: reason }),
    type: 'payment.failed',
    previousStatus: payment.status,
    reason,
    evidence: null,
  }
}

/** Whether `confirm` must know the other payments of the reference: one of them may have been paid meanwhile. */
export function needsSiblings({ status }: Payment): boolean {
  return status === 'expired' || status === 'failed'
}

export function confirm(
  payment: Payment,
  confirmation: Confirmation,
  { now, policy, siblings }: Surroundings,
): Decision {
  const { paidAt = now, providerTransactionId } = confirmation
  checkPlausible('paidAt', confirmation.paidAt, payment, now)
  const settled = payment.status === 'succeeded'
  if (!settled) checkTransition(payment, 'succeeded')
  if (payment.status === 'failed' && providerTransactionId === undefined) {
    throw invalidTransition(
      payment,
      'succeeded',
      'A failed payment becomes succeeded only with the providerTransactionId that proves it.',
    )
  }
  checkMoney(payment, confirmation)
  if (settled) {
    const known = payment.providerTransactionId ?? providerTransactionId
    if (providerTransactionId !== undefined && providerTransactionId !== known)
      throw duplicatePayment(payment.id, payment.id)
    return []
  }

  const paidTwice = siblings.some(({ status }) => status === 'succeeded')
  const holders = policy === 'one-live' && !paidTwice ? siblings.filter(({ status }) => status === 'pending') : []
  const succeeded: Step = {
    payment: nextVersion(payment, now, {
      status: 'succeeded',
      paidAt,
      late: payment.expiresAt !== null && isAfter(paidAt, payment.expiresAt),
      ...(paidTwice && { statusReason: duplicateReference }),
      ...(providerTransactionId !== undefined && { providerTransactionId }),
    }),
    type: 'payment.succeeded',
    previousStatus: payment.status,
    reason: paidTwice ? duplicateReference : null,
    evidence: { kind: 'confirmation', paidAt, providerTransactionId: providerTransactionId ?? null },
  }
  // The pending one lets go of the reference before the paid one takes it.
  return [...holders.map((holder) => failedStep(holder, superseded, now)), succeeded]
}

export function fail(payment: Payment, reason: string, { now }: Surroundings): Decision {
  if (payment.status === 'failed') return []
  checkTransition(payment, 'failed')
  return [failedStep(payment, reason, now)]
}

export function expire(payment: Payment, { now }: Surroundings): Decision {
  if (payment.status === 'expired') return []
  checkTransition(payment, 'expired')
  if (payment.expiresAt !== null && isAfter(payment.expiresAt, now)) {
    throw invalidTransition(payment, 'expired', 'A payment does not expire before its expiresAt.')
  }
  return [
    {
      payment: nextVersion(payment, now, { status: 'expired' }),
      type: 'payment.expired',
      previousStatus: payment.status,
      reason: null,
      evidence: null,
    },
  ]
}

export function reverse(
  payment: Payment,
  reason: string,
  reversedAt: Instant | undefined,
  { now }: Surroundings,
): Decision {
  checkPlausible('reversedAt', reversedAt, payment, now)
  if (payment.status === 'reversed') return []
  checkTransition(payment, 'reversed')
  return [
    {
      payment: nextVersion(payment, now, { status: 'reversed', statusReason: reason, reversedAt: reversedAt ?? now }),
      type: 'payment.reversed',
      previousStatus: payment.status,
      reason,
      evidence: null,
    },
  ]
}
