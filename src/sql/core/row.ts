/** Payments and events as rows of their tables, and back: by position, in the order of their described columns, for speed. */
import { millisecondsOf } from '../../domain/instant.js'
import { isRefundEvent, isWaiverEvent, placeOf, type StoredEvent } from '../../domain/event-stream.js'
import type { Evidence, PaymentEvent, PaymentEventType } from '../../domain/payments/event.js'
import { amountGivenBackUnproved } from '../../domain/payments/money-of-lines.js'
import type { Customer, Instructions, MoneyMemory, Payment, PaymentStatus } from '../../domain/payments/payment.js'
import { receiptKey } from '../../domain/payments/receipt-spelling.js'
import type { RefundEvent, RefundEventType } from '../../domain/refunds/event.js'
import type { RefundStatus } from '../../domain/refunds/refund.js'
import type { WaiverEvent, WaiverEventType } from '../../domain/waivers/event.js'
import type { WaiverStatus } from '../../domain/waivers/waiver.js'
import { eventFields, paymentFields } from '../../repository/aggregates/payment-columns.js'
import type { InsertEntry } from '../../repository/port.js'
import type { SqlRow, SqlValue } from './database.js'
import { instant, instantOrNull, placesOf, text, textOrNull, time, truth } from './values.js'
import type { Writable } from '../../internal/writable.js'

function document(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null
}

export function fixedValues({ reference, amount, currency, channel, createdAt }: Payment): SqlValue[] {
  return [reference, amount, currency, channel, millisecondsOf(createdAt)]
}

export function changingValues(payment: Payment): SqlValue[] {
  const { customer } = payment
  return [
    payment.status,
    JSON.stringify(payment.instructions),
    millisecondsOf(payment.updatedAt),
    time(payment.expiresAt),
    time(payment.paidAt),
    time(payment.reversedAt),
    time(payment.canceledAt),
    payment.late ? 1 : 0,
    payment.amountReconciled,
    payment.amountRefundPending,
    payment.amountRefunded,
    payment.amountWrittenOff,
    payment.amountWaived,
    payment.attemptId,
    payment.version,
    payment.description ?? null,
    document(payment.metadata),
    payment.statusReason ?? null,
    payment.providerTransactionId ?? null,
    customer ? 1 : 0,
    customer?.name ?? null,
    customer?.phone ?? null,
    customer?.id ?? null,
    payment.imported ? 1 : 0,
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
    id,
    millisecondsOf(createdAt),
    type,
    stream,
    data.reference,
    data.amount,
    data.currency,
    data.status,
    data.previousStatus,
    'amountReconciled' in data ? data.amountReconciled : 0,
    version,
    actor,
    reason,
    document(evidence),
    detailsOf(event),
  ]
}

function detailsOf(event: StoredEvent): string | null {
  if (isWaiverEvent(event)) return waiverDocument(event)
  return isRefundEvent(event) ? refundDocument(event) : null
}

/** The data that an event of a waiver has and an event of a payment has not; the version is that of the waiver. */
type WaiverDocument = Pick<WaiverEvent['data'], 'waiverId' | 'lineKey' | 'scheme' | 'reason' | 'version'>

function waiverDocument({ data: { waiverId, lineKey, scheme, reason, version } }: WaiverEvent): string {
  return JSON.stringify({ waiverId, lineKey, scheme, reason, version } satisfies WaiverDocument)
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

function customerOf(id: unknown, name: unknown, phone: unknown): Customer {
  const customer: Writable<Customer> = {}
  if (id !== null) customer.id = text(id)
  if (name !== null) customer.name = text(name)
  if (phone !== null) customer.phone = text(phone)
  return customer
}

const place = placesOf(paymentFields)

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
    createdAt: instant(row[place.createdAt]),
    updatedAt: instant(row[place.updatedAt]),
    expiresAt: instantOrNull(row[place.expiresAt]),
    paidAt: instantOrNull(row[place.paidAt]),
    reversedAt: instantOrNull(row[place.reversedAt]),
    canceledAt: instantOrNull(row[place.canceledAt]),
    late: truth(row[place.late]),
    amountReconciled: Number(row[place.amountReconciled]),
    amountRefundPending: Number(row[place.amountRefundPending]),
    amountRefunded: Number(row[place.amountRefunded]),
    amountWrittenOff: Number(row[place.amountWrittenOff]),
    amountWaived: Number(row[place.amountWaived]),
    attemptId: textOrNull(row[place.attemptId]),
    version: Number(row[place.version]),
  }
  const description = row[place.description]
  const metadata = row[place.metadata]
  const statusReason = row[place.statusReason]
  const providerTransactionId = row[place.providerTransactionId]
  if (description !== null) payment.description = text(description)
  if (truth(row[place.hasCustomer]))
    payment.customer = customerOf(row[place.customerId], row[place.customerName], row[place.customerPhone])
  if (truth(row[place.imported])) payment.imported = true
  if (metadata !== null) payment.metadata = JSON.parse(text(metadata)) as Record<string, string>
  if (statusReason !== null) payment.statusReason = text(statusReason)
  if (providerTransactionId !== null) payment.providerTransactionId = text(providerTransactionId)
  const memory = row[place.moneyMemory]
  if (memory !== null) Object.assign(payment, JSON.parse(text(memory)) as MoneyMemory)
  return payment
}

