/** The columns of payments and of their events: rows of their own kind, whose columns are described as those of aggregates are. */
import { type MoneyMemory, type Payment, paymentStatuses } from '../../domain/payments/payment.js'
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
type PlainFields = Omit<Payment, 'customer' | 'imported' | keyof MoneyMemory>

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
  amountWaived: integer,
  attemptId: orNull(key(64)),
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
  customerId: orNull(key(64)),
  imported: flag,
  /** The receipt in small ASCII letters: it is unique in whichever case it is written. */
  transactionKey: orNull(key(1020)),
  /** The parts that most payments lack, as one document. */
  moneyMemory: orNull(document),
  givenBackUnproved: orNull(positive),
} as const

const ofPayment = { ...plain, ...made }

/** A column of a stored payment. */
type PaymentField = keyof typeof ofPayment

/** Returns the fields of columns that never change, or of those that do. */
function fieldsThat(areFixed: boolean): PaymentField[] {
  const fields = Object.keys(ofPayment) as PaymentField[]
  return fields.filter((field) => field !== 'id' && ofPayment[field].isFixed === areFixed)
}

/** The fields of all columns of a stored payment, first those that never change. */
export const paymentFields: readonly PaymentField[] = ['id', ...fieldsThat(true), ...fieldsThat(false)]

/** All columns of a stored payment. */
export const paymentColumns: Columns = new Map<string, Column>(paymentFields.map((field) => [field, ofPayment[field]]))

/** The columns that are stored beside a payment, and are no part of it; a live reference may have a customer's id behind it. */
export const paymentKeyColumns: Columns = new Map<string, Column>(
  Object.entries({ liveReference: orNull(key(1085)), idempotencyKey: orNull(key(255)), fingerprint: orNull(key(64)) }),
)

/** The columns of the events that are delivered, in the stream of a payment or of a refund of a line. */
const ofEvent = {
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
  /** The data that an event of a refund or a waiver has and an event of a payment has not. */
  details: orNull(document),
}

type EventField = keyof typeof ofEvent

export const eventColumns: Columns = new Map<string, Column>(Object.entries(ofEvent))

export const eventFields = [...eventColumns.keys()] as readonly EventField[]

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
