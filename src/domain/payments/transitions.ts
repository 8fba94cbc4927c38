/** The state changes of a transition, from the payment as it is now: pure, so that a lost race is decided again. */
import { PaymentError } from '../../errors.js'
import { isAfter } from '../instant.js'
import { attemptConflict } from './attempt-conflict.js'
import { invalidTransition } from './invalid-transition.js'
import { isGivenBackUnpaid } from './money-of-lines.js'
import { amountAsked } from './open-amount.js'
import type { Instant, Payment, PaymentStatus } from './payment.js'
import { isSameReceipt } from './receipt-spelling.js'
import { checkReversible } from './reversible.js'
import { type StateChange, failedChange, nextVersion, reversedChange, type TransitionContext } from './state-change.js'
import { timestampProblem, succeed } from './success.js'

/** The caller's facts of the money, already read and checked in themselves. */
interface Confirmation {
  paidAt?: Instant | undefined
  amount?: number | undefined
  currency?: string | undefined
  providerTransactionId?: string | undefined
}

function checkTransition(payment: Payment, to: PaymentStatus): void {
  if (!canTransition(payment.status, to)) {
    throw invalidTransition(
      payment,
      to,
      `A payment that is ${payment.status} cannot become ${to}; nothing was changed. Read it again to see what happened to it.`,
    )
  }
}

function checkPlausible(field: string, instant: Instant | undefined, payment: Payment, now: Instant): void {
  const problem = instant === undefined ? null : timestampProblem(instant, payment, now)
  if (problem === null) return
  throw new PaymentError('invalid_request', `${field} ${problem}. Send the time at which the money moved.`, {
    details: { issues: [{ path: field, message: problem }] },
  })
}

function checkMoney(payment: Payment, confirmation: Confirmation): void {
  const amountToPay = amountAsked(payment)
  const { amount = amountToPay, currency = payment.currency } = confirmation
  if (amount === amountToPay && currency === payment.currency) return
  throw new PaymentError(
    'amount_mismatch',
    'The amount or currency is not the one that was asked for; nothing was changed. Check what was paid.',
    {
      details: {
        paymentId: payment.id,
        expected: { amount: amountToPay, currency: payment.currency },
        received: { amount, currency },
      },
    },
  )
}

/** Makes the error for one receipt of two bills, or for two receipts of one bill. */
export function duplicatePayment(paymentId: string, existingPaymentId: string): PaymentError {
  const message =
    paymentId === existingPaymentId
      ? 'Another provider transaction settled this payment already; nothing was changed. Check the receipt: the money may have come twice.'
      : 'This provider transaction settled another payment already; nothing was changed. Check the receipt.'
  return new PaymentError('duplicate_payment', message, { details: { paymentId, existingPaymentId } })
}

export function confirm(
  payment: Payment,
  confirmation: Confirmation,
  context: TransitionContext,
): readonly StateChange[] {
  const { now } = context
  const { paidAt = now, providerTransactionId } = confirmation
  checkPlausible('paidAt', confirmation.paidAt, payment, now)
  const isSettled = payment.status === 'succeeded'
  if (!isSettled) checkTransition(payment, 'succeeded')
  if (isGivenBackUnpaid(payment)) {
    const message = `A payment that is ${payment.status} and whose money is given back cannot become succeeded. Create a new payment.`
    throw invalidTransition(payment, 'succeeded', message)
  }
  if (payment.status === 'failed' && providerTransactionId === undefined) {
    throw invalidTransition(
      payment,
      'succeeded',
      'A failed payment can become succeeded only with the providerTransactionId that proves it. Send it with the call.',
    )
  }
  checkMoney(payment, confirmation)
  if (isSettled) {
    const firstReceipt = payment.providerTransactionId ?? providerTransactionId
    if (providerTransactionId !== undefined && !isSameReceipt(providerTransactionId, firstReceipt))
      throw duplicatePayment(payment.id, payment.id)
    return []
  }

  const evidence = { kind: 'confirmation', paidAt, providerTransactionId: providerTransactionId ?? null } as const
  return succeed(payment, { paidAt, providerTransactionId, evidence }, context)
}

/** The decision about a living attempt of a payment that ends: `keep` lets it go on. */
export interface AttemptsOfPayment {
  readonly attempts?: 'keep' | undefined
}

