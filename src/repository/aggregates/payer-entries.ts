/**
 * The entries of payers' statements that no table has in the order of time: what lines paid of a payer's bills, refunds and waivers.
 * Each is stored in the write that it is of, and never changes.
 */
import type { Instant } from '../../domain/payments/payment.js'
import { aggregate } from './aggregate.js'
import { instant, key, oneOf, orNull, signed } from './column.js'

export interface PayerEntry {
  /** The id of the event of the payment, or of the refund or waiver. */
  readonly id: string
  readonly payerId: string
  readonly at: Instant
  readonly kind: 'allocation' | 'refund' | 'waiver'
  readonly paymentId: string | null
  readonly lineKey: string | null
  /** Minor units; below 0 for an allocation that was taken back. */
  readonly amount: number
  readonly currency: string
}

export const payerEntries = aggregate<PayerEntry>({
  name: 'payer_entries',
  columns: {
    id: key(64),
    payerId: key(64),
    at: instant,
    kind: oneOf(['allocation', 'refund', 'waiver']),
    paymentId: orNull(key(64)),
    lineKey: orNull(key(1020)),
    amount: signed,
    currency: key(3),
  },
  beside: {},
  key: ['id'],
  lists: { payer: { equal: ['payerId'], order: ['at', 'id'] } },
  changes: [],
  isShort: true,
})
