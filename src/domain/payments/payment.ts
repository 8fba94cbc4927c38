/** An instant as ISO 8601 UTC text with milliseconds, `2026-11-20T09:00:00.000Z`: sorts as text. */
export type Instant = string

/** Where a payment stands; only the changes of `transitions` lead from one to another. */
export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'expired' | 'reversed'

export const paymentStatuses: readonly PaymentStatus[] = ['pending', 'succeeded', 'failed', 'expired', 'reversed']

/** Who pays: kept with the payment, never written to events, messages or logs. */
export interface Customer {
  /** At most 200 code points. */
  name?: string
  /** E.164: `+` and at most 15 digits. */
  phone?: string
}

/** What a hospital asks for: a fee or an invoice, in the currency's minor units. */
export interface CreatePaymentRequest {
  /** Integer 1 … 2^53-1 in minor units (ISO 4217): 150000 is 1,500.00 ETB. */
  amount: number
  /** An active ISO 4217 code in capitals. */
  currency: string
  /** The hospital's own reference, such as an invoice number; 1 … 255 code points, compared byte for byte. */
  reference: string
  /** A key of the service's `channels`. */
  channel: string
  /** Free text, at most 500 code points. */
  description?: string
  customer?: Customer
  /** At most 20 pairs of text. */
  metadata?: Record<string, string>
  /** From when the payment may be expired; money that comes later is accepted and marked `late`. */
  expiresAt?: Instant
}

/** How the payer completes the payment; `message` is for people and holds the reference. */
export type Instructions = { message: string } & (
  | { type: 'text' }
  | { type: 'redirect'; url: string }
  | { type: 'ussd'; code: string }
  | { type: 'qr'; payload: string }
)

/** Makes the payer's instructions. Must have no side effect: of several runs for one idempotency key, one result is stored. */
export type Channel = (
  request: CreatePaymentRequest & { amountDecimal: string },
) => Instructions | Promise<Instructions>

/** A payment intent: money asked for once, and what became of it. */
export interface Payment {
  id: string
  status: PaymentStatus
  reference: string
  /** Integer, minor units. */
  amount: number
  currency: string
  channel: string
  instructions: Instructions
  createdAt: Instant
  updatedAt: Instant
  expiresAt: Instant | null
  /** The money's own time; kept after a reversal. */
  paidAt: Instant | null
  reversedAt: Instant | null
  /** The money's own time was after `expiresAt`. */
  late: boolean
  /** Minor units that bank statements have proved so far. */
  amountReconciled: number
  /** 1 at creation, one more with each change. */
  version: number
  description?: string
  customer?: Customer
  metadata?: Record<string, string>
  statusReason?: string
  providerTransactionId?: string
}
