import type { Instant } from '../payments/payment.js'

/** One movement of money on a bank's or provider's statement, as its reader read it. */
export interface StatementLine {
  /** The place in its file: the number of the line, or of the entry. */
  readonly row: number
  readonly direction: 'credit' | 'debit'
  /** Integer 1 … 2^53-1 in minor units (ISO 4217), for both directions. */
  readonly amount: number
  readonly currency: string
  /** The calendar day `YYYY-MM-DD` on which the money counts. */
  readonly valueDate: string
  /** The time at which the money moved, where the statement has the time and its zone. */
  readonly bookedAt?: Instant | undefined
  /**
   * The bank's id of this line, which no other line of the account has. Lines without it are recognised by their
   * receipt or content.
   */
  readonly lineId?: string | undefined
  /** The reference as the payer wrote it. */
  readonly reference?: string | undefined
  /**
   * Free text of the bank, which may name the payer. It is stored with the line, and is in no error, log, event or
   * history. `lines.eraseText` erases it.
   */
  readonly narration?: string | undefined
  /** The provider's receipt. */
  readonly providerTransactionId?: string | undefined
  /** The bank's own number of the entry that the line is, or is a detail of. */
  readonly entryReference?: string | undefined
  /** Integer 1 … 2^53-1 in minor units: the amount of the whole entry of which the line is a detail. */
  readonly entryAmount?: number | undefined
  /** Integer in minor units, negative where overdrawn: the account's balance after this line. */
  readonly balance?: number | undefined
  /**
   * True where the provider itself says that a debit is its fee. It is set aside as `provider_fee`, whatever payment, refund or
   * category it might mean otherwise.
   */
  readonly isFee?: boolean | undefined
}

/** A line, or a row that could not be read, with the reason. */
export type StatementRecord = StatementLine | { readonly row: number; readonly rejected: string }
