import type { MetadataField } from './payments/metadata.js'
import type { Instant, Payment, PaymentStatus } from './payments/payment.js'

/** The time that the period and the order of a report use. */
export type Basis = 'createdAt' | 'paidAt' | 'reversedAt'

export const bases: readonly Basis[] = ['createdAt', 'paidAt', 'reversedAt']

/** A payment in a report, its properties in the documented order. */
export interface ReportItem {
  readonly paymentId: string
  readonly reference: string
  /** Integer, minor units. */
  readonly amount: number
  readonly currency: string
  readonly status: PaymentStatus
  /** The time of the money; `null` until paid, and kept after a reversal. */
  readonly paidAt: Instant | null
}

export const extraColumns = [
  'createdAt',
  'channel',
  'amountDecimal',
  'providerTransactionId',
  'late',
  'reversedAt',
  'amountReconciled',
  'amountRefundPending',
  'amountRefunded',
  'amountWaived',
  'netAmount',
  'statusReason',
  'description',
  'customerId',
  'customerName',
  'customerPhone',
] as const

/** A column that `exportCsv` appends where the caller names it: a field of a payment, or a key of its metadata. */
export type ExtraColumn = (typeof extraColumns)[number] | MetadataField

/** One page; `nextCursor` is `null` where there is no further page. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** The sum of the payments of one currency, channel and status. */
export interface PaymentTotal {
  readonly currency: string
  readonly channel: string
  readonly status: PaymentStatus
  /** The number of payments. */
  readonly count: number
  /** Exact decimal digits in minor units; text, because sums pass 2^53. */
  readonly amount: string
  /** The part of `amount` that granted waivers pay, in the same form. */
  readonly waived: string
}

export function reportItem({ id, reference, amount, currency, status, paidAt }: Payment): ReportItem {
  return { paymentId: id, reference, amount, currency, status, paidAt }
}
