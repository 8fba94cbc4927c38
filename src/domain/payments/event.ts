import type { Instant, Payment, PaymentStatus } from './payment.js'

/**
 * What happened to a payment; each change has one event. `payment.reconciled`: a statement proved money, and the status
 * stays.
 */
export type PaymentEventType =
  | 'payment.created'
  | 'payment.succeeded'
  | 'payment.failed'
  | 'payment.expired'
  | 'payment.reversed'
  | 'payment.reconciled'

/** What proved that money moved. */
export type Evidence =
  | { kind: 'confirmation'; paidAt: Instant; providerTransactionId: string | null }
  | {
      kind: 'statement'
      source: string
      lineKey: string
      row: number
      valueDate: string
      amount: number
      providerTransactionId: string | null
    }

/** One change of one payment: a part of its history, and what webhooks send. Holds no patient data. */
export interface PaymentEvent {
  id: string
  createdAt: Instant
  type: PaymentEventType
  data: {
    paymentId: string
    reference: string
    amount: number
    currency: string
    status: PaymentStatus
    previousStatus: PaymentStatus | null
    amountReconciled: number
    version: number
  }
  actor: string | null
  reason: string | null
  evidence: Evidence | null
}

/** What the caller knows of a change beyond the payment itself. */
export interface ChangeContext {
  id: string
  at: Instant
  actor: string | null
  reason: string | null
  evidence: Evidence | null
}

/** The event of the change that made `payment` what it is now. */
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
