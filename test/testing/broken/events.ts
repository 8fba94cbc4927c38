import type { PaymentEvent } from 'hospital-payments'
import { type Broken, broken } from './broken.js'
import { flawedOutbox, type Flaws } from './outbox.js'

const flawed = (name: string, breaks: string, flaws: Flaws | (() => Flaws)) =>
  broken(name, breaks, flawedOutbox(typeof flaws === 'function' ? flaws : () => flaws))

const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000

export const brokenOrder: readonly Broken[] = [
  broken('forgets who acted', 'A claim gives the events as they were stored', (sound) => ({
    claimEvents: async (claim) =>
      (await sound.claimEvents(claim)).map(({ event, attempts }) => ({
        event: { ...event, actor: undefined } as unknown as PaymentEvent,
        attempts,
      })),
  })),
  flawed(
    'delivers the third event of a payment before the second',
    'The events of a payment are delivered one after another, the oldest first',
    {
      isHeldBack: ({ state, event }, _, later) =>
        state === 'due' &&
        !(event.data.version === 2 && later.event.data.version === 3 && later.event.type === 'payment.reversed'),
    },
  ),
  flawed('passes over an event that is leased', 'A leased event holds back the later ones of its payment', {
    isHeldBack: ({ state, leaseUntil }, { now }) => state === 'due' && leaseUntil <= now,
  }),
  flawed(
    'passes over an event that waits for its retry',
    'An event that waits for its retry holds back the later ones of its payment only',
    { isHeldBack: ({ state, dueAt }, { now }) => state === 'due' && dueAt <= now },
  ),
  flawed(
    'waits five minutes for a dead event to be revived',
    'A dead event does not hold back the later ones of its payment',
    {
      isHeldBack: ({ state, claimedAt }, { now }) =>
        state === 'due' || (state === 'dead' && seconds(claimedAt, now) < 300),
    },
  ),
  flawed('puts a revived event at the end', 'A revived event comes before the later ones of its payment', {
    isHeldBack: ({ state, dueAt, attempts }, _, later) =>
      state === 'due' &&
      !(dueAt !== '' && attempts === 0 && later.event.type === 'payment.succeeded' && later.event.data.version === 2),
  }),
  flawed(
    'delivers no event that is older than one that it delivered',
    'An event that is stored late, with an early id and time, is not skipped',
    () => {
      let delivered = ''
      return {
        isDue: ({ dueAt, event }, { now }) => dueAt <= now && event.createdAt >= delivered,
        onComplete: ({ event }) => {
          delivered = event.createdAt
        },
      }
    },
  ),
  flawed('claims twice the limit', 'A claim takes no more events than its limit, and leaves the others to be claimed', {
    limit: ({ limit, from }, free) => free.slice(0, from === 'due' ? limit * 2 : limit),
  }),
  flawed('claims all dead events', 'A claim of dead events takes no more than its limit either', {
    limit: ({ limit, from }, free) => (from === 'due' ? free.slice(0, limit) : free),
  }),
  flawed('claims one dead event a payment', 'A claim of dead events takes several of one payment', {
    limit: ({ limit, from }, free) => {
      if (from === 'due') return free.slice(0, limit)
      const first = free.filter(
        ({ event }, i) => i === free.findIndex((other) => other.event.data.paymentId === event.data.paymentId),
      )
      return first.slice(0, limit)
    },
  }),
]

