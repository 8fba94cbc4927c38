import type { Instant } from '../../domain/payments/payment.js'
import { aggregate } from './aggregate.js'
import { instant, key, orNull, positive, text } from './column.js'

/** The stored part of a receipt; the rest is its payment's. */
export interface StoredReceipt {
  number: number
  /** Year of the hospital's calendar. */
  year: number
  paymentId: string
  issuedAt: Instant
  issuedBy: string | null
}

/**
 * The receipts of payments, of which each has one.
 *
 * 25. Receipts of a year are numbered 1, 2, 3 … without a gap, whatever fails or comes at once; a payment has one receipt.
 */
export const receipts = aggregate<StoredReceipt>({
  name: 'receipts',
  columns: {
    paymentId: key(64),
    year: positive,
    number: positive,
    issuedAt: instant,
    issuedBy: orNull(text(255)),
  },
  beside: {},
  key: ['paymentId'],
  unique: { number: { fields: ['year', 'number'] } },
  lists: {
    number: { order: ['year', 'number'], hasManyTies: true },
    ofYear: { equal: ['year'], order: ['number'] },
  },
  counter: { field: 'number', per: 'year' },
  changes: [],
  isShort: true,
})
