import type { Instant, Instructions } from '../payments/payment.js'
import type { JsonObject } from './provider.js'

/**
 * The state of an attempt. `starting`: it is stored, and the provider has not answered yet; `pending`: the payer can pay;
 * `unknown`: its outcome is not known; `paid` and `failed` are its ends. Money that comes after all makes a failed one `paid`.
 */
export type AttemptStatus = 'starting' | 'pending' | 'paid' | 'failed' | 'unknown'

export const attemptStatuses: readonly AttemptStatus[] = ['starting', 'pending', 'paid', 'failed', 'unknown']

/** An attempt to take a payment by a provider. It has no phone, no page to return to and no session of the provider. */
export interface Attempt {
  /** `att_…` */
  readonly id: string
  readonly paymentId: string
  /** The provider's name: its key in the option `providers`. */
  readonly provider: string
  /** The account on which the provider's money is booked. */
  readonly account: string
  /** Integer, minor units. */
  readonly amount: number
  readonly currency: string
  readonly status: AttemptStatus
  /** The provider's instructions for the payer; `null` where it gave none. */
  readonly instructions: Instructions | null
  /** The reason for which it failed, and whether a new attempt may succeed. */
  readonly failure: { readonly code: string; readonly retry: boolean } | null
  /** The line of its money; `null` until it is paid. */
  readonly lineKey: string | null
  /** The number of times that the provider was asked for its status. */
  readonly checks: number
  /** The time at which the provider is asked next; `null` where it is not asked any more by itself. */
  readonly nextCheckAt: Instant | null
  readonly createdBy: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly version: number
}

/** The receipt of an attempt's line: none, one that only a hint named, or one that is proved. */
export type AttemptReceipt = 'none' | 'hint' | 'proved'

/** An attempt as it is stored, with all that no reader sees. */
export interface StoredAttempt extends Attempt {
  /** The reference of the payment. */
  readonly paymentReference: string
  /** The text that the payer and the statement see. */
  readonly reference: string
  /** Ten letters and digits of this attempt alone. */
  readonly code: string
  readonly phone: string | null
  /** True where the caller gave a phone; without it nothing is sent again. */
  readonly hadPhone: boolean
  /** The digest of the phone and the attempt's id, for a repeated key; `null` without phone or key, and once the payer is erased. */
  readonly phoneMark: string | null
  readonly returnUrl: string | null
  /** True where the provider has answered the start; else its answer was lost, or is not there yet. */
  readonly isAnswered: boolean
  readonly session: JsonObject | null
  /** The digest of the session, which one attempt of a provider has. */
  readonly sessionMark: string | null
  readonly receipt: AttemptReceipt
  /** The receipt of its line in small letters, proved or not; `null` where it has none. */
  readonly receiptKey: string | null
  /** The key that the line of a statement has which met its line; `null` until one did. */
  readonly metBy: string | null
  /** The key of the line of the provider's fee; `null` where there is none. */
  readonly feeKey: string | null
  /** The key that the debit of a statement has which met the fee's line; `null` until one did. */
  readonly feeMetBy: string | null
  /** The number of polls that are spent. */
  readonly polls: number
  /** The time of the next poll; `null` where none is left. */
  readonly pollAt: Instant | null
  /** The number of wakes, and whether one of them waits. */
  readonly wakes: number
  readonly wokenAt: Instant | null
  /** The time until which one caller alone calls the provider; `null` while there is none. */
  readonly leasedUntil: Instant | null
  /** The number of its events. */
  readonly events: number
  /** The caller's key, as long as it is taken, and the digest of the request without its phone. */
  readonly requestKey: string | null
  readonly fingerprint: string
}

/** Returns true for an attempt that may still be paid or fail: it holds its payment. */
export function isLiving({ status }: Pick<Attempt, 'status'>): boolean {
  return status === 'starting' || status === 'pending' || status === 'unknown'
}

/** The code of the failure of an attempt that a person gave up. */
export const abandoned = 'abandoned'

/** Returns what readers see of an attempt. */
export function shownAttempt(stored: StoredAttempt): Attempt {
  const { id, paymentId, provider, account, amount, currency, status, instructions, failure, lineKey } = stored
  const { checks, nextCheckAt, createdBy, createdAt, updatedAt, version } = stored
  return {
    ...{ id, paymentId, provider, account, amount, currency, status, instructions, failure, lineKey },
    ...{ checks, nextCheckAt, createdBy, createdAt, updatedAt, version },
  }
}
