import { placeOf } from '../../../src/domain/event-stream.js'
import type { StoredEvent, PaymentRepository } from 'hospital-payments'
import type { ClaimedEvent, EventClaim, EventCompletion } from 'hospital-payments/repository'
import type { Fault } from './broken.js'
import { insertEach } from '../../support/writes.js'

interface Entry {
  readonly event: StoredEvent
  state: 'due' | 'dead' | 'delivered'
  dueAt: string
  /** The owners that claimed it, the last one at the end. */
  owners: string[]
  claimedAt: string
  leaseUntil: string
  attempts: number
}

/** Places where this outbox may go wrong; it is sound where nothing is given. */
export interface Flaws {
  /** Returns true where an entry waits for an earlier one; events are delivered out of order where it is false too often. */
  isHeldBack?: (earlier: Entry, claim: EventClaim, entry: Entry) => boolean
  isDue?: (entry: Entry, claim: EventClaim) => boolean
  isLeased?: (entry: Entry, claim: EventClaim) => boolean
  mayComplete?: (entry: Entry, owner: string) => boolean
  limit?: (claim: EventClaim, free: readonly Entry[]) => readonly Entry[]
  onClaim?: (entry: Entry) => void
  onComplete?: (entry: Entry, before: Readonly<Entry>, done: EventCompletion) => void
  /** Looks first and leases afterwards. */
  looksFirst?: (claim: EventClaim) => boolean
  losesWhileClaiming?: boolean
}

const sound = {
  isHeldBack: ({ state }: Entry) => state === 'due',
  isDue: ({ dueAt }: Entry, { now }: EventClaim) => dueAt <= now,
  isLeased: ({ leaseUntil }: Entry, { now }: EventClaim) => leaseUntil > now,
  mayComplete: ({ owners, leaseUntil }: Entry, owner: string) => leaseUntil !== '' && owners.at(-1) === owner,
  limit: ({ limit }: EventClaim, free: readonly Entry[]) => free.slice(0, limit),
}

/** Makes an outbox in place of the sound one, small enough to be seen through, with flaws to order. */
export function flawedOutbox(order: () => Flaws): Fault {
  return ({ insert, replace }: PaymentRepository) => {
    const flaws = order()
    const rules = { ...sound, ...flaws }
    const entries = new Map<string, Entry>()
    const byPayment = new Map<string, Entry[]>()
    let claiming = 0
    const add = (event: StoredEvent) => {
      if (flaws.losesWhileClaiming && claiming > 0) return
      const { stream: paymentId } = placeOf(event)
      const unclaimed = { state: 'due', dueAt: '', claimedAt: '', leaseUntil: '', attempts: 0 } as const
      const entry: Entry = { ...unclaimed, owners: [], event: structuredClone(event) }
      entries.set(event.id, entry)
      byPayment.set(paymentId, [...(byPayment.get(paymentId) ?? []), entry])
    }
    const isFirst = (entry: Entry, claim: EventClaim) =>
      !byPayment
        .get(placeOf(entry.event).stream)!
        .some(
          (other) =>
            placeOf(other.event).version < placeOf(entry.event).version && rules.isHeldBack(other, claim, entry),
        )
    const isFree = (entry: Entry, claim: EventClaim) =>
      entry.state === claim.from &&
      !rules.isLeased(entry, claim) &&
      (claim.from === 'dead' || (rules.isDue(entry, claim) && isFirst(entry, claim)))
    const lease = (entry: Entry, { owner, now, leaseUntil }: EventClaim): ClaimedEvent => {
      flaws.onClaim?.(entry)
      Object.assign(entry, { owners: [...entry.owners, owner], claimedAt: now, leaseUntil })
      return { event: structuredClone(entry.event), attempts: entry.attempts }
    }

    return {
      insert: insertEach(async (entry) => {
        const answer = (await insert([entry]))[0]!
        if (answer.outcome === 'inserted' && entry.isDelivered !== false) add(entry.event)
        return answer
      }),
      replace: async (group) => {
        const answer = await replace(group)
        if (answer.outcome === 'replaced') group.changes.forEach(({ event }) => add(event))
        return answer
      },
      claimEvents: async (claim) => {
        const claimed = rules.limit(
          claim,
          [...entries.values()].filter((entry) => isFree(entry, claim)),
        )
        if (!flaws.looksFirst?.(claim) && !flaws.losesWhileClaiming) return claimed.map((entry) => lease(entry, claim))
        claiming++
        // As long as inserts take that are under way.
        await new Promise((resolve) => setImmediate(resolve))
        claiming--
        const rest = flaws.losesWhileClaiming ? claimed.filter((entry) => isFree(entry, claim)) : claimed
        return rest.map((entry) => lease(entry, claim))
      },
      completeEvents: async (done) => {
        for (const { eventId, next } of done.results) {
          const entry = entries.get(eventId)
          if (!entry || !rules.mayComplete(entry, done.owner)) continue
          const before = { ...entry }
          entry.leaseUntil = ''
          if (next === 'delivered') entry.state = 'delivered'
          else if (next === 'dead') Object.assign(entry, { state: 'dead', attempts: 0 })
          else {
            const attempts = entry.state === 'dead' ? 0 : entry.attempts + 1
            Object.assign(entry, { state: 'due', dueAt: next.retryAt, attempts })
          }
          flaws.onComplete?.(entry, before, done)
        }
      },
    }
  }
}
