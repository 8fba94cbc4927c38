import type { PaymentEvent } from '../domain/payments/event.js'
import type { Instant } from '../domain/payments/payment.js'
import type { ClaimedEvent, EventClaim, EventCompletion } from './port.js'
import { copyEvent } from './copy.js'
import { SortedRows } from './sorted-rows.js'

/** An event that was not delivered yet. */
interface Delivery {
  readonly event: PaymentEvent
  dead: boolean
  /** Empty: at once. Not the event's own time, which another machine's clock gave. */
  dueAt: Instant | ''
  lease: { owner: string; until: Instant } | null
  attempts: number
}

function freeAt({ dueAt, lease }: Delivery): string {
  return lease && lease.until > dueAt ? lease.until : dueAt
}

const byFreeTime = { at: freeAt, id: ({ event }: Delivery) => event.id }

/** The undelivered events: in order of versions a payment, and of all payments those that may be claimed, by time. */
export function outbox() {
  const deliveries = new Map<string, Delivery>()
  const queues = new Map<string, Delivery[]>()
  const heads = new SortedRows<Delivery>(byFreeTime)
  const dead = new SortedRows<Delivery>(byFreeTime)

  function headOf(paymentId: string): Delivery | undefined {
    return queues.get(paymentId)?.find((delivery) => !delivery.dead)
  }

  function indexOf(delivery: Delivery): SortedRows<Delivery> | null {
    if (delivery.dead) return dead
    return headOf(delivery.event.data.paymentId) === delivery ? heads : null
  }

  /** Makes a change while none of the payment's deliveries is indexed: the indexes are sorted by what it changes. */
  function change(paymentId: string, apply: () => void): void {
    for (const delivery of queues.get(paymentId) ?? []) indexOf(delivery)?.delete(delivery)
    apply()
    for (const delivery of queues.get(paymentId) ?? []) indexOf(delivery)?.add(delivery)
  }

  function add(event: PaymentEvent): void {
    const { paymentId } = event.data
    const delivery: Delivery = { event, dead: false, dueAt: '', lease: null, attempts: 0 }
    const waits = headOf(paymentId) !== undefined
    deliveries.set(event.id, delivery)
    const queue = queues.get(paymentId)
    if (queue) queue.push(delivery)
    else queues.set(paymentId, [delivery])
    if (!waits) heads.add(delivery)
  }

  function remove({ event }: Delivery): void {
    deliveries.delete(event.id)
    const rest = queues.get(event.data.paymentId)!.filter((other) => other.event !== event)
    if (rest.length > 0) queues.set(event.data.paymentId, rest)
    else queues.delete(event.data.paymentId)
  }

  function claim({ from, owner, now, leaseUntil, limit }: EventClaim): ClaimedEvent[] {
    const free: Delivery[] = []
    for (const delivery of (from === 'due' ? heads : dead).ascending({ at: '', id: '' })) {
      if (free.length === limit || freeAt(delivery) > now) break
      free.push(delivery)
    }
    return free.map((delivery) => {
      change(delivery.event.data.paymentId, () => (delivery.lease = { owner, until: leaseUntil }))
      return { event: copyEvent(delivery.event), attempts: delivery.attempts }
    })
  }

  function complete({ owner, results }: EventCompletion): void {
    for (const { eventId, next } of results) {
      const delivery = deliveries.get(eventId)
      if (delivery?.lease?.owner !== owner) continue
      change(delivery.event.data.paymentId, () => {
        delivery.lease = null
        if (next === 'delivered') remove(delivery)
        else if (next === 'dead') Object.assign(delivery, { dead: true, dueAt: '', attempts: 0 })
        else
          Object.assign(delivery, {
            dead: false,
            dueAt: next.retryAt,
            attempts: delivery.dead ? 0 : delivery.attempts + 1,
          })
      })
    }
  }

  return { add, claim, complete }
}
