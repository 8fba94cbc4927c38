/**
 * A day of an account that finance has closed: the money that came, its allocations, and the money that is still open.
 */
import type { Instant, PaymentStatus } from '../payments/payment.js'
import type { AccountLine, Allocation } from '../reconciliation/account-line.js'
import type { RefundStatus } from '../refunds/refund.js'

/** The sum of a day's allocations of one kind and direction; amounts are exact decimal digits in minor units. */
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
  /** The balance before the day's first line; `null` where no statement has it. */
  readonly opening: string | null
  /** The balance after the day's last line; `null` where no statement has it. */
  readonly closing: string | null
  /** The sum of all credits of the day. */
  readonly credits: string
  /** The sum of all debits of the day. */
  readonly debits: string
  /** The sums of the allocations by direction, kind and category. */
  readonly allocated: readonly DayAllocation[]
  /** The lines that are not settled, and their open money. */
  readonly open: { readonly count: number; readonly amount: string }
  /**
   * Possible duplicates, which are in no sum above, also those that were set aside as `duplicate`; debits count below
   * 0.
   */
  readonly uncounted: { readonly count: number; readonly amount: string }
}

/** Payments, or refunds, that were paid on the day, of one currency, channel and status. */
export interface PaidOnDay<Status> {
  readonly currency: string
  /** The channel of the payments; `null` for refunds of statement lines. */
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
  /** The place in the account's chain: 1, 2, 3 … */
  readonly sequence: number
  readonly kind: 'closing' | 'reopening'
  /** The person who closed or reopened the day. */
  readonly actor: string
  /** The reason for a reopening. */
  readonly reason: string | null
  readonly createdAt: Instant
  readonly currencies: readonly ClosingCurrency[]
  /** Payments that were paid on the day. */
  readonly payments: readonly PaidOnDay<PaymentStatus>[]
  /** Refunds that were paid on the day. */
  readonly refunds: readonly PaidOnDay<RefundStatus>[]
  /** The time zone by which payments and refunds belong to the day. */
  readonly timeZone: string
  /**
   * SHA-256, in hex, of the day's lines: of the canonical JSON of `[key, version, digest]` of each in the order of their keys, where
   * `digest` is the first 32 digits of the SHA-256 of the canonical JSON of its `direction`, `amount`, `currency`, `valueDate`,
   * `reference`, `receipt` and `allocations`. A reopening has no lines.
   */
  readonly linesHash: string
  /** The hash of the closing before it; `null` for the first one of an account. */
  readonly previousHash: string | null
  /** SHA-256, in hex, of the canonical JSON of all of the above. */
  readonly hash: string
}

/** A closing, with the lines that changed since. */
export interface Closing extends ClosingRecord {
  /**
   * Keys of lines of the day that were stored or changed after the closing. They are read at each call, and are not
   * part of the hash.
   */
  readonly changedSince: readonly string[]
  /**
   * The number of lines of the day that `archive` moved, and the beginnings of the names of the tables that have them; absent where
   * none was moved. They are read at each call, and are not part of the hash.
   */
  readonly archived?: { readonly lines: number; readonly tables: readonly string[] }
}
