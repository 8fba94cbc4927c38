/**
 * A hospital at work over servers that fail: three processes of clerks who share bills, two relays and two reconcilers.
 * What they report is compared with what is stored in the end.
 */
import { placeOf } from '../../../src/domain/event-stream.js'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentRepository } from 'hospital-payments'
import type { SqlDatabase } from 'hospital-payments/sql'
import { expect } from 'vitest'
import { contents } from '../../support/service.js'
import { type Delivery, versionsDelivered } from '../../support/relay-deliveries.js'
import { confirm, create, nameOf, reconcile, serviceOver } from './bills.js'
import { type Staff, startStaff } from './staff.js'
import type { Change, Job, Place, Report, Role } from './staff-messages.js'

/** Events that a relay has claimed and not completed are free again after so long. */
const leaseMs = 5_000

/** Clerks of three processes wait so long for each other, and then go on without those whose server does not answer. */
const patienceMs = 300

/** With nothing acknowledged for so long, none of the servers is going to answer. */
const silenceMs = 180_000

interface Bill {
  /** The ids that callers were given for it: one, in whichever process. */
  readonly ids: Set<string>
  /** The times when clerks worked on it, one of each process. */
  readonly times: { readonly begunAt: number; readonly at: number }[]
}

export interface HospitalOptions {
  /** The places where its processes read and write: the first of a role at the first of them, the next at the next. */
  readonly places: readonly Place[]
  readonly tenant: string
  readonly timeoutMs?: number
  /** Clerks at work at once in each of three processes. */
  readonly clerks?: number
}

export interface Hospital {
  /** Runs the scene while all are at work; when it is over, so are they. */
  during(scene: () => Promise<void>): Promise<void>
  /** Waits until so many more bills have been acknowledged. */
  writes(more: number): Promise<void>
  /**
   * Counts the errors that callers received, by code, but for `concurrent_update`: clerks who lose the race for a
   * payment five times receive that one, on servers that work too.
   */
  outages(): ReadonlyMap<string, number>
  /** Does what is left to do, over servers that answer again. */
  finish(database: SqlDatabase): Promise<void>
  /** Compares what was acknowledged with what is stored. */
  verify(repository: PaymentRepository): Promise<void>
  /** Says the result in one line, for people. */
  summary(): string
}

