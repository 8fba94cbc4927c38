import type { Instant, Payment, PaymentStatus } from './payment.js'

/**
 * The type of an event of a payment. `payment.imported` is the first one of a payment of the time before this library; it is never
 * delivered. The status stays where a statement proved money (`payment.reconciled`), such a proof was
 * taken back (`payment.unreconciled`), or what is said of the payer was erased (`payment.erased`). So it does where an attempt at a
 * provider began or ended (`payment.attempt_started`, `payment.attempt_ended`); these two are never delivered.
 */
export type PaymentEventType =
  | 'payment.created'
  | 'payment.imported'
  | 'payment.succeeded'
  | 'payment.failed'
  | 'payment.expired'
  | 'payment.reversed'
  | 'payment.reconciled'
  | 'payment.unreconciled'
  | 'payment.erased'
  | 'payment.attempt_started'
  | 'payment.attempt_ended'

/** The proof that money moved: a confirmation, or a line of a statement. */
export type Evidence =
  | { readonly kind: 'confirmation'; readonly paidAt: Instant; readonly providerTransactionId: string | null }
  | {
      readonly kind: 'statement'
      readonly account: string
      readonly lineKey: string
      readonly row: number
      readonly valueDate: string
      /** The money that the line gave the payment: integer, minor units. */
      readonly amount: number
      readonly providerTransactionId: string | null
    }

/** One change of one payment, as its history and webhooks contain it. It contains no patient data. */
export interface PaymentEvent {
  /** `evt_…`, the same at each attempt to deliver it. */
  readonly id: string
  readonly createdAt: Instant
  readonly type: PaymentEventType
  readonly data: {
    readonly paymentId: string
    readonly reference: string
    /** The payment's amount: integer, minor units. */
    readonly amount: number
    readonly currency: string
    readonly status: PaymentStatus
    /** The status before the change; `null` for `payment.created` and `payment.imported`. */
    readonly previousStatus: PaymentStatus | null
    /** Minor units that statements have proved after the change. */
    readonly amountReconciled: number
    /** The version of the payment after the change: 1, 2, 3 … without a gap. */
    readonly version: number
  }
  readonly actor: string | null
  /** The reason that the caller passed, or that the library gives, such as `superseded`. */
  readonly reason: string | null
  readonly evidence: Evidence | null
}

/** The facts of a change beyond the payment itself. */
interface ChangeContext {
  readonly id: string
  readonly at: Instant
  readonly actor: string | null
  readonly reason: string | null
  readonly evidence: Evidence | null
}

/** Makes the event of the change that led to this version of the payment. */
export function paymentEvent(
  type: PaymentEventType,
  payment: Payment,
  previousStatus: PaymentStatus | null,
  { id, at, actor, reason, evidence }: ChangeContext,
): PaymentEvent {
  const { reference, amount, currency, status, amountReconciled, version } = payment
  return {
    id,
    createdAt: at,
    type,
    data: { paymentId: payment.id, reference, amount, currency, status, previousStatus, amountReconciled, version },
    actor,
    reason,
    evidence,
  }
}
