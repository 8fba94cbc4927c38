/** The columns of payments and of their events: rows of their own kind, whose columns are described as those of aggregates are. */
import { isRefundEvent, placeOf, type StoredEvent } from '../../domain/event-stream.js'
import { amountGivenBackUnproved } from '../../domain/payments/money-of-lines.js'
import { type MoneyMemory, type Payment, paymentStatuses } from '../../domain/payments/payment.js'
import { receiptKey } from '../../domain/payments/receipt-spelling.js'
import {
  type Column,
  type Columns,
  type ColumnsOf,
  document,
  fixed,
  flag,
  instant,
  integer,
  key,
  oneOf,
  orNull,
  orOmitted,
  positive,
  text,
} from './column.js'

/** The fields of a payment that are columns as they are; the payer and the memory of money are made of several, or one. */
type PlainFields = Omit<Payment, 'customer' | keyof MoneyMemory>

const plain = {
  id: key(64),
  status: oneOf(paymentStatuses),
  reference: fixed(key(1020)),
  amount: fixed(positive),
  currency: fixed(key(3)),
  channel: fixed(key(64)),
  instructions: document,
  createdAt: fixed(instant),
  updatedAt: instant,
  expiresAt: orNull(instant),
  paidAt: orNull(instant),
  reversedAt: orNull(instant),
  canceledAt: orNull(instant),
  late: flag,
  amountReconciled: integer,
  amountRefundPending: integer,
  amountRefunded: integer,
  amountWrittenOff: integer,
  version: positive,
  description: orOmitted(text(500)),
  metadata: orOmitted(document),
  statusReason: orOmitted(text(500)),
  providerTransactionId: orOmitted(key(1020)),
} as const satisfies ColumnsOf<PlainFields>

const made = {
  hasCustomer: flag,
  customerName: orNull(text(200)),
  customerPhone: orNull(text(16)),
  /** The receipt in small ASCII letters: it is unique in whichever case it is written. */
  transactionKey: orNull(key(1020)),
  /** What most payments do not have, as one document. */
  moneyMemory: orNull(document),
  givenBackUnproved: orNull(positive),
} as const

/** The columns that a payment is read from as they are. */
export const plainPaymentColumns: Columns = new Map<string, Column>(Object.entries(plain))

/** All columns of a stored payment. */
export const paymentColumns: Columns = new Map<string, Column>([...plainPaymentColumns, ...Object.entries(made)])

/** The columns that are stored beside a payment, and are no part of it. */
export const paymentKeyColumns: Columns = new Map<string, Column>(
  Object.entries({ liveReference: orNull(key(1020)), idempotencyKey: orNull(key(255)), fingerprint: orNull(key(64)) }),
)

/** Returns the fields of all columns of a payment. */
export function fieldsOfPayment(payment: Payment): Readonly<Record<string, unknown>> {
  const { customer } = payment
  return {
    ...payment,
    hasCustomer: customer !== undefined,
    customerName: customer?.name ?? null,
    customerPhone: customer?.phone ?? null,
    transactionKey: receiptKey(payment),
    moneyMemory: memoryOf(payment),
    // Null where there is none: most payments are in no index of it.
    givenBackUnproved: amountGivenBackUnproved(payment) || null,
  }
}

function memoryOf({ undoneAllocations, writtenOffBy, moneyReturned }: Payment): MoneyMemory | null {
  const memory: MoneyMemory = {
    ...(undoneAllocations && { undoneAllocations }),
    ...(writtenOffBy && { writtenOffBy }),
    ...(moneyReturned !== undefined && { moneyReturned }),
  }
  return Object.keys(memory).length > 0 ? memory : null
}

/** The columns of the events that are delivered, in the stream of a payment or of a refund of a line. */
export const eventColumns: Columns = new Map<string, Column>(
  Object.entries({
    id: key(64),
    createdAt: instant,
    type: key(64),
    paymentId: key(64),
    reference: key(1020),
    amount: positive,
    currency: key(3),
    status: key(16),
    previousStatus: orNull(key(16)),
    amountReconciled: integer,
    version: positive,
    actor: orNull(text(255)),
    reason: orNull(text(500)),
    evidence: orNull(document),
    /** The data that an event of a refund has and an event of a payment has not. */
    refund: orNull(document),
  }),
)

/** The data of an event of a refund that has no column of its own. */
export interface RefundDocument {
  readonly refundId: string
  readonly lineKey: string | null
  readonly reason: string
  /** The version of the refund, where it is of a payment: the version in the row is then the payment's. */
  readonly version?: number
}

/** Returns the fields of all columns of an event. */
export function fieldsOfEvent(event: StoredEvent): Readonly<Record<string, unknown>> {
  const { id, createdAt, type, data, actor, reason, evidence } = event
  const { stream, version } = placeOf(event)
  return {
    paymentId: stream,
    version,
    id,
    type,
    createdAt,
    reference: data.reference,
    amount: data.amount,
    currency: data.currency,
    status: data.status,
    previousStatus: data.previousStatus,
    amountReconciled: 'amountReconciled' in data ? data.amountReconciled : 0,
    actor,
    reason,
    evidence,
    refund: isRefundEvent(event) ? refundDocument(event.data) : null,
  }
}

function refundDocument({
  refundId,
  paymentId,
  lineKey,
  reason,
  version,
}: Extract<StoredEvent['data'], { refundId: string }>): RefundDocument {
  return { refundId, lineKey, reason, ...(paymentId !== null && { version }) }
}

/** The columns of the deliveries of events that wait. */
export const deliveryColumns: Columns = new Map<string, Column>(
  Object.entries({
    eventId: key(64),
    paymentId: key(64),
    version: positive,
    dead: flag,
    freeAt: integer,
    attempts: integer,
    owner: orNull(key(1020)),
  }),
)
