import { placeOf, type StoredEvent } from '../domain/event-stream.js'
import type { Instant } from '../domain/payments/payment.js'
import type { ClaimedEvent, EventClaim, EventCompletion } from './port.js'
import { copyEvent } from './copy.js'
import { type Bound, SortedRows } from './sorted-rows.js'

/** An event that was not delivered yet. */
interface Delivery {
  readonly event: StoredEvent
  dead: boolean
  /** Time from which it may be claimed; empty: at once. Not the event's own time, which another machine's clock gave. */
  dueAt: Instant | ''
  lease: { owner: string; until: Instant } | null
  attempts: number
}

function freeAt({ dueAt, lease }: Delivery): string {
  return lease && lease.until > dueAt ? lease.until : dueAt
}

function streamOf({ event }: Delivery): string {
  return placeOf(event).stream
}

const byCreation = { at: ({ event }: Delivery) => event.createdAt, id: ({ event }: Delivery) => event.id }

const byFreeTime = { at: freeAt, id: ({ event }: Delivery) => event.id }

/**
 * Holds the undelivered events: of each stream in the order of versions, and of all streams those that may be claimed, by time.
 */
export function outbox() {
  const deliveries = new Map<string, Delivery>()
  const queues = new Map<string, Delivery[]>()
  const heads = new SortedRows<Delivery>(byFreeTime)
  const dead = new SortedRows<Delivery>(byFreeTime)
  /** Dead events again, in the order of their pages. */
  const deadByCreation = new SortedRows<Delivery>(byCreation)

  function setDead(delivery: Delivery, isDead: boolean): void {
    if (delivery.dead === isDead) return
    delivery.dead = isDead
    if (isDead) deadByCreation.add(delivery)
    else deadByCreation.delete(delivery)
  }

  function headOf(stream: string): Delivery | undefined {
    return queues.get(stream)?.find((delivery) => !delivery.dead)
  }

  function indexOf(delivery: Delivery): SortedRows<Delivery> | null {
    if (delivery.dead) return dead
    return headOf(streamOf(delivery)) === delivery ? heads : null
  }

  /** Makes a change while none of the stream's deliveries is indexed: the indexes are sorted by what it changes. */
  function change(stream: string, apply: () => void): void {
    for (const delivery of queues.get(stream) ?? []) indexOf(delivery)?.delete(delivery)
    apply()
    for (const delivery of queues.get(stream) ?? []) indexOf(delivery)?.add(delivery)
  }

  function add(event: StoredEvent): void {
    const { stream } = placeOf(event)
    const delivery: Delivery = { event, dead: false, dueAt: '', lease: null, attempts: 0 }
    const isBehindHead = headOf(stream) !== undefined
    deliveries.set(event.id, delivery)
    const queue = queues.get(stream)
    if (queue) queue.push(delivery)
    else queues.set(stream, [delivery])
    if (!isBehindHead) heads.add(delivery)
  }

  function remove(delivery: Delivery): void {
    const { event } = delivery
    const stream = streamOf(delivery)
    setDead(delivery, false)
    deliveries.delete(event.id)
    const rest = queues.get(stream)!.filter((other) => other.event !== event)
    if (rest.length > 0) queues.set(stream, rest)
    else queues.delete(stream)
  }

  function claim({ from, owner, now, leaseUntil, limit }: EventClaim): ClaimedEvent[] {
    const free: Delivery[] = []
    for (const delivery of (from === 'due' ? heads : dead).ascending({ at: '', id: '' })) {
      if (free.length === limit || freeAt(delivery) > now) break
      free.push(delivery)
    }
    return free.map((delivery) => {
      change(streamOf(delivery), () => (delivery.lease = { owner, until: leaseUntil }))
      return { event: copyEvent(delivery.event), attempts: delivery.attempts }
    })
  }

  function complete({ owner, results }: EventCompletion): void {
    for (const { eventId, next } of results) {
      const delivery = deliveries.get(eventId)
      if (delivery?.lease?.owner !== owner) continue
      change(streamOf(delivery), () => {
        delivery.lease = null
        if (next === 'delivered') remove(delivery)
        else if (next === 'dead') {
          setDead(delivery, true)
          Object.assign(delivery, { dueAt: '', attempts: 0 })
        } else {
          const attempts = delivery.dead ? 0 : delivery.attempts + 1
          setDead(delivery, false)
          Object.assign(delivery, { dueAt: next.retryAt, attempts })
        }
      })
    }
  }

  /** Returns dead events, leased ones among them, oldest first. */
  function pageDead({ after, limit }: { after?: Bound; limit: number }): StoredEvent[] {
    const events: StoredEvent[] = []
    if (limit <= 0) return events
    for (const { event } of deadByCreation.ascending(after ?? { at: '', id: '' })) {
      if (after && event.createdAt === after.at && event.id === after.id) continue
      events.push(copyEvent(event))
      if (events.length === limit) break
    }
    return events
  }

  return { add, claim, complete, pageDead }
}
