/**
 * The part of the port of finance for receipts. The promises of finance hold here as well, and this one:
 *
 * 25. Receipts of a year are numbered 1, 2, 3 … without a gap, whatever fails or comes at once; a payment has one receipt.
 */
import type { Instant } from '../domain/payments/payment.js'

/** The stored part of a receipt; the rest is its payment's. */
export interface StoredReceipt {
  number: number
  /** Year of the hospital's calendar. */
  year: number
  paymentId: string
  issuedAt: Instant
  issuedBy: string | null
}

/** A page of receipts by (year, number), ascending. */
export interface ReceiptPageQuery {
  year?: number
  after?: { year: number; number: number }
  limit: number
}

/** Storage of receipts, as finance needs it; the promises at the head of this file hold for every function. */
export interface ReceiptStorage {
  /** Takes the next number of the year and stores the receipt with it, in one write; a payment that has one keeps it. */
  issueReceipt(receipt: Omit<StoredReceipt, 'number'>): Promise<StoredReceipt>

  getReceipt(paymentId: string): Promise<StoredReceipt | null>

  pageReceipts(query: ReceiptPageQuery): Promise<readonly StoredReceipt[]>
}
