/** Drawn numbers as what `insert` and `replace` are given, with the payments as they are by then. */
import type { Evidence, Payment, PaymentEvent, PaymentEventType } from 'hospital-payments'
import type { Change, InsertEntry } from 'hospital-payments/repository'
import { paymentEvent } from '../../../src/domain/payments/event.js'
import type { Cast } from './cast.js'
import type { DrawnChange, DrawnEntry } from './commands.js'
import { oneOf } from './draw.js'
import type { Writable } from '../../../src/internal/writable.js'

/** Makes ids of events, each used once, in an order that is not the one in which they come about. */
export function eventIds(): () => string {
  let count = 0
  return () => `evt_${((++count * 7919) % 10_007).toString(36)}`
}

function optionalFields(cast: Cast, pick: number): Partial<Payment> {
  const { description, customer, metadata } = oneOf(cast.requests, pick)
  return {
    ...(description !== undefined && { description }),
    ...(customer && { customer }),
    ...(metadata && { metadata }),
  }
}

export function entryOf(cast: Cast, drawn: DrawnEntry, eventId: string): InsertEntry {
  const { amount, currency } = oneOf(cast.requests, drawn.request)
  const createdAt = oneOf(cast.instants, drawn.createdAt)
  const payment: Payment = {
    id: oneOf(cast.ids, drawn.id),
    status: 'pending',
    reference: oneOf(cast.references, drawn.reference),
    amount,
    currency,
    channel: oneOf(cast.channels, drawn.channel),
    instructions: oneOf(cast.instructions, drawn.instructions),
    createdAt,
    updatedAt: createdAt,
    expiresAt: drawn.expiresAt === null ? null : oneOf(cast.instants, drawn.expiresAt),
    paidAt: null,
    reversedAt: null,
    canceledAt: null,
    late: false,
    amountReconciled: 0,
    amountRefundPending: 0,
    amountRefunded: 0,
    amountWrittenOff: 0,
    amountWaived: 0,
    attemptId: null,
    version: drawn.isWrong ? 2 : 1,
    ...optionalFields(cast, drawn.request),
  }
  const actor = drawn.actor === null ? null : oneOf(cast.texts, drawn.actor)
  const context = { id: eventId, at: createdAt, actor, reason: null, evidence: null }
  return {
    payment,
    event: paymentEvent('payment.created', payment, null, context),
    liveReference: drawn.isLive ? payment.reference : null,
    idempotency:
      drawn.key === null ? null : { key: oneOf(cast.keys, drawn.key), fingerprint: drawn.fingerprint.repeat(64) },
  }
}

/** Makes a payment as if it were stored, which it never was. */
export function neverStored(cast: Cast, id: string): Payment {
  const picks = { request: 0, reference: 0, channel: 0, createdAt: 0, instructions: 0 }
  const none = { expiresAt: null, isLive: false, key: null, fingerprint: 'a', actor: null, isWrong: false } as const
  return { ...entryOf(cast, { ...picks, id: 0, ...none }, 'evt_none').payment, id }
}

function evidenceOf(cast: Cast, drawn: DrawnChange): Evidence | null {
  const transaction = drawn.transaction === null ? null : oneOf(cast.transactions, drawn.transaction)
  const text = oneOf(cast.texts, drawn.text ?? 0)
  if (drawn.evidence === 'none') return null
  if (drawn.evidence === 'confirmation')
    return { kind: 'confirmation', paidAt: oneOf(cast.instants, drawn.updatedAt), providerTransactionId: transaction }
  const line = { lineKey: oneOf(cast.lineKeys, drawn.updatedAt), row: 7, valueDate: '2026-11-20' }
  return {
    kind: 'statement',
    account: text,
    ...line,
    amount: drawn.amountReconciled,
    providerTransactionId: transaction,
  }
}

/** Makes a change of what was asked for, which the core never sends. */
function mistaken({ mistake }: DrawnChange, before: Payment): Partial<Payment> {
  switch (mistake) {
    case 'reference':
      return { reference: `${before.reference} ` }
    case 'amount':
      return { amount: before.amount === 1 ? 2 : before.amount - 1 }
    case 'currency':
      return { currency: 'XXX' }
    case 'channel':
      return { channel: before.channel.toUpperCase() + '_' }
    case 'createdAt':
      return { createdAt: '2026-11-20T09:00:00.001Z' }
    case 'expiresAt':
      return { expiresAt: before.expiresAt === null ? '1970-01-01T00:00:00.000Z' : null }
    default:
      return {}
  }
}

function eventOf(cast: Cast, drawn: DrawnChange, next: Payment, before: Payment, id: string): PaymentEvent {
  const text = drawn.text === null ? null : oneOf(cast.texts, drawn.text)
  const type: PaymentEventType = next.status === 'pending' ? 'payment.reconciled' : `payment.${next.status}`
  const context = { id, at: next.updatedAt, actor: text, reason: text, evidence: evidenceOf(cast, drawn) }
  return paymentEvent(type, next, before.status, context)
}

export function changeOf(cast: Cast, drawn: DrawnChange, before: Payment, eventId: string): Change {
  const { description, customer, metadata, statusReason: _, ...kept } = before
  const optional = drawn.request === null ? { description, customer, metadata } : optionalFields(cast, drawn.request)
  const expectedVersion = before.version + (drawn.mistake === 'behind' ? -1 : drawn.mistake === 'ahead' ? 1 : 0)
  const at = (pick: number | null) => (pick === null ? null : oneOf(cast.instants, pick))
  const payment: Writable<Payment> = {
    ...kept,
    ...present(optional),
    ...mistaken(drawn, before),
    status: drawn.status,
    updatedAt: oneOf(cast.instants, drawn.updatedAt),
    paidAt: at(drawn.paidAt),
    reversedAt: at(drawn.reversedAt),
    canceledAt: at(drawn.canceledAt),
    late: drawn.late,
    amountReconciled: drawn.amountReconciled,
    amountRefundPending: 0,
    amountRefunded: 0,
    ...drawn.refunds,
    version: expectedVersion + 1,
    ...(drawn.text !== null && { statusReason: oneOf(cast.texts, drawn.text) }),
  }
  // As in the core, a receipt once known stays.
  if (drawn.transaction !== null) payment.providerTransactionId ??= oneOf(cast.transactions, drawn.transaction)
  const live = { own: payment.reference, none: null, other: oneOf(cast.references, drawn.updatedAt) }
  const event = eventOf(cast, drawn, payment, before, eventId)
  return { payment, expectedVersion, event, liveReference: live[drawn.live] }
}

function present(values: Record<string, unknown>): Partial<Payment> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