/** @throws PaymentError `attempt_conflict` where a provider is taking the payment, and the caller does not let it go on */
function checkAttempts({ attemptId }: Payment, { attempts }: AttemptsOfPayment): void {
  if (attemptId !== null && attempts !== 'keep') throw attemptConflict(attemptId)
}

export function fail(
  payment: Payment,
  reason: string,
  { now }: TransitionContext,
  attempts: AttemptsOfPayment = {},
): readonly StateChange[] {
  if (payment.status === 'failed') return []
  checkTransition(payment, 'failed')
  checkAttempts(payment, attempts)
  return [failedChange(payment, reason, now)]
}

export function expire(payment: Payment, { now }: TransitionContext): readonly StateChange[] {
  if (payment.status === 'expired') return []
  checkTransition(payment, 'expired')
  if (payment.expiresAt !== null && isAfter(payment.expiresAt, now)) {
    throw invalidTransition(
      payment,
      'expired',
      'A payment cannot expire before its expiresAt. Wait, or cancel the payment.',
    )
  }
  if (payment.amountReconciled > 0 || payment.amountWaived > 0) {
    const message = 'A payment that is paid or waived in part cannot expire. Cancel it, and give its money back.'
    throw invalidTransition(payment, 'expired', message, { amountReconciled: payment.amountReconciled })
  }
  checkAttempts(payment, {})
  return [
    {
      payment: nextVersion(payment, now, { status: 'expired' }),
      former: payment,
      type: 'payment.expired',
      previousStatus: payment.status,
      reason: null,
      evidence: null,
    },
  ]
}

/**
 * Cancels a pending payment: it expires now, whatever its `expiresAt` is and whatever came for it. Money that still
 * comes is accepted, and `late`. `canceledAt` stays also then, as `paidAt` does, so that people find payments that were
 * canceled and paid.
 */
export function cancel(
  payment: Payment,
  reason: string,
  { now }: TransitionContext,
  attempts: AttemptsOfPayment = {},
): readonly StateChange[] {
  if (payment.status === 'expired') return []
  checkTransition(payment, 'expired')
  checkAttempts(payment, attempts)
  return [
    {
      payment: nextVersion(payment, now, { status: 'expired', statusReason: reason, expiresAt: now, canceledAt: now }),
      former: payment,
      type: 'payment.expired',
      previousStatus: payment.status,
      reason,
      evidence: null,
    },
  ]
}

/** The reason and time of a reversal. */
interface ReversalReport {
  readonly reason: string
  readonly reversedAt?: Instant | undefined
  /** False where no money went back to the payer. */
  readonly moneyReturned?: boolean | undefined
}

export function reverse(
  payment: Payment,
  { reason, reversedAt, moneyReturned = true }: ReversalReport,
  { now }: TransitionContext,
): readonly StateChange[] {
  checkPlausible('reversedAt', reversedAt, payment, now)
  if (payment.status === 'reversed') return []
  checkTransition(payment, 'reversed')
  const refusal = checkReversible([payment])
  if (refusal) throw refusal
  const money = moneyReturned ? {} : { moneyReturned: false as const }
  return [reversedChange(payment, { reason, reversedAt: reversedAt ?? now, ...money }, now)]
}

/** One allowed change of status; `from: null` is creation. */
export interface PaymentTransition {
  readonly from: PaymentStatus | null
  readonly to: PaymentStatus
}

/**
 * The list of all changes of status; `from: null` is creation. Money that arrives late makes an expired or failed
 * payment succeed. A succeeded payment can only be reversed, as a whole.
 *
 * @example
 * paymentTransitions.filter(({ from }) => from === 'succeeded') // => [{ from: 'succeeded', to: 'reversed' }]
 */
export const paymentTransitions: readonly PaymentTransition[] = Object.freeze(
  (
    [
      [null, 'pending'],
      ['pending', 'succeeded'],
      ['pending', 'failed'],
      ['pending', 'expired'],
      ['expired', 'succeeded'],
      ['failed', 'succeeded'],
      ['succeeded', 'reversed'],
    ] as const
  ).map(([from, to]) => Object.freeze({ from, to })),
)

export function canTransition(from: PaymentStatus, to: PaymentStatus): boolean {
  return paymentTransitions.some((transition) => transition.from === from && transition.to === to)
}
