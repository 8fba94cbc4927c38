/** A day of an account that finance has closed: what came, what it went to, and what is still open. */
import type { Instant, PaymentStatus } from '../payments/payment.js'
import type { AccountLine, Allocation } from '../reconciliation/account-line.js'
import type { RefundStatus } from '../refunds/refund.js'

/** What a day's money of one direction went to; amounts are exact decimal digits in minor units. */
export interface DayAllocation {
  readonly direction: AccountLine['direction']
  readonly to: Allocation['to']
  /** `null` unless `to` is `'category'`. */
  readonly category: string | null
  readonly amount: string
}

/** One currency of a closed day; amounts are exact decimal digits in minor units. */
export interface ClosingCurrency {
  readonly currency: string
  /** `null` where no statement says it. */
  readonly opening: string | null
  readonly closing: string | null
  readonly credits: string
  readonly debits: string
  readonly allocated: readonly DayAllocation[]
  /** Lines that are carried forward, and what is open of them. */
  readonly open: { readonly count: number; readonly amount: string }
  /** Possible duplicates, which are in no sum above, also those that were set aside as `duplicate`; debits count below 0. */
  readonly uncounted: { readonly count: number; readonly amount: string }
}

/** Payments, or refunds, that were paid on the day, of one currency, channel and status. */
export interface PaidOnDay<Status> {
  readonly currency: string
  /** `null` for refunds of statement lines. */
  readonly channel: string | null
  readonly status: Status
  readonly count: number
  readonly amount: string
}

/** One link of the chain of an account's closings. */
export interface ClosingRecord {
  /** The account. */
  readonly account: string
  /** The calendar day of the hospital. */
  readonly day: string
  /** 1, 2, 3 … of the account. */
  readonly sequence: number
  readonly kind: 'closing' | 'reopening'
  readonly actor: string
  /** Why it was reopened. */
  readonly reason: string | null
  readonly createdAt: Instant
  readonly currencies: readonly ClosingCurrency[]
  readonly payments: readonly PaidOnDay<PaymentStatus>[]
  readonly refunds: readonly PaidOnDay<RefundStatus>[]
  /** The zone in which the day of payments and refunds is one. */
  readonly timeZone: string
  /**
   * SHA-256, in hex, of the day's lines: of the canonical JSON of `[key, version, digest]` of each in the order of their keys, where
   * `digest` is the first 32 digits of the SHA-256 of the canonical JSON of its `direction`, `amount`, `currency`, `valueDate`,
   * `reference`, `receipt` and `allocations`. A reopening has no lines.
   */
  readonly linesHash: string
  /** `null` for the first one of an account. */
  readonly previousHash: string | null
  /** SHA-256, in hex, of the canonical JSON of all of the above. */
  readonly hash: string
}

/** A closing, and what has changed since. */
export interface Closing extends ClosingRecord {
  /** Keys of lines of the day that were stored or changed after the closing: asked anew each time, no part of the hash. */
  readonly changedSince: readonly string[]
}