export const brokenLeases: readonly Broken[] = [
  flawed(
    'ends every lease after 45 seconds',
    'A leased event goes to no other owner before its lease ends, and to another afterwards',
    { isLeased: ({ claimedAt, leaseUntil }, { now }) => leaseUntil > now && seconds(claimedAt, now) < 45 },
  ),
  flawed('lets any caller complete an event', 'A completion by another than the owner is ignored', {
    mayComplete: ({ owners, leaseUntil }, owner) =>
      leaseUntil !== '' && (owners.at(-1) === owner || !owners.includes(owner)),
  }),
  flawed(
    'lets every owner that ever claimed an event complete it',
    'A completion by a former owner is ignored once another has taken over',
    { mayComplete: ({ owners, leaseUntil }, owner) => leaseUntil !== '' && owners.includes(owner) },
  ),
  flawed('completes events that were not claimed', 'A completion of events that were never claimed is ignored', {
    mayComplete: ({ owners }, owner) => owners.length === 0 || owners.at(-1) === owner,
  }),
  flawed('looks first and leases afterwards', 'Owners who claim at once never share an event', {
    looksFirst: ({ from }) => from === 'due',
  }),
  flawed(
    'looks for dead events first and leases them afterwards',
    'Owners who claim dead events at once never share one',
    {
      looksFirst: ({ from }) => from === 'dead',
    },
  ),
  flawed(
    'loses events that are stored while others are claimed',
    'Events stored while others are claimed are all delivered',
    { losesWhileClaiming: true },
  ),
  flawed(
    'holds leases against a clock of its own',
    'Leases and retries go by the instants given, not by a clock of the storage',
    { isLeased: ({ leaseUntil }, { now }) => leaseUntil > now && leaseUntil > '2026-11-20T00:00:00.000Z' },
  ),
]

export const brokenAttempts: readonly Broken[] = [
  flawed('counts no more than one attempt', 'Each retry counts as an attempt', {
    onComplete: (entry) => (entry.attempts = Math.min(entry.attempts, 1)),
  }),
  flawed('counts leases that ran out as attempts', 'A claim whose lease ran out counts as no attempt', {
    onClaim: (entry) => (entry.attempts += entry.leaseUntil === '' ? 0 : 1),
  }),
  flawed(
    'delivers an event that waits for half a minute five seconds too early',
    'A retry is not due before its time, and ends the lease at once',
    {
      isDue: ({ claimedAt, dueAt }, { now }) =>
        dueAt <= now || (seconds(claimedAt, dueAt) === 30 && seconds(now, dueAt) <= 5),
    },
  ),
  flawed(
    'keeps a long lease of an event that waits for its retry',
    'A retry is not due before its time, and ends the lease at once',
    {
      onComplete: (entry, before) => {
        if (seconds(before.claimedAt, before.leaseUntil) > 600 && entry.state === 'due')
          entry.leaseUntil = before.leaseUntil
      },
    },
  ),
  flawed('delivers delivered events again after two hours', 'A delivered event is never claimed again', () => {
    const delivered = new Map<string, string>()
    return {
      isHeldBack: ({ state, event }) => state === 'due' && !delivered.has(event.id),
      isDue: ({ dueAt, event }, { now }) => {
        const since = seconds(delivered.get(event.id) ?? now, now)
        return dueAt <= now && (!delivered.has(event.id) || (since > 7200 && since < 86_400))
      },
      onComplete: (entry, _, { now }) => {
        if (entry.state !== 'delivered') return
        delivered.set(entry.event.id, now)
        entry.state = 'due'
      },
    }
  }),
  flawed(
    'keeps the attempts of a dead event',
    'A dead event is claimed as dead only, and its attempts start again from 0',
    {
      onComplete: (entry, before) => {
        if (entry.state === 'dead') entry.attempts = before.attempts
      },
    },
  ),
  flawed(
    'counts the revival of a dead event as an attempt',
    'The retry that revives a dead event is no attempt, and later ones are',
    {
      onComplete: (entry, before) => {
        if (before.state === 'dead') entry.attempts = 1
      },
    },
  ),
  flawed(
    'ends the lease of a dead event after ten seconds',
    'A dead event that was claimed goes to no other owner before the lease ends',
    {
      isLeased: ({ state, claimedAt, leaseUntil }, { now }) =>
        leaseUntil > now && (state !== 'dead' || seconds(claimedAt, now) < 10),
    },
  ),
  flawed('treats all events of a completion alike', 'Each event of one completion goes its own way', {
    onComplete: (entry, _, { results }) => {
      if (results[0]?.next === 'delivered') entry.state = 'delivered'
    },
  }),
]