const eventPlace = placesOf(eventFields)

/** Reads an event from a row that begins with `eventColumns`. */
export function eventOf(row: SqlRow): StoredEvent {
  const details = row[eventPlace.details]
  if (details === null) return paymentEventOf(row)
  const data = JSON.parse(text(details)) as RefundDocument | WaiverDocument
  return 'waiverId' in data ? waiverEventOf(row, data) : refundEventOf(row, data)
}

function evidenceOf(row: SqlRow): Evidence | null {
  const evidence = row[eventPlace.evidence]
  return evidence === null ? null : (JSON.parse(text(evidence)) as Evidence)
}

function waiverEventOf(row: SqlRow, { waiverId, lineKey, scheme, reason, version }: WaiverDocument): WaiverEvent {
  return {
    id: text(row[eventPlace.id]),
    createdAt: instant(row[eventPlace.createdAt]),
    type: text(row[eventPlace.type]) as WaiverEventType,
    data: {
      waiverId,
      paymentId: text(row[eventPlace.paymentId]),
      lineKey,
      reference: text(row[eventPlace.reference]),
      amount: Number(row[eventPlace.amount]),
      currency: text(row[eventPlace.currency]),
      scheme,
      reason,
      status: text(row[eventPlace.status]) as WaiverStatus,
      previousStatus: textOrNull(row[eventPlace.previousStatus]) as WaiverStatus | null,
      version,
      paymentVersion: Number(row[eventPlace.version]),
    },
    actor: textOrNull(row[eventPlace.actor]),
    reason: textOrNull(row[eventPlace.reason]),
    evidence: evidenceOf(row),
  }
}

function refundEventOf(row: SqlRow, { refundId, lineKey, reason, version }: RefundDocument): RefundEvent {
  const isOfPayment = version !== undefined
  const placed = Number(row[eventPlace.version])
  return {
    id: text(row[eventPlace.id]),
    createdAt: instant(row[eventPlace.createdAt]),
    type: text(row[eventPlace.type]) as RefundEventType,
    data: {
      refundId,
      paymentId: isOfPayment ? text(row[eventPlace.paymentId]) : null,
      lineKey,
      reference: text(row[eventPlace.reference]),
      amount: Number(row[eventPlace.amount]),
      currency: text(row[eventPlace.currency]),
      reason,
      status: text(row[eventPlace.status]) as RefundStatus,
      previousStatus: textOrNull(row[eventPlace.previousStatus]) as RefundStatus | null,
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
    createdAt: instant(row[eventPlace.createdAt]),
    type: text(row[eventPlace.type]) as PaymentEventType,
    data: {
      paymentId: text(row[eventPlace.paymentId]),
      reference: text(row[eventPlace.reference]),
      amount: Number(row[eventPlace.amount]),
      currency: text(row[eventPlace.currency]),
      status: text(row[eventPlace.status]) as PaymentStatus,
      previousStatus: textOrNull(row[eventPlace.previousStatus]) as PaymentStatus | null,
      amountReconciled: Number(row[eventPlace.amountReconciled]),
      version: Number(row[eventPlace.version]),
    },
    actor: textOrNull(row[eventPlace.actor]),
    reason: textOrNull(row[eventPlace.reason]),
    evidence: evidenceOf(row),
  }
}
