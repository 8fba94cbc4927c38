/** An instant as ISO 8601 text in UTC with milliseconds, `2026-11-20T09:00:00.000Z`. Such texts sort by time. */
export type Instant = string

/** The state of a payment; it changes only as `paymentTransitions` lists. */
export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'expired' | 'reversed'

export const paymentStatuses: readonly PaymentStatus[] = ['pending', 'succeeded', 'failed', 'expired', 'reversed']

/** The payer of a payment. It is stored with the payment, and is in no event, message or log. */
export interface Customer {
  /** The host's own opaque id of the patient or payer: 1 … 64 of `A-Z a-z 0-9 _ . : -`, a letter or digit among them. */
  readonly id?: string | undefined
  /** At most 200 code points. */
  readonly name?: string | undefined
  /** E.164: `+` and at most 15 digits. */
  readonly phone?: string | undefined
}

/** The request of `createPayment`: a fee or an invoice, in the currency's minor units. */
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
  description?: string | undefined
  customer?: Customer | undefined
  /** At most 20 pairs of text. */
  metadata?: Readonly<Record<string, string>> | undefined
  /** The time from which on the payment may expire; money that comes later is accepted and marked `late`. */
  expiresAt?: Instant | undefined
}

/** The instructions for the payer: how to complete the payment. `message` is for people, and contains the reference. */
export type Instructions = { readonly message: string } & (
  | { readonly type: 'text' }
  | { readonly type: 'redirect'; readonly url: string }
  | { readonly type: 'ussd'; readonly code: string }
  | { readonly type: 'qr'; readonly payload: string }
)

/**
 * A function that makes the payer's instructions. It must have no side effect, because it may be called several times
 * for one idempotency key, and one result is stored. It may refuse a request with a `PaymentError` of the code
 * `invalid_request` or `unsupported_currency`, which the caller gets. Any other error that it throws is an
 * `internal_error`.
 */
export type Channel = (
  request: Readonly<CreatePaymentRequest> & { readonly amountDecimal: string },
) => Instructions | Promise<Instructions>

/** A credit's allocation that was taken back while its payment was not pending. */
export interface UndoneAllocation {
  readonly lineKey: string
  /** Minor units that were taken back, and that no later allocation has replaced. */
  readonly amount: number
  /** Minor units of `amount` that were given back through the payment, and so are not given back of the line again. */
  readonly givenBack: number
}

/** A payment: the requested amount, its state now, and the way in which the payer completes it. */
export interface Payment {
  /** `pay_…` */
  readonly id: string
  readonly status: PaymentStatus
  readonly reference: string
  /** Integer, minor units. */
  readonly amount: number
  readonly currency: string
  readonly channel: string
  readonly instructions: Instructions
  readonly createdAt: Instant
  /** The time of the last change. */
  readonly updatedAt: Instant
  /** The time from which on it may expire; the time of the cancellation for a canceled payment. */
  readonly expiresAt: Instant | null
  /** The money's own time; kept after a reversal. */
  readonly paidAt: Instant | null
  readonly reversedAt: Instant | null
  /** The time of the cancellation; it stays where the payment is paid later. */
  readonly canceledAt: Instant | null
  /** True where the money's own time was after `expiresAt`. */
  readonly late: boolean
  /** Minor units that bank statements have proved so far. */
  readonly amountReconciled: number
  /** Minor units that live refunds (requested or pending) reserve. With `amountRefunded` it is at most `amount`. */
  readonly amountRefundPending: number
  /** Minor units that were paid back by refunds. */
  readonly amountRefunded: number
  /** Minor units of `amountReconciled` that never came, because an allocation to a category below 0 settled them. */
  readonly amountWrittenOff: number
  /** Minor units that granted waivers pay. They are no received money, and no part of `amountReconciled`. */
  readonly amountWaived: number
  /** The id of its living attempt, by which a provider is taking the payment just now; `null` while there is none. */
  readonly attemptId: string | null
  /** 1 at creation, one more with each change. */
  readonly version: number
  readonly description?: string
  readonly customer?: Customer
  readonly metadata?: Readonly<Record<string, string>>
  /** The reason of the status, for people or programs, such as `insufficient funds` or `duplicate_reference`. */
  readonly statusReason?: string
  /** The receipt of the payment, which no other payment of its channel has. */
  readonly providerTransactionId?: string
  /** Allocations that were taken back while the payment was not pending, oldest first; absent where there are none. */
  readonly undoneAllocations?: readonly UndoneAllocation[]
  /** The lines that `amountWrittenOff` comes from; absent where it is 0. */
  readonly writtenOffBy?: readonly { readonly lineKey: string; readonly amount: number }[]
  /** `false` where it was reversed and no money went back to the payer; absent otherwise. */
  readonly moneyReturned?: false
  /** `true` for a payment of the time before this library, which `importHistory` stored; absent otherwise. */
  readonly imported?: true
}

/**
 * The fields of a payment that come from undone or written-off lines, and from reversals; most payments have none of
 * them.
 */
export type MoneyMemory = Pick<Payment, 'undoneAllocations' | 'writtenOffBy' | 'moneyReturned'>

/** Leaves an optional field out; a payment that has none is answered as it is, for a line may change thousands of them. */
export function withoutField(
  payment: Payment,
  field: 'providerTransactionId' | 'undoneAllocations' | 'writtenOffBy',
): Payment {
  if (!(field in payment)) return payment
  const { [field]: _, ...without } = payment
  return without
}
