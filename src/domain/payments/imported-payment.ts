/** Payments of the time before this library: how a row of an old system becomes one, and how it is known again. */
import { firstVersion } from './first-version.js'
import { foldedReceipt } from './receipt-spelling.js'
import type { Customer, Instant, Payment } from './payment.js'

/** A payment of an old system, as it was there. */
export interface HistoryRow {
  /** The old system's own id of the payment, 1 … 255 code points, by which a repeated import knows it. */
  readonly id?: string | undefined
  readonly reference: string
  /** Integer 1 … 2^53-1, minor units. */
  readonly amount: number
  readonly currency: string
  /** Any name of a channel (`[A-Za-z0-9_.-]{1,64}`), also one that the service does not have. */
  readonly channel: string
  /** The time at which it was asked for. */
  readonly createdAt: Instant
  /** The money's own time. */
  readonly paidAt: Instant
  readonly status: 'succeeded' | 'reversed'
  /** Required for a reversed payment, and for no other. */
  readonly reversedAt?: Instant | undefined
  /** The provider's receipt; unique in a channel. */
  readonly providerTransactionId?: string | undefined
  readonly customer?: Customer | undefined
}

/** A row that was checked: optional properties have a value or are left out. */
export type CheckedHistoryRow = { readonly [Name in keyof HistoryRow]: Exclude<HistoryRow[Name], undefined> }

/** The statuses of payments before this library: others were never paid. */
export const historyStatuses = ['succeeded', 'reversed'] as const satisfies readonly Payment['status'][]

/** Returns the text by which a row is known again: the old system's id, else what never changes of it. */
export function identityOfRow(row: CheckedHistoryRow): string {
  const { id, reference, createdAt, amount, currency, customer, providerTransactionId: receipt } = row
  if (id !== undefined) return JSON.stringify([id])
  const receiptText = receipt === undefined ? null : foldedReceipt(receipt)
  return JSON.stringify([reference, createdAt, amount, currency, customer?.id ?? null, receiptText])
}

/** Makes the payment of a row, as it was: its instructions are its reference alone, and no statement proves it yet. */
export function importedPayment(row: CheckedHistoryRow, id: string, now: Instant): Payment {
  const { reference, amount, currency, channel, createdAt, paidAt, status, reversedAt } = row
  const { providerTransactionId, customer } = row
  return {
    id,
    status,
    reference,
    amount,
    currency,
    channel,
    instructions: { type: 'text', message: reference },
    createdAt,
    updatedAt: now,
    expiresAt: null,
    ...firstVersion,
    paidAt,
    reversedAt: reversedAt ?? null,
    ...(customer && { customer }),
    ...(providerTransactionId !== undefined && { providerTransactionId }),
    imported: true,
  }
}
