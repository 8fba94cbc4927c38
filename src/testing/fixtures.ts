import { firstVersion } from '../domain/payments/first-version.js'
import { paymentEvent, type PaymentEvent, type PaymentEventType } from '../domain/payments/event.js'
import type { Instant, Payment, PaymentStatus } from '../domain/payments/payment.js'
import type { Change, InsertEntry } from '../repository/port.js'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
let idCount = 0

/** Writes a whole number in Crockford's base 32. */
export function crockfordOf(number: number, length: number): string {
  let digits = ''
  for (let rest = number; rest > 0; rest = Math.floor(rest / 32)) digits = (crockford[rest % 32] ?? '') + digits
  return digits.padStart(length, '0')
}

/** Counts: ids rise in the order in which they are made, as real ones do. */
export function nextId(prefix: string): string {
  return `${prefix}_${crockfordOf(++idCount, 26)}`
}

/**
 * Makes a complete, valid payment. It is pending and just created unless you pass other values, and each call makes a new id. A
 * succeeded payment has a `paidAt`, and a reversed one a `reversedAt`.
 *
 * @example
 * paymentFixture({ status: 'succeeded', amount: 5000 }).paidAt // => '2026-11-20T09:00:00.000Z'
 */
export function paymentFixture(overrides: Partial<Payment> = {}): Payment {
  const id = overrides.id ?? nextId('pay')
  const reference = overrides.reference ?? `INV-${id.slice(-6)}`
  const createdAt = overrides.createdAt ?? '2026-11-20T09:00:00.000Z'
  const status = overrides.status ?? 'pending'
  const defaults: Payment = {
    id,
    status,
    reference,
    amount: 150_000,
    currency: 'ETB',
    channel: 'mobile-banking',
    instructions: { type: 'text', message: `Complete payment using reference ${reference}.` },
    createdAt,
    updatedAt: createdAt,
    expiresAt: null,
    ...firstVersion,
    paidAt: status === 'succeeded' || status === 'reversed' ? createdAt : null,
    reversedAt: status === 'reversed' ? createdAt : null,
  }
  const overridden = Object.entries(overrides).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(overridden) }
}

const typeByStatus: Readonly<Record<PaymentStatus, PaymentEventType>> = {
  pending: 'payment.created',
  succeeded: 'payment.succeeded',
  failed: 'payment.failed',
  expired: 'payment.expired',
  reversed: 'payment.reversed',
}

/**
 * Makes the event of a payment's current version.
 *
 * @example
 * eventFixture(paymentFixture()).type // => 'payment.created'
 */
export function eventFixture(payment: Payment, overrides: Partial<PaymentEvent> = {}): PaymentEvent {
  const previousStatus = payment.version === 1 ? null : payment.status === 'reversed' ? 'succeeded' : 'pending'
  const context = { id: nextId('evt'), at: payment.updatedAt, actor: null, reason: null, evidence: null }
  return { ...paymentEvent(typeByStatus[payment.status], payment, previousStatus, context), ...overrides }
}

/**
 * Makes an entry for `insert`: the payment, its first event, and no key and no live reference unless you pass them.
 *
 * @example
 * await memoryRepository().insert([insertFixture(paymentFixture())]) // => [{ outcome: 'inserted' }]
 */
export function insertFixture(payment: Payment, more: Partial<Omit<InsertEntry, 'payment'>> = {}): InsertEntry {
  return { payment, event: eventFixture(payment), liveReference: null, idempotency: null, ...more }
}

/** A change that no refund made. */
export interface PaymentChange extends Change {
  event: PaymentEvent
}

/**
 * Makes one change for `replace`: the payment's next version with `patch` applied, and its event.
 *
 * @example
 * changeFixture(paymentFixture(), { status: 'expired' }).payment.version // => 2
 */
export function changeFixture(
  before: Payment,
  patch: Partial<Payment>,
  more: Partial<Omit<PaymentChange, 'payment'>> = {},
): PaymentChange {
  const payment: Payment = {
    ...before,
    updatedAt: minuteAfter(before.updatedAt),
    ...patch,
    version: before.version + 1,
  }
  const event = eventFixture(payment)
  const type = payment.status === before.status ? 'payment.reconciled' : event.type
  return {
    payment,
    expectedVersion: before.version,
    event: { ...event, type, data: { ...event.data, previousStatus: before.status } },
    liveReference: null,
    ...more,
  }
}

function minuteAfter(instant: Instant): Instant {
  return new Date(Date.parse(instant) + 60_000).toISOString()
}
