/** Payments and events as rows of their tables, in the order of the columns in `tables.ts`, and back. */
import { millisecondsOf } from '../../domain/instant.js'
import { isRefundEvent, placeOf, type StoredEvent } from '../../domain/event-stream.js'
import type { Evidence, PaymentEvent, PaymentEventType } from '../../domain/payments/event.js'
import { amountGivenBackUnproved } from '../../domain/payments/money-of-lines.js'
import type {
  Customer,
  Instant,
  Instructions,
  MoneyMemory,
  Payment,
  PaymentStatus,
} from '../../domain/payments/payment.js'
import { receiptKey } from '../../domain/payments/receipt-spelling.js'
import type { RefundEvent, RefundEventType } from '../../domain/refunds/event.js'
import type { RefundStatus } from '../../domain/refunds/refund.js'
import type { InsertEntry } from '../../repository/port.js'
import type { SqlRow, SqlValue } from './database.js'
import { instantText } from './instant-text.js'
import { eventColumns, paymentColumns } from './tables.js'
import type { Writable } from '../../internal/writable.js'

export function time(instant: Instant | null): number | null {
  return instant === null ? null : millisecondsOf(instant)
}

function document(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null
}

export function fixedValues({ reference, amount, currency, channel, createdAt }: Payment): SqlValue[] {
  return [reference, amount, currency, channel, millisecondsOf(createdAt)]
}

export function changingValues(payment: Payment): SqlValue[] {
  const { customer } = payment
  return [
    time(payment.expiresAt),
    payment.status,
    JSON.stringify(payment.instructions),
    millisecondsOf(payment.updatedAt),
    time(payment.paidAt),
    time(payment.reversedAt),
    time(payment.canceledAt),
    payment.late ? 1 : 0,
    payment.amountReconciled,
    payment.amountRefundPending,
    payment.amountRefunded,
    payment.amountWrittenOff,
    payment.version,
    payment.description ?? null,
    customer ? 1 : 0,
    customer?.name ?? null,
    customer?.phone ?? null,
    document(payment.metadata),
    payment.statusReason ?? null,
    payment.providerTransactionId ?? null,
    receiptKey(payment),
    memoryOf(payment),
    // Null where there is none: most payments are in no index of it.
    amountGivenBackUnproved(payment) || null,
  ]
}

/** Returns what most payments do not have as one JSON document; `null` where there is nothing. */
function memoryOf({ undoneAllocations, writtenOffBy, moneyReturned }: Payment): string | null {
  const memory: MoneyMemory = {
    ...(undoneAllocations && { undoneAllocations }),
    ...(writtenOffBy && { writtenOffBy }),
    ...(moneyReturned !== undefined && { moneyReturned }),
  }
  return Object.keys(memory).length > 0 ? JSON.stringify(memory) : null
}

export function paymentValues(payment: Payment): SqlValue[] {
  return [payment.id, ...fixedValues(payment), ...changingValues(payment)]
}

export function keyValues({ liveReference, idempotency }: InsertEntry): SqlValue[] {
  return [liveReference, idempotency?.key ?? null, idempotency?.fingerprint ?? null]
}

export function eventValues(event: StoredEvent): SqlValue[] {
  const { id, createdAt, type, data, actor, reason, evidence } = event
  const { stream, version } = placeOf(event)
  return [
    stream,
    version,
    id,
    type,
    millisecondsOf(createdAt),
    data.reference,
    data.amount,
    data.currency,
    data.status,
    data.previousStatus,
    'amountReconciled' in data ? data.amountReconciled : 0,
    actor,
    reason,
    document(evidence),
    isRefundEvent(event) ? refundDocument(event) : null,
  ]
}

/** The data that an event of a refund has and an event of a payment has not. */
type RefundDocument = Pick<RefundEvent['data'], 'refundId' | 'lineKey' | 'reason'> & {
  /** The version of the refund, where it is of a payment: the version in the row is then the payment's. */
  version?: number
}

function refundDocument({ data }: RefundEvent): string {
  const { refundId, paymentId, lineKey, reason, version } = data
  return JSON.stringify({ refundId, lineKey, reason, ...(paymentId !== null && { version }) } satisfies RefundDocument)
}

/** Returns the delivery of a new event, which is due at once and has had no attempt. */
export function deliveryValues(event: StoredEvent): SqlValue[] {
  const { stream, version } = placeOf(event)
  return [event.id, stream, version, 0, 0, 0, null]
}

/** Reads a text. A VARBINARY comes as a Buffer, whose `toString` reads UTF-8. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : String(value)
}

export function textOrNull(value: unknown): string | null {
  return value === null ? null : text(value)
}

/** Reads an instant. Drivers give a BIGINT as text, number or bigint; all that is stored is below 2^53. */
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

