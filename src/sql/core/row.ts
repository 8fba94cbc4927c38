/** Payments and events as rows of their tables, in the order of the columns in `tables.ts`, and back. */
import type { Evidence, PaymentEvent, PaymentEventType } from '../../domain/payments/event.js'
import { millisecondsOf } from '../../domain/instant.js'
import type { Customer, Instant, Instructions, Payment, PaymentStatus } from '../../domain/payments/payment.js'
import type { InsertEntry } from '../../repository/port.js'
import type { SqlRow, SqlValue } from './database.js'
import { instantText } from './instant-text.js'
import type { Writable } from '../../internal/writable.js'

function time(instant: Instant | null): number | null {
  return instant === null ? null : millisecondsOf(instant)
}

function document(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null
}

export function fixedValues({ reference, amount, currency, channel, createdAt, expiresAt }: Payment): SqlValue[] {
  return [reference, amount, currency, channel, millisecondsOf(createdAt), time(expiresAt)]
}

export function changingValues(payment: Payment): SqlValue[] {
  const { customer } = payment
  return [
    payment.status,
    JSON.stringify(payment.instructions),
    millisecondsOf(payment.updatedAt),
    time(payment.paidAt),
    time(payment.reversedAt),
    payment.late ? 1 : 0,
    payment.amountReconciled,
    payment.version,
    payment.description ?? null,
    customer ? 1 : 0,
    customer?.name ?? null,
    customer?.phone ?? null,
    document(payment.metadata),
    payment.statusReason ?? null,
    payment.providerTransactionId ?? null,
  ]
}

export function paymentValues(payment: Payment): SqlValue[] {
  return [payment.id, ...fixedValues(payment), ...changingValues(payment)]
}

export function keyValues({ liveReference, idempotency }: InsertEntry): SqlValue[] {
  return [liveReference, idempotency?.key ?? null, idempotency?.fingerprint ?? null]
}

export function eventValues({ id, createdAt, type, data, actor, reason, evidence }: PaymentEvent): SqlValue[] {
  return [
    data.paymentId,
    data.version,
    id,
    type,
    millisecondsOf(createdAt),
    data.reference,
    data.amount,
    data.currency,
    data.status,
    data.previousStatus,
    data.amountReconciled,
    actor,
    reason,
    document(evidence),
  ]
}

/** A new event waits to be told at once; nobody has tried yet. */
export function deliveryValues({ id, data }: PaymentEvent): SqlValue[] {
  return [id, data.paymentId, data.version, 0, 0, 0, null]
}

/** A VARBINARY comes as bytes that know how to be text. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : String(value)
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : text(value)
}

/** Drivers give a BIGINT as text, number or bigint; all that is stored is below 2^53. */
export function instant(value: unknown): Instant {
  return instantText(Number(value))
}

export function instantOrNull(value: unknown): Instant | null {
  return value === null ? null : instant(value)
}

export function truth(value: unknown): boolean {
  return Number(value) === 1
}

function customerOf(name: unknown, phone: unknown): Customer {
  const customer: Writable<Customer> = {}
  if (name !== null) customer.name = text(name)
  if (phone !== null) customer.phone = text(phone)
  return customer
}

/** From a row of `paymentColumns`, by their places; what stands behind them is left to the caller. */
export function paymentOf(row: SqlRow): Payment {
  const payment: Writable<Payment> = {
    id: text(row[0]),
    status: text(row[7]) as PaymentStatus,
    reference: text(row[1]),
    amount: Number(row[2]),
    currency: text(row[3]),
    channel: text(row[4]),
    instructions: JSON.parse(text(row[8])) as Instructions,
    createdAt: instant(row[5]),
    updatedAt: instant(row[9]),
    expiresAt: instantOrNull(row[6]),
    paidAt: instantOrNull(row[10]),
    reversedAt: instantOrNull(row[11]),
    late: truth(row[12]),
    amountReconciled: Number(row[13]),
    version: Number(row[14]),
  }
  if (row[15] !== null) payment.description = text(row[15])
  if (truth(row[16])) payment.customer = customerOf(row[17], row[18])
  if (row[19] !== null) payment.metadata = JSON.parse(text(row[19])) as Record<string, string>
  if (row[20] !== null) payment.statusReason = text(row[20])
  if (row[21] !== null) payment.providerTransactionId = text(row[21])
  return payment
}

/** From a row of `eventColumns`. */
export function eventOf(row: SqlRow): PaymentEvent {
  const [paymentId, version, id, type, createdAt, reference, amount, currency, status, previousStatus] = row
  const [amountReconciled, actor, reason, evidence] = row.slice(10)
  return {
    id: text(id),
    createdAt: instant(createdAt),
    type: text(type) as PaymentEventType,
    data: {
      paymentId: text(paymentId),
      reference: text(reference),
      amount: Number(amount),
      currency: text(currency),
      status: text(status) as PaymentStatus,
      previousStatus: textOrNull(previousStatus) as PaymentStatus | null,
      amountReconciled: Number(amountReconciled),
      version: Number(version),
    },
    actor: textOrNull(actor),
    reason: textOrNull(reason),
    evidence: evidence === null ? null : (JSON.parse(text(evidence)) as Evidence),
  }
}
