import { refundEvent } from '../../domain/refunds/event.js'
import type { RefundChange } from '../../domain/refunds/refund-change.js'
import { liveReference } from '../../domain/payments/reference-policy.js'
import type { Change } from '../../repository/port.js'
import type { RefundEntry } from '../../repository/refund-port.js'
import type { Context } from '../context.js'

interface Origin {
  readonly actor: string | null
  /** The references of which a conflict showed another payment to be the live one. */
  readonly contested: ReadonlySet<string>
  /** The idempotency key of a new refund. */
  readonly idempotency?: RefundEntry['idempotency']
}

/** The changes of refunds that a `replace` stores. */
interface RefundsToStore {
  readonly changes: readonly Change[]
  readonly refunds: readonly RefundEntry[]
}

/** Turns changes of refunds into what the port stores: the change of a payment's refund is an event of the payment. */
export function refundsToStore(
  { ids, referencePolicy }: Pick<Context, 'ids' | 'referencePolicy'>,
  changed: readonly RefundChange[],
  { actor, contested, idempotency = null }: Origin,
): RefundsToStore {
  const changes: Change[] = []
  const refunds = changed.map((change): RefundEntry => {
    const { refund, payment } = change
    const event = refundEvent(change, { id: ids.event(), actor })
    const expected = refund.version === 1 ? 'nothing' : refund.version - 1
    if (!payment) return { refund, expected, channel: null, event, idempotency }
    const yieldsReference = contested.has(payment.reference)
    changes.push({
      payment,
      expectedVersion: payment.version - 1,
      event,
      liveReference: yieldsReference ? null : liveReference(payment, referencePolicy),
    })
    return { refund, expected, channel: payment.channel, event: null, idempotency }
  })
  return { changes, refunds }
}
