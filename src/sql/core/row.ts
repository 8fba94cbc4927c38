/** Payments and events as rows of their tables, and back. */
import { placeOf, type StoredEvent } from '../../domain/event-stream.js'
import type { Customer, MoneyMemory, Payment } from '../../domain/payments/payment.js'
import type { Columns } from '../../repository/aggregates/column.js'
import {
  eventColumns,
  fieldsOfEvent,
  fieldsOfPayment,
  paymentColumns,
  plainPaymentColumns,
  type RefundDocument,
} from '../../repository/aggregates/payment-columns.js'
import type { InsertEntry } from '../../repository/port.js'
import type { Writable } from '../../internal/writable.js'
import { fieldReader, parametersOf } from './columns.js'
import type { SqlRow, SqlValue } from './database.js'
import { text, truth } from './values.js'

const isFixed = (columns: Columns, fixed: boolean): Columns =>
  new Map([...columns].filter(([field, column]) => field !== 'id' && column.isFixed === fixed))

/** The columns that never change once a payment is stored. */
export const fixedPaymentColumns: Columns = isFixed(paymentColumns, true)

export const changingPaymentColumns: Columns = isFixed(paymentColumns, false)

export const fixedValues: (payment: Payment) => SqlValue[] = withFields(fixedPaymentColumns, (payment) => ({
  ...payment,
}))

export const changingValues: (payment: Payment) => SqlValue[] = withFields(changingPaymentColumns, fieldsOfPayment)

export const paymentValues: (payment: Payment) => SqlValue[] = withFields(paymentColumns, fieldsOfPayment)

export const eventValues: (event: StoredEvent) => SqlValue[] = withFields(eventColumns, fieldsOfEvent)

/** Returns a function that gives the values of columns of a row, by its fields. */
function withFields<Row>(columns: Columns, fieldsOf: (row: Row) => Readonly<Record<string, unknown>>) {
  const parameters = parametersOf(columns)
  return (row: Row) => parameters(fieldsOf(row))
}

export function keyValues({ liveReference, idempotency }: InsertEntry): SqlValue[] {
  return [liveReference, idempotency?.key ?? null, idempotency?.fingerprint ?? null]
}

/** Returns the delivery of a new event, which is due at once and has had no attempt. */
export function deliveryValues(event: StoredEvent): SqlValue[] {
  const { stream, version } = placeOf(event)
  return [event.id, stream, version, 0, 0, 0, null]
}

const readPayment = fieldReader(plainPaymentColumns)
const place = Object.fromEntries(Array.from(paymentColumns.keys(), (field, i) => [field, i]))

function customerOf(name: unknown, phone: unknown): Customer {
  const customer: Writable<Customer> = {}
  if (name !== null) customer.name = text(name)
  if (phone !== null) customer.phone = text(phone)
  return customer
}

/** Reads a payment from a row that begins with the columns of payments; the columns after them are left to the caller. */
export function paymentOf(row: SqlRow): Payment {
  const payment = readPayment(row) as unknown as Writable<Payment>
  if (truth(row[place['hasCustomer']!]))
    payment.customer = customerOf(row[place['customerName']!], row[place['customerPhone']!])
  const memory = row[place['moneyMemory']!]
  if (memory !== null) Object.assign(payment, JSON.parse(text(memory)) as MoneyMemory)
  return payment
}

const readEvent = fieldReader(eventColumns)

/** Reads an event from a row that begins with the columns of events. */
export function eventOf(row: SqlRow): StoredEvent {
  const { id, createdAt, type, actor, reason, evidence, refund, ...data } = readEvent(row)
  const about = refund === null ? data : dataOfRefund(data, refund as RefundDocument)
  return { id, createdAt, type, data: about, actor, reason, evidence } as unknown as StoredEvent
}

/** Returns the data of a refund's event, of which a part is in the columns and a part in the document. */
function dataOfRefund(columns: Record<string, unknown>, document: RefundDocument): Record<string, unknown> {
  const { paymentId, version: placed, reference, amount, currency, status, previousStatus } = columns
  const { refundId, lineKey, reason, version } = document
  const isOfPayment = version !== undefined
  return {
    refundId,
    paymentId: isOfPayment ? paymentId : null,
    lineKey,
    reference,
    amount,
    currency,
    reason,
    status,
    previousStatus,
    version: version ?? placed,
    paymentVersion: isOfPayment ? placed : null,
  }
}
