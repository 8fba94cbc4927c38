import type { PaymentEvent } from '../../domain/payments/event.js'
import { PaymentError } from '../../errors.js'
import { copyEvent } from '../copy.js'
import { outbox } from '../outbox.js'

/** Events weigh more than the payments that they are about, and a preview never reads them. */
const mostEvents = 12_000

function forgotten(): PaymentError {
  const message = `A dry run keeps the events of its changes until they are more than ${mostEvents}.`
  return new PaymentError('storage_unavailable', message, { retryable: false })
}

/**
 * The events of a dry run's changes. Its histories show them behind the stored ones. Claims give its own alone: a stored
 * event cannot be claimed without leasing it, which would be a write. Beyond so many events all are dropped, and who asks
 * for them is refused: a part of them would look like the whole.
 */
export function dryEvents() {
  let kept: { histories: Map<string, PaymentEvent[]>; undelivered: ReturnType<typeof outbox> } | null = {
    histories: new Map(),
    undelivered: outbox(),
  }
  let count = 0

  function all() {
    if (!kept) throw forgotten()
    return kept
  }

  return {
    add(event: PaymentEvent): void {
      if (++count > mostEvents) kept = null
      if (!kept) return
      const copy = copyEvent(event)
      const { paymentId } = copy.data
      const history = kept.histories.get(paymentId)
      if (history) history.push(copy)
      else kept.histories.set(paymentId, [copy])
      kept.undelivered.add(copy)
    },
    of: (paymentId: string): PaymentEvent[] => (all().histories.get(paymentId) ?? []).map(copyEvent),
    get undelivered() {
      return all().undelivered
    },
  }
}
