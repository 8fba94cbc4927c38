import type { PaymentEvent } from '../../domain/payments/event.js'
import { PaymentError } from '../../errors.js'
import { outbox } from '../outbox.js'
import { JsonLog } from './json-log.js'

/** More of them weigh more than the payments that they are about, and a preview never reads them. */
const mostEvents = 12_000

function dropped(): PaymentError {
  const message = `A dry run keeps the events of its changes until they are more than ${mostEvents}.`
  return new PaymentError('storage_unavailable', message, { retryable: false })
}

/**
 * The events of a dry run's changes. Its histories show them behind the stored ones. Claims give its own alone: a stored
 * event cannot be claimed without leasing it, which would be a write. Beyond so many events all are dropped, and who asks
 * for them is refused: a part of them would look like the whole.
 */
export function dryEvents() {
  let kept: JsonLog | null = new JsonLog()
  // Both are made of the events when they are first asked for: most dry runs never are.
  let outgoing: ReturnType<typeof outbox> | null = null
  let ofPayment: Map<string, number[]> | null = null

  function log(): JsonLog {
    if (!kept) throw dropped()
    return kept
  }

  const eventAt = (number: number) => log().get(number) as PaymentEvent

  function note(histories: Map<string, number[]>, { data }: PaymentEvent, number: number): void {
    const history = histories.get(data.paymentId)
    if (history) history.push(number)
    else histories.set(data.paymentId, [number])
  }

  return {
    add(event: PaymentEvent): void {
      if (kept?.size === mostEvents) kept = outgoing = ofPayment = null
      if (!kept) return
      if (ofPayment) note(ofPayment, event, kept.size)
      kept.add(event)
      outgoing?.add(eventAt(kept.size - 1))
    },
    of(paymentId: string): PaymentEvent[] {
      const { size } = log()
      if (!ofPayment) {
        ofPayment = new Map()
        for (let number = 0; number < size; number++) note(ofPayment, eventAt(number), number)
      }
      return (ofPayment.get(paymentId) ?? []).map(eventAt)
    },
    get undelivered() {
      const { size } = log()
      if (!outgoing) {
        outgoing = outbox()
        for (let number = 0; number < size; number++) outgoing.add(eventAt(number))
      }
      return outgoing
    },
  }
}
