import type { Instant } from '../payments/payment.js'

/** One movement of money on a bank's or provider's statement, as its reader found it. */
export interface StatementLine {
  /** Where it stands in its file: the number of the line, or of the entry. */
  row: number
  direction: 'credit' | 'debit'
  /** Integer 1 … 2^53-1 in minor units (ISO 4217); the direction says which way it went. */
  amount: number
  currency: string
  /** The calendar day `YYYY-MM-DD` on which the money counts. */
  valueDate: string
  /** When the money moved, where the statement gives the time and its zone. */
  bookedAt?: Instant
  /** What the bank calls this line and no other of the same source; lines without it are distinguished by content. */
  lineId?: string
  /** What the payer gave as reference. */
  reference?: string
  /** Free text; may name the payer, so it is neither stored nor logged. */
  narration?: string
  /** The provider's receipt. */
  providerTransactionId?: string
}

/** A line, or what a reader could not read, with the reason. */
export type StatementRecord = StatementLine | { row: number; rejected: string }
