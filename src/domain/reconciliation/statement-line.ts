import type { Instant } from '../payments/payment.js'

/** One movement of money on a bank's or provider's statement, as its reader found it. */
export interface StatementLine {
  /** Where it stands in its file: the number of the line, or of the entry. */
  readonly row: number
  readonly direction: 'credit' | 'debit'
  /** Integer 1 … 2^53-1 in minor units (ISO 4217); the direction says which way it went. */
  readonly amount: number
  readonly currency: string
  /** The calendar day `YYYY-MM-DD` on which the money counts. */
  readonly valueDate: string
  /** When the money moved, where the statement gives the time and its zone. */
  readonly bookedAt?: Instant | undefined
  /** What the bank calls this line and no other of the same account; lines without it are distinguished by content. */
  readonly lineId?: string | undefined
  /** What the payer gave as reference. */
  readonly reference?: string | undefined
  /**
   * Free text, which may name the payer: it is stored with the line, and is in no error, log, event or history. `lines.eraseText` erases it.
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
}

/** A line, or what a reader could not read, with the reason. */
export type StatementRecord = StatementLine | { readonly row: number; readonly rejected: string }
