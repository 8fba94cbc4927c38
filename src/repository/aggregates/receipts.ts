import type { StoredReceipt } from '../../domain/receipts/receipt.js'
import { aggregate } from './aggregate.js'
import { document, fixed, instant, integer, key, named, orNull, positive } from './column.js'

/**
 * The receipts of money that came: for payments, or as a deposit. Numbers and money never change, copies are counted.
 *
 * 25. Receipts of a year are numbered 1, 2, 3 … without a gap, whatever fails or comes at once.
 */
export const receipts = aggregate<StoredReceipt>({
  name: 'receipts',
  columns: {
    id: key(64),
    year: fixed(positive),
    number: fixed(positive),
    lineKey: fixed(orNull(key(1020))),
    received: fixed(positive),
    currency: fixed(key(3)),
    tendered: fixed(orNull(integer)),
    change: named('change_given', fixed(orNull(integer))),
    payerId: fixed(orNull(key(64))),
    allocations: fixed(document),
    issuedAt: fixed(instant),
    issuedBy: fixed(orNull(key(1020))),
    copies: integer,
    version: positive,
  },
  beside: {},
  key: ['id'],
  unique: { number: { fields: ['year', 'number'] } },
  lists: {
    number: { order: ['year', 'number'], hasManyTies: true },
    ofYear: { equal: ['year'], order: ['number'] },
    payer: { equal: ['payerId'], order: ['year', 'number'], hasManyTies: true },
    actor: { equal: ['issuedBy'], order: ['year', 'number'], hasManyTies: true },
    issued: { order: ['issuedAt', 'id'] },
  },
  lookups: ['lineKey'],
  counter: { field: 'number', per: 'year' },
  isGuarded: true,
})

/** A payment's part of a receipt. */
export interface ReceiptPart {
  readonly paymentId: string
  /** 1 for the first part of the payment, one more for each that follows. */
  readonly ordinal: number
  readonly receiptId: string
  /** Integer, minor units. */
  readonly amount: number
}

/**
 * The parts of receipts by payment. They decide what of a payment has no receipt yet: of two receipts that are made at
 * once of the same money, one has the next ordinal, and the other is decided again.
 */
export const receiptParts = aggregate<ReceiptPart>({
  name: 'receipt_parts',
  columns: { paymentId: key(64), ordinal: positive, receiptId: key(64), amount: positive },
  beside: {},
  key: ['paymentId', 'ordinal'],
  changes: [],
  isShort: true,
})
