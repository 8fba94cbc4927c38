import { isRefundEvent } from '../../../src/domain/event-stream.js'
import type { Payment } from '../../../src/domain/payments/payment.js'
import type { RefundEvent } from '../../../src/domain/refunds/event.js'
import type { Refund, RefundStatus } from '../../../src/domain/refunds/refund.js'
import type { Change } from '../../../src/repository/port.js'
import type { RowEntry } from '../../../src/repository/aggregates/port.js'
import { type RefundBeside, refunds } from '../../../src/repository/aggregates/refunds.js'
import { nextId } from '../../../src/testing/fixtures.js'
import { later } from '../../../src/testing/steps.js'

/**
 * Makes a complete, valid refund: pending and just created, unless overridden; the id and the reference are new with each call.
 * Without a `paymentId` it is of a line. What is paid has a `paidAt` without being asked.
 */
export function refundFixture(overrides: Partial<Refund> = {}): Refund {
  const id = overrides.id ?? nextId('ref')
  const { createdAt = '2026-11-20T11:00:00.000Z', status = 'pending', paymentId = null } = overrides
  const defaults: Refund = {
    id,
    status,
    paymentId,
    lineKey: paymentId === null ? nextId('id:line') : null,
    amount: 1000,
    currency: 'ETB',
    reason: 'overpayment',
    reference: `R-${id.slice(-8)}`,
    requestedBy: null,
    approvedBy: null,
    amountReconciled: 0,
    returnedBy: null,
    createdAt,
    updatedAt: createdAt,
    paidAt: status === 'succeeded' ? createdAt : null,
    version: 1,
  }
  const overridden = Object.entries(overrides).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(overridden) }
}

/** A refund's next version, with what a group has of it in other places. */
export interface RefundEntry {
  refund: Refund
  /** The stored state of the refund that the entry expects: `'nothing'`, or this version of it. */
  expected: 'nothing' | number
  /** Channel of the payment; `null` for a refund of a line. */
  channel: string | null
  /** The event of the change; `null` where the change of its payment has it. */
  event: RefundEvent | null
  /** Key of idempotency of a new refund. */
  idempotency: { key: string; fingerprint: string } | null
}

/** Returns what is stored beside the refund of an entry. */
export function besideOf({ channel, idempotency }: RefundEntry): RefundBeside {
  return { channel, idempotencyKey: idempotency?.key ?? null, fingerprint: idempotency?.fingerprint ?? null }
}

/** Returns what a group has of refunds: their rows, and the events that no payment has. */
export function refundsOfGroup(entries: readonly RefundEntry[]): { rows: RowEntry[]; events: RefundEvent[] } {
  const rows = entries.map((entry): RowEntry => {
    const { refund, expected, idempotency } = entry
    const beside = expected === 'nothing' || idempotency ? besideOf(entry) : null
    return { of: refunds, row: refund, beside, expected, events: [] }
  })
  return { rows, events: entries.flatMap(({ event }) => event ?? []) }
}

/** A refund's entry of a group, and the change of its payment: none for a refund of a line. */
export interface RefundWrite {
  entry: RefundEntry
  changes: Change[]
}

/** Fields of a refund's entry that differ from those of the fixture. */
export type RefundEntryDetails = Partial<Omit<RefundEntry, 'refund' | 'event'>>

function eventOf(refund: Refund, previousStatus: RefundStatus | null, paymentVersion: number | null): RefundEvent {
  const { id, paymentId, lineKey, reference, amount, currency, reason, status, version } = refund
  return {
    id: nextId('evt'),
    createdAt: refund.updatedAt,
    type: `refund.${status}`,
    data: {
      refundId: id,
      paymentId,
      lineKey,
      reference,
      amount,
      currency,
      reason,
      status,
      previousStatus,
      version,
      paymentVersion,
    },
    actor: null,
    reason: null,
    evidence: null,
  }
}

function reservedAmounts({ status, amount }: Refund): { amountRefundPending: number; amountRefunded: number } {
  const isOpen = status === 'requested' || status === 'pending'
  return { amountRefundPending: isOpen ? amount : 0, amountRefunded: status === 'succeeded' ? amount : 0 }
}

/** Returns a payment as it is after a refund's next version. */
function paymentAfter(payment: Payment, former: Refund | null, refund: Refund): Payment {
  const [before, after] = [
    former ? reservedAmounts(former) : { amountRefundPending: 0, amountRefunded: 0 },
    reservedAmounts(refund),
  ]
  return {
    ...payment,
    amountRefundPending: payment.amountRefundPending - before.amountRefundPending + after.amountRefundPending,
    amountRefunded: payment.amountRefunded - before.amountRefunded + after.amountRefunded,
    updatedAt: refund.updatedAt,
    version: payment.version + 1,
  }
}

function writeOf(
  refund: Refund,
  { former, payment, more }: { former: RefundEntry | null; payment: Payment | undefined; more: RefundEntryDetails },
): RefundWrite {
  const event = eventOf(refund, former?.refund.status ?? null, payment ? payment.version + 1 : null)
  const entry: RefundEntry = {
    refund,
    expected: former?.refund.version ?? 'nothing',
    channel: payment?.channel ?? null,
    event: payment ? null : event,
    idempotency: null,
    ...more,
  }
  if (!payment) return { entry, changes: [] }
  const next = paymentAfter(payment, former?.refund ?? null, refund)
  return { entry, changes: [{ payment: next, expectedVersion: payment.version, event, liveReference: null }] }
}

/** Makes what `replace` takes for a new refund: its first version, and the change of `payment`, of which it is, with the event. */
export function refundEntryFixture(
  refund: Refund,
  { payment, ...more }: RefundEntryDetails & { payment?: Payment } = {},
): RefundWrite {
  return writeOf(refund, { former: null, payment, more })
}

/**
 * Makes what `replace` takes for a refund's next version, with `patch` applied, behind the write before it. Where its payment
 * was changed by something else meanwhile, it is given.
 */
export function refundChangeFixture(
  before: RefundWrite,
  patch: Partial<Refund>,
  { payment = before.changes[0]?.payment, ...more }: RefundEntryDetails & { payment?: Payment } = {},
): RefundWrite {
  const { refund: former } = before.entry
  const refund = { ...former, updatedAt: later(former.updatedAt, 60), ...patch, version: former.version + 1 }
  return writeOf(refund, { former: before.entry, payment, more })
}

/** Returns the event of a write, wherever it stands. */
export function eventOfRefund({ entry, changes }: RefundWrite): RefundEvent {
  const event = entry.event ?? changes.map((change) => change.event).find(isRefundEvent)
  if (!event) throw new RangeError('a write of a refund without its event')
  return event
}
