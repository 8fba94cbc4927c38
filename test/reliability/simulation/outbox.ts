/** The life of events, written down a second time: who has which leased, what was sent, and what came of it. */
import { placeOf } from '../../../src/domain/event-stream.js'
import type { StoredEvent, PaymentRepository } from 'hospital-payments'
import type { EventClaim, EventCompletion } from 'hospital-payments/repository'
import { altered } from '../../support/repositories.js'
import { type Answer, endOf, isRight } from './answers.js'
import { insertEach, insertOne } from '../../support/writes.js'

interface Entry {
  readonly paymentId: string
  readonly version: number
  state: 'due' | 'delivered' | 'dead'
  freeAt: string
  owner: string | null
  leasedUntil: string
  tries: number
  sent: boolean
}

export class Outbox {
  private readonly entries = new Map<string, Entry>()
  /** In order of versions. */
  private readonly queues = new Map<string, Entry[]>()
  /** By owner and event. */
  private readonly answers = new Map<string, { answer: Answer; tries: number }>()
  /** `pay_… v1`, in the order of sends. */
  readonly log: string[] = []
  /** Collected, for what is thrown within a send is a failure of the receiver only. */
  readonly problems: string[] = []

  private must(condition: boolean, what: string): void {
    if (!condition) this.problems.push(what)
  }

  private add(event: StoredEvent): void {
    const { stream: paymentId, version } = placeOf(event)
    const fresh = { state: 'due', freeAt: '', owner: null, leasedUntil: '', tries: 0, sent: false } as const
    const entry: Entry = { paymentId, version, ...fresh }
    this.entries.set(event.id, entry)
    const queue = this.queues.get(paymentId)
    if (queue) queue.push(entry)
    else this.queues.set(paymentId, [entry])
  }

  private earlier({ paymentId, version }: Entry): Entry[] {
    return this.queues.get(paymentId)!.slice(0, version - 1)
  }

  count(state: Entry['state']): number {
    return [...this.entries.values()].filter((entry) => entry.state === state).length
  }

  get unsent(): number {
    return [...this.entries.values()].filter(({ sent }) => !sent).length
  }

  get size(): number {
    return this.entries.size
  }

  private isFree(entry: Entry, { from, now }: EventClaim): boolean {
    if (entry.state !== from || entry.freeAt > now || entry.leasedUntil > now) return false
    return from === 'dead' || this.earlier(entry).every(({ state }) => state !== 'due')
  }

  private claimed(claim: EventClaim, events: Awaited<ReturnType<PaymentRepository['claimEvents']>>): void {
    const free = [...this.entries.values()].filter((entry) => this.isFree(entry, claim))
    this.must(events.length === Math.min(claim.limit, free.length), 'a claim that leaves out what it could have')
    for (const { event, attempts } of events) {
      const entry = this.entries.get(event.id)
      this.must(entry !== undefined && free.includes(entry), 'a claim of an event that was not free')
      if (!entry) continue
      this.must(attempts === entry.tries, 'tries that are not counted')
      Object.assign(entry, { owner: claim.owner, leasedUntil: claim.leaseUntil })
    }
  }

  private completed({ owner, now, results }: EventCompletion): void {
    for (const { eventId, next } of results) {
      const entry = this.entries.get(eventId)!
      const receiverAnswer = this.answers.get(`${owner} ${eventId}`)
      const isRevival = receiverAnswer === undefined
      if (isRevival) this.must(typeof next === 'object' && next.retryAt === now, 'a dead event that is not due at once')
      else this.must(isRight(next, receiverAnswer, now), 'an end that is not what the receiver said')
      if (entry.owner !== owner) continue
      this.must(isRevival === (entry.state === 'dead'), 'an end of what was not sent')
      const isRetry = typeof next === 'object'
      Object.assign(entry, {
        state: isRetry ? 'due' : next,
        freeAt: isRetry ? next.retryAt : '',
        owner: null,
        leasedUntil: '',
        tries: isRetry && !isRevival ? entry.tries + 1 : 0,
      })
    }
  }

  /** Notes that an event is sent, and returns what its relay has to count it as. */
  sent({ id }: StoredEvent, now: string, answer: Answer): ReturnType<typeof endOf> {
    const entry = this.entries.get(id)!
    this.must(entry.state === 'due', 'sent after it was delivered or dead')
    this.must(entry.owner !== null && entry.leasedUntil > now, 'sent after the lease had ended')
    // An earlier one may be due by now all the same: it was dead, and revived after this one was claimed.
    this.must(
      this.earlier(entry).every(({ sent }) => sent),
      'sent before an earlier event of its payment',
    )
    entry.sent = true
    this.log.push(`${entry.paymentId} v${entry.version}`)
    this.answers.set(`${entry.owner} ${id}`, { answer, tries: entry.tries })
    return endOf(answer, entry.tries)
  }

  /** Wraps the storage: every event, claim and completion is noted as it is done. */
  observed(original: PaymentRepository): PaymentRepository {
    return altered(original, () => ({
      insert: insertEach(async (entry) => {
        const answer = await insertOne(original, entry)
        if (answer.outcome === 'inserted') this.add(entry.event)
        return answer
      }),
      replace: async (group) => {
        const answer = await original.replace(group)
        if (answer.outcome === 'replaced') for (const { event } of group.changes) this.add(event)
        return answer
      },
      claimEvents: async (claim) => {
        const events = await original.claimEvents(claim)
        this.claimed(claim, events)
        return events
      },
      completeEvents: async (done) => {
        await original.completeEvents(done)
        this.completed(done)
      },
    }))
  }
}