/**
 * Returns the place of each column in a row: looked up once, so that a row is read by places and no column shifts
 * another.
 */
export function placesOf<Column extends string>(columns: readonly Column[]): Readonly<Record<Column, number>> {
  return Object.fromEntries(columns.map((column, i) => [column, i])) as Record<Column, number>
}

const place = placesOf(paymentColumns)

/** Reads a payment from a row that begins with `paymentColumns`; the columns after them are left to the caller. */
export function paymentOf(row: SqlRow): Payment {
  const payment: Writable<Payment> = {
    id: text(row[place.id]),
    status: text(row[place.status]) as PaymentStatus,
    reference: text(row[place.reference]),
    amount: Number(row[place.amount]),
    currency: text(row[place.currency]),
    channel: text(row[place.channel]),
    instructions: JSON.parse(text(row[place.instructions])) as Instructions,
    createdAt: instant(row[place.created_at]),
    updatedAt: instant(row[place.updated_at]),
    expiresAt: instantOrNull(row[place.expires_at]),
    paidAt: instantOrNull(row[place.paid_at]),
    reversedAt: instantOrNull(row[place.reversed_at]),
    canceledAt: instantOrNull(row[place.canceled_at]),
    late: truth(row[place.late]),
    amountReconciled: Number(row[place.amount_reconciled]),
    amountRefundPending: Number(row[place.amount_refund_pending]),
    amountRefunded: Number(row[place.amount_refunded]),
    amountWrittenOff: Number(row[place.amount_written_off]),
    version: Number(row[place.version]),
  }
  const description = row[place.description]
  const metadata = row[place.metadata]
  const statusReason = row[place.status_reason]
  const providerTransactionId = row[place.provider_transaction_id]
  if (description !== null) payment.description = text(description)
  if (truth(row[place.has_customer])) payment.customer = customerOf(row[place.customer_name], row[place.customer_phone])
  if (metadata !== null) payment.metadata = JSON.parse(text(metadata)) as Record<string, string>
  if (statusReason !== null) payment.statusReason = text(statusReason)
  if (providerTransactionId !== null) payment.providerTransactionId = text(providerTransactionId)
  const memory = row[place.money_memory]
  if (memory !== null) Object.assign(payment, JSON.parse(text(memory)) as MoneyMemory)
  return payment
}

const eventPlace = placesOf(eventColumns)

/** Reads an event from a row that begins with `eventColumns`. */
export function eventOf(row: SqlRow): StoredEvent {
  const refund = row[eventPlace.refund]
  return refund === null ? paymentEventOf(row) : refundEventOf(row, JSON.parse(text(refund)) as RefundDocument)
}

function evidenceOf(row: SqlRow): Evidence | null {
  const evidence = row[eventPlace.evidence]
  return evidence === null ? null : (JSON.parse(text(evidence)) as Evidence)
}

function refundEventOf(row: SqlRow, { refundId, lineKey, reason, version }: RefundDocument): RefundEvent {
  const isOfPayment = version !== undefined
  const placed = Number(row[eventPlace.version])
  return {
    id: text(row[eventPlace.id]),
    createdAt: instant(row[eventPlace.created_at]),
    type: text(row[eventPlace.type]) as RefundEventType,
    data: {
      refundId,
      paymentId: isOfPayment ? text(row[eventPlace.payment_id]) : null,
      lineKey,
      reference: text(row[eventPlace.reference]),
      amount: Number(row[eventPlace.amount]),
      currency: text(row[eventPlace.currency]),
      reason,
      status: text(row[eventPlace.status]) as RefundStatus,
      previousStatus: textOrNull(row[eventPlace.previous_status]) as RefundStatus | null,
      version: version ?? placed,
      paymentVersion: isOfPayment ? placed : null,
    },
    actor: textOrNull(row[eventPlace.actor]),
    reason: textOrNull(row[eventPlace.reason]),
    evidence: evidenceOf(row),
  }
}

function paymentEventOf(row: SqlRow): PaymentEvent {
  return {
    id: text(row[eventPlace.id]),
    createdAt: instant(row[eventPlace.created_at]),
    type: text(row[eventPlace.type]) as PaymentEventType,
    data: {
      paymentId: text(row[eventPlace.payment_id]),
      reference: text(row[eventPlace.reference]),
      amount: Number(row[eventPlace.amount]),
      currency: text(row[eventPlace.currency]),
      status: text(row[eventPlace.status]) as PaymentStatus,
      previousStatus: textOrNull(row[eventPlace.previous_status]) as PaymentStatus | null,
      amountReconciled: Number(row[eventPlace.amount_reconciled]),
      version: Number(row[eventPlace.version]),
    },
    actor: textOrNull(row[eventPlace.actor]),
    reason: textOrNull(row[eventPlace.reason]),
    evidence: evidenceOf(row),
  }
}