export function hospital({ places, tenant, timeoutMs = 10_000, clerks = 2 }: HospitalOptions): Hospital {
  const bills: Bill[] = []
  const changes: Change[] = []
  const deliveries: (Delivery & { readonly at: number })[] = []
  /** Lines of the statement that each reconciler was the one to apply. */
  const applied = [0, 0]
  const acknowledgedAt: number[] = []
  const errors = new Map<string, number>()
  const unexpected: string[] = []
  /** A clerk waits for one payment; a relay and a reconciler for many in one call. */
  const maxCallMs: Record<Role, number> = { clerks: 0, relay: 0, reconciler: 0 }
  let staff: Staff | undefined

  /** Clerks of each process who wait for a bill. */
  const free = [0, 0, 0]
  let isOpen = false
  let handedOutAt = 0

  /** Hands each bill to one clerk of each process at the same moment. */
  function handOut(): void {
    if (!isOpen) return
    const meet = free.every((count) => count > 0)
    if (!meet && (Date.now() - handedOutAt < patienceMs || free.every((count) => count === 0))) return
    handedOutAt = Date.now()
    const bill = bills.push({ ids: new Set(), times: [] }) - 1
    for (const [index, count] of free.entries()) {
      if (count === 0) continue
      free[index]!--
      staff!.send('clerks', { kind: 'bill', bill }, index)
    }
  }

  const jobs = (['clerks', 'clerks', 'clerks', 'relay', 'relay', 'reconciler', 'reconciler'] as const).map(
    (role, i, roles): Job => {
      const index = i - roles.indexOf(role)
      // Reconcilers begin at the second place, so that each of three places has someone else than clerks.
      const place = places[(role === 'reconciler' ? index + 1 : index) % places.length]!
      return { role, index, place, tenant, timeoutMs, leaseMs, clerks }
    },
  )

  function receive(report: Report, { role, index }: Job): void {
    switch (report.kind) {
      case 'free':
        free[index]!++
        return handOut()
      case 'created': {
        const { ids } = bills[report.bill]!
        if (ids.size === 0) staff!.send('reconciler', { kind: 'acknowledged', bill: report.bill })
        ids.add(report.id)
        acknowledgedAt.push(report.at)
        return
      }
      case 'changed':
        changes.push(report.change)
        acknowledgedAt.push(report.at)
        return
      case 'ended':
        bills[report.bill]!.times.push(report)
        return
      case 'delivered': {
        const { eventId, paymentId, version, at } = report
        deliveries.push({ relay: `${role} ${index}`, eventId, paymentId, version, at })
        return
      }
      case 'reconciled':
        applied[index]! += report.applied
        return
      case 'error':
        errors.set(report.code, (errors.get(report.code) ?? 0) + 1)
        return
      case 'unexpected':
        unexpected.push(report.error)
        return
      case 'done':
        maxCallMs[role] = Math.max(maxCallMs[role], report.maxCallMs)
        return
      case 'ready':
    }
  }

  const acknowledged = () => bills.filter(({ ids }) => ids.size > 0).length

  /** Counts the bills that so many processes were at work on at one moment. */
  const shared = (processes: number) =>
    bills.filter(({ times }) =>
      times.some(
        (one) => times.filter(({ begunAt, at }) => begunAt <= one.begunAt && one.begunAt < at).length >= processes,
      ),
    ).length

  const delivering = () => new Set(deliveries.filter(({ at }) => at < Infinity).map(({ relay }) => relay))

  function maxPauseMs(): number {
    const times = acknowledgedAt.toSorted((a, b) => a - b)
    return times.slice(1).reduce((maxGap, at, i) => Math.max(maxGap, at - times[i]!), 0)
  }

  return {
    outages: () => new Map([...errors].filter(([code]) => code !== 'concurrent_update')),

    async writes(more) {
      const target = acknowledged() + more
      for (let [before, since] = [0, Date.now()]; acknowledged() < target; await sleep(20)) {
        staff!.check()
        if (acknowledged() > before) [before, since] = [acknowledged(), Date.now()]
        if (Date.now() - since > silenceMs) throw new Error(`no bill was acknowledged for ${silenceMs} ms`)
      }
    },

    async during(scene) {
      staff = await startStaff(jobs, receive)
      const handingOut = setInterval(handOut, patienceMs / 3)
      try {
        ;[isOpen, handedOutAt] = [true, Date.now()]
        staff.start()
        await scene()
        isOpen = false
        await staff.stop()
      } finally {
        isOpen = false
        clearInterval(handingOut)
        await staff.kill()
      }
    },

    async finish(database) {
      const payments = serviceOver(database, { tenant, timeoutMs: 60_000 })
      for (const [bill, { ids }] of bills.entries()) {
        const made = await create(payments, bill)
        ids.add(made.id)
        changes.push(await confirm(payments, bill, made.id))
      }
      await reconcile(payments, [...bills.keys()])
      // What a relay had claimed when it was cut off is free when its lease has ended.
      const later = serviceOver(database, { tenant, timeoutMs: 60_000, clock: () => Date.now() + 2 * leaseMs })
      await later.deliverEvents(
        async (event) => {
          const { stream: paymentId, version } = placeOf(event)
          deliveries.push({ relay: 'the last', eventId: event.id, paymentId, version, at: Infinity })
        },
        { limit: 100_000 },
      )
    },

    async verify(repository) {
      expect(unexpected).toEqual([])
      const stored = await contents(repository)
      const ids = new Map(stored.map(({ payment }) => [payment.reference, payment.id]))
      // One payment a key, and the one that every caller was given.
      expect(stored).toHaveLength(bills.length)
      const others = bills.filter(
        ({ ids: acknowledgedIds }, bill) => acknowledgedIds.size !== 1 || !acknowledgedIds.has(ids.get(nameOf(bill))!),
      )
      expect(others).toEqual([])
      // Every acknowledged change is in the history: of those who asked for one version, one was answered that it won.
      const histories = new Map(stored.map(({ payment, events }) => [payment.id, events.map(({ data }) => data)]))
      const lost = changes.filter(({ id, version, status }) => histories.get(id)?.[version - 1]?.status !== status)
      expect(lost).toEqual([])
      for (const { payment, events } of stored) {
        expect(events.map(({ data }) => data.version)).toEqual(events.map((_, i) => i + 1))
        expect(events.at(-1)?.data).toMatchObject({ status: payment.status, version: payment.version })
        // Paid once, although two reconcilers read the line.
        expect(payment).toMatchObject({ status: 'succeeded', amountReconciled: payment.amount })
        expect(events.filter(({ evidence }) => evidence?.kind === 'statement')).toHaveLength(1)
      }
      // Reports of two processes arrive by ways of their own: the order is that of the clock they share.
      const delivered = versionsDelivered(deliveries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)))
      const expected = new Map(stored.map(({ payment }) => [payment.id, orderOf(payment.version)]))
      const wrong = [...expected].filter(([id, order]) => delivered.get(id) !== order)
      expect(wrong.map(([id, order]) => `${id}: ${delivered.get(id)}, not ${order}`)).toEqual([])
      expect(delivered.size).toBe(expected.size)
      // All of this proves little unless the processes met, and each of them did its part.
      expect(delivering()).toEqual(new Set(['relay 0', 'relay 1']))
      expect(Math.min(...applied)).toBeGreaterThan(0)
      expect(shared(2)).toBeGreaterThan(bills.length / 4)
      // While a node is down, its clerks are missing, and the others pay many bills.
      expect(shared(3)).toBeGreaterThan(bills.length / 25)
    },

    summary() {
      const counted = Array.from(errors, ([code, count]) => `${count} ${code}`).join(', ') || 'no errors'
      const duration = (ms: number) => (ms < 1000 ? `${ms.toFixed()} ms` : `${(ms / 1000).toFixed(1)} s`)
      const calls = Object.entries(maxCallMs)
        .map(([role, ms]) => `${role} ${duration(ms)}`)
        .join(', ')
      return (
        `${bills.length} bills (${shared(3)} by three processes at the same time, ${shared(2)} by two or three), ${changes.length} changes, ` +
        `${deliveries.length} deliveries, ${applied.join(' + ')} lines applied; ${counted}; longest call: ${calls}; ` +
        `longest time without an acknowledged write ${duration(maxPauseMs())}`
      )
    },
  }
}

function orderOf(versions: number): string {
  return Array.from({ length: versions }, (_, i) => i + 1).join(' ')
}
