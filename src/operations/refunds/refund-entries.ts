import { refundEvent } from '../../domain/refunds/event.js'
import type { RefundChange } from '../../domain/refunds/refund-change.js'
import { liveReference } from '../../domain/payments/reference-policy.js'
import type { Change } from '../../repository/port.js'
import type { StoredEvent } from '../../domain/event-stream.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import { refunds } from '../../repository/aggregates/refunds.js'
import type { Context } from '../context.js'
import { refundEntry } from '../payers/payer-entries.js'

/** The key of idempotency of a new refund; keys of refunds are a space of their own. */
export interface Idempotency {
  readonly key: string
  readonly fingerprint: string
}

interface Origin {
  readonly actor: string | null
  /** The references of which a conflict showed another payment to be the live one. */
  readonly contested: ReadonlySet<string>
  /** The idempotency key of a new refund. */
  readonly idempotency?: Idempotency | null
  /** The payer of the line of a new refund. */
  readonly payerOfLine?: string | null
}

/** The changes of refunds that a `replace` stores: those of payments, the refunds, and the events that no payment has. */
interface RefundsToStore {
  readonly changes: readonly Change[]
  readonly rows: readonly RowEntry[]
  readonly events: readonly StoredEvent[]
}

/** Turns changes of refunds into what the port stores: the change of a payment's refund is an event of the payment. */
export function refundsToStore(
  { ids, referencePolicy }: Pick<Context, 'ids' | 'referencePolicy'>,
  changed: readonly RefundChange[],
  { actor, contested, idempotency = null, payerOfLine = null }: Origin,
): RefundsToStore {
  const changes: Change[] = []
  const events: StoredEvent[] = []
  const rows = changed.flatMap((change): RowEntry[] => {
    const { refund, payment } = change
    const event = refundEvent(change, { id: ids.event(), actor })
    if (payment) {
      const yieldsReference = contested.has(payment.reference)
      changes.push({
        payment,
        expectedVersion: payment.version - 1,
        event,
        liveReference: yieldsReference ? null : liveReference(payment, referencePolicy),
      })
    } else events.push(event)
    const beside = {
      channel: payment?.channel ?? null,
      idempotencyKey: idempotency?.key ?? null,
      fingerprint: idempotency?.fingerprint ?? null,
    }
    const isNew = refund.version === 1
    const entry = {
      of: refunds,
      row: refund,
      beside: isNew ? beside : null,
      expected: isNew ? ('nothing' as const) : refund.version - 1,
      events: [],
    }
    return isNew ? [entry, ...refundEntry(refund, payment ? payment.customer?.id : payerOfLine)] : [entry]
  })
  return { changes, rows, events }
}
