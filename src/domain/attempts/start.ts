/** The start of an attempt: its refusals, in the order of the contract, and its first version. */
import { PaymentError } from '../../errors.js'
import { propertyOf } from '../../internal/property-of.js'
import { minorUnitExponent } from '../currencies.js'
import { invalidRequest } from '../issue.js'
import { attemptConflict } from '../payments/attempt-conflict.js'
import { invalidTransition } from '../payments/invalid-transition.js'
import { openAmount } from '../payments/open-amount.js'
import type { Instant, Payment } from '../payments/payment.js'
import { nextVersion, type StateChange } from '../payments/state-change.js'
import { allocationExceeds } from '../reconciliation/line-refusals.js'
import type { StoredAttempt } from './attempt.js'
import { firstPoll, later } from './polls.js'
import type { AttemptRequest, Provider } from './provider.js'

/** The letters and digits of codes: none of them looks like another. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The random bytes of a code. */
export const codeBytes = 10

/** Makes a code of random bytes, a letter or digit of each. */
export function codeOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => letters.charAt(byte & 31)).join('')
}

/** The milliseconds for which one caller alone may call the provider of an attempt. */
export const leaseMs = 60_000

/** The milliseconds after which a call of a provider ends. */
export const callMs = 30_000

/** Returns true where a provider threw that it has surely started nothing: any error with this code. */
export function isUnavailable(error: unknown): boolean {
  return propertyOf(error, 'code') === 'provider_unavailable'
}

/** A request for an attempt, read and checked in itself. */
export interface AttemptStart {
  readonly amount?: number | undefined
  readonly phone: string | null
  readonly returnUrl: string | null
  readonly createdBy: string | null
}

function checkLimits(amount: number, currency: string, { limits = {} }: Provider): void {
  const { wholeUnits = false, min, max } = limits
  const unit = 10 ** (minorUnitExponent(currency) ?? 0)
  const message =
    wholeUnits && amount % unit !== 0
      ? 'must be whole units of the currency, because the provider takes no parts of them'
      : min !== undefined && amount < min
        ? `must be at least ${min} minor units, because the provider takes no less`
        : max !== undefined && amount > max
          ? `must be at most ${max} minor units, because the provider takes no more`
          : null
  if (message !== null) throw invalidRequest([{ path: 'amount', message }])
}

/**
 * Returns the amount of a new attempt.
 *
 * @throws PaymentError `invalid_transition` for a payment that is not pending, `allocation_exceeds` for more than is open of it,
 *   `unsupported_currency`, `invalid_request` for an amount outside the provider's limits, `attempt_conflict`
 */
export function amountOfStart(payment: Payment, amountOfCall: number | undefined, provider: Provider): number {
  if (payment.status !== 'pending') {
    const message = `Only a pending payment can be taken by a provider; this one is ${payment.status}. Nothing was started.`
    throw invalidTransition(payment, 'succeeded', message)
  }
  const open = openAmount(payment)
  const amount = amountOfCall ?? open
  if (amount > open || amount < 1) throw allocationExceeds([{ path: 'amount', open, asked: `${amount}` }])
  const { currencies } = provider.limits ?? {}
  if (currencies && !currencies.includes(payment.currency)) {
    throw new PaymentError('unsupported_currency', 'The provider does not take this currency. Use another provider.', {
      details: { supported: [...currencies] },
    })
  }
  checkLimits(amount, payment.currency, provider)
  if (payment.attemptId !== null) throw attemptConflict(payment.attemptId)
  return amount
}

/** Returns true where the provider takes a reference as the text that the payer sees. */
export function takesReference({ limits }: Provider, reference: string): boolean {
  const shape = limits?.reference
  // A sticky or global expression would begin behind its last match.
  return shape === undefined || new RegExp(shape.source, shape.flags.replace(/[gy]/g, '')).test(reference)
}

/** The parts of a new attempt that the caller of the domain makes. */
export interface NewAttempt {
  readonly id: string
  readonly code: string
  /** True where no other payment has the payment's reference. */
  readonly isReferenceAlone: boolean
  readonly requestKey: string | null
  readonly fingerprint: string
  readonly phoneMark: string | null
  readonly now: Instant
}

/** Makes the first version of an attempt; its caller alone may call the provider for a minute. */
export function startedAttempt(
  payment: Payment,
  provider: Provider,
  { amount, phone, returnUrl, createdBy }: AttemptStart & { readonly amount: number },
  { id, code, isReferenceAlone, requestKey, fingerprint, phoneMark, now }: NewAttempt,
): StoredAttempt {
  const isSent = isReferenceAlone && takesReference(provider, payment.reference)
  return {
    id,
    paymentId: payment.id,
    provider: provider.name,
    account: provider.account,
    amount,
    currency: payment.currency,
    status: 'starting',
    instructions: null,
    failure: null,
    lineKey: null,
    checks: 0,
    createdBy,
    createdAt: now,
    updatedAt: now,
    paymentReference: payment.reference,
    reference: isSent ? payment.reference : code,
    code,
    phone,
    hadPhone: phone !== null,
    phoneMark,
    returnUrl,
    isAnswered: false,
    session: null,
    sessionMark: null,
    receipt: 'none',
    receiptKey: null,
    metBy: null,
    feeKey: null,
    feeMetBy: null,
    ...firstPoll(now, provider.polls),
    leasedUntil: later(now, leaseMs),
    events: 1,
    requestKey,
    fingerprint,
    version: 1,
  }
}

/** Makes the change of a payment by which an attempt begins or ends; its status stays. */
export function attemptOfPayment(former: Payment, attemptId: string | null, now: Instant): StateChange {
  const { statusReason } = former
  return {
    payment: nextVersion(former, now, { attemptId, ...(statusReason !== undefined && { statusReason }) }),
    former,
    type: attemptId === null ? 'payment.attempt_ended' : 'payment.attempt_started',
    previousStatus: former.status,
    reason: null,
    evidence: null,
  }
}

/** Makes the change by which a payment is free of an attempt that has ended; none where it is free already. */
export function freedPayment(payment: Payment, attemptId: string, now: Instant): readonly StateChange[] {
  return payment.attemptId === attemptId ? [attemptOfPayment(payment, null, now)] : []
}

/** Returns what a provider is given of an attempt. */
export function requestOf(attempt: StoredAttempt): AttemptRequest {
  const { id, paymentId, reference, code, amount, currency, phone, returnUrl, createdAt } = attempt
  return { id, paymentId, reference, code, amount, currency, phone, returnUrl, createdAt }
}
