/**
 * A hospital at work over servers that fail: clerks who share bills, two relays, two who reconcile. Everything that it
 * was told is written down, and held against what is stored in the end.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type HospitalPayments,
  isPaymentError,
  type Payment,
  type PaymentEvent,
  type PaymentRepository,
  type StatementLine,
} from 'hospital-payments'
import { type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import { expect } from 'vitest'
import { contents, request, testService } from '../../support/service.js'
import { type Telling, versionsTold } from '../../support/tellings.js'

/** So many clerks ask for the same bill, at about the same time, each of another server. */
const sharing = 3
const leaseMs = 5_000

interface Bill {
  readonly name: string
  /** The ids that were given for it: one, whoever asked. */
  readonly ids: Set<string>
}

interface Transition {
  readonly id: string
  readonly version: number
  readonly status: string
}

export interface HospitalOptions {
  /** Where its services read and write: each takes one of them. */
  readonly databases: readonly SqlDatabase[]
  readonly tenant: string
  readonly timeoutMs?: number
  /** Clerks at work at once. */
  readonly clerks?: number
}

export interface Hospital {
  /** All at work while the scene runs; when it is over, so are they. */
  during(scene: () => Promise<void>): Promise<void>
  /** Waits until so many more bills have been acknowledged. */
  writes(more: number): Promise<void>
  /** Errors that callers were given, by code. */
  readonly errors: ReadonlyMap<string, number>
  /** Those that say something of the servers: clerks who lose the race for a payment five times are given `concurrent_update`. */
  outages(): ReadonlyMap<string, number>
  /** Does what is left to do, over servers that answer again. */
  finish(database: SqlDatabase): Promise<void>
  /** Holds what was acknowledged against what is stored. */
  verify(repository: PaymentRepository): Promise<void>
  /** In one line, for people. */
  summary(): string
}

export function hospital({ databases, tenant, timeoutMs = 10_000, clerks = 6 }: HospitalOptions): Hospital {
  const bills: Bill[] = []
  const transitions: Transition[] = []
  const tellings: Telling[] = []
  const errors = new Map<string, number>()
  const untyped: unknown[] = []
  let turns = 0
  let working = false
  let longestMs = 0
  let acknowledgedAt = 0
  let pauseMs = 0

  function serviceOver(database: SqlDatabase, ms = timeoutMs): HospitalPayments {
    const repository = sqlRepository(database, { tenant, timeoutMs: ms })
    const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
    return testService({ repository, clock: () => Date.now(), random }).payments
  }

  /**
   * What a caller gets, who after an error asks again, of another service: `null` when the bill is in a state that does
   * not allow it, or the day is over before an answer.
   */
  async function asked<Result>(
    first: number,
    call: (payments: HospitalPayments) => Promise<Result>,
  ): Promise<Result | null> {
    for (let turn = first; ; turn++) {
      const begun = performance.now()
      try {
        const result = await call(services[turn % services.length]!)
        const now = performance.now()
        if (acknowledgedAt > 0) pauseMs = Math.max(pauseMs, now - acknowledgedAt)
        acknowledgedAt = now
        return result
      } catch (error) {
        if (isPaymentError(error, 'invalid_transition') || isPaymentError(error, 'duplicate_payment')) return null
        if (!isPaymentError(error)) untyped.push(error)
        const code = isPaymentError(error) ? `${error.code}${error.retryable ? '' : ' (for good)'}` : 'untyped'
        errors.set(code, (errors.get(code) ?? 0) + 1)
      } finally {
        longestMs = Math.max(longestMs, performance.now() - begun)
      }
      await sleep(100)
      if (!working) return null
    }
  }

  function acknowledge({ id, version, status }: Payment): void {
    transitions.push({ id, version, status })
  }

  async function write(bill: Bill, turn: number): Promise<void> {
    const { name } = bill
    const made = await asked(turn, (payments) =>
      payments.createPayment(request({ reference: name }), { idempotencyKey: name }),
    )
    if (!made) return
    bill.ids.add(made.id)
    const confirm = (payments: HospitalPayments) =>
      payments.confirmPayment(made.id, { providerTransactionId: `TX-${name}` })
    const fail = (payments: HospitalPayments) => payments.failPayment(made.id, { reason: 'declined' })
    const changed = await asked(turn, turn % sharing === 1 ? fail : confirm)
    if (changed) acknowledge(changed)
  }

  async function clerk(): Promise<void> {
    while (working) {
      const turn = turns++
      const place = Math.floor(turn / sharing)
      const bill = (bills[place] ??= { name: `INV-${place}`, ids: new Set() })
      await write(bill, turn)
      await sleep(Math.random() * 20)
    }
  }

  function statementOf(some: readonly Bill[]): StatementLine[] {
    return some.map(({ name }, i) => ({
      row: i + 2,
      lineId: `line of ${name}`,
      direction: 'credit',
      amount: 150_000,
      currency: 'ETB',
      valueDate: new Date().toISOString().slice(0, 10),
      reference: name,
      providerTransactionId: `TX-${name}`,
    }))
  }

  async function reconcile(payments: HospitalPayments, some: readonly Bill[]): Promise<void> {
    for await (const item of payments.reconcile(statementOf(some), { source: 'bank', apply: true })) void item
  }

  async function reconciler(first: number): Promise<void> {
    while (working) {
      const known = bills.filter(({ ids }) => ids.size > 0).slice(-20)
      if (known.length > 0) await asked(first, (payments) => reconcile(payments, known))
      await sleep(100)
    }
  }

  const toldBy =
    (name: string) =>
    async ({ id: eventId, data: { paymentId, version } }: PaymentEvent) =>
      void tellings.push({ relay: name, eventId, paymentId, version })

  async function relay(name: string, first: number): Promise<void> {
    const send = toldBy(name)
    while (working) {
      await asked(first, (payments) => payments.deliverEvents(send, { limit: 50, leaseMs }))
      await sleep(50)
    }
  }

  const written = () => bills.filter(({ ids }) => ids.size > 0).length
  const services = databases.map((database) => serviceOver(database))

  return {
    errors,
    outages: () => new Map([...errors].filter(([code]) => code !== 'concurrent_update')),
    async writes(more) {
      const wanted = written() + more
      while (written() < wanted) await sleep(20)
    },

    async during(scene) {
      working = true
      const staff = Promise.all([
        ...Array.from({ length: clerks }, clerk),
        ...['relay 1', 'relay 2'].map((name, i) => relay(name, i)),
        ...[1, 2].map(reconciler),
      ])
      try {
        await Promise.race([scene(), staff])
      } finally {
        working = false
        await staff
      }
    },

    async finish(database) {
      const payments = serviceOver(database, 60_000)
      for (const bill of bills) {
        const made = await payments.createPayment(request({ reference: bill.name }), { idempotencyKey: bill.name })
        bill.ids.add(made.id)
        acknowledge(await payments.confirmPayment(made.id, { providerTransactionId: `TX-${bill.name}` }))
      }
      await reconcile(payments, bills)
      // What a relay had claimed when it was cut off is free when its lease has ended.
      const later = testService({
        repository: sqlRepository(database, { tenant }),
        clock: () => Date.now() + 2 * leaseMs,
      }).payments
      await later.deliverEvents(toldBy('the last'), { limit: 100_000 })
    },

    async verify(repository) {
      expect(untyped).toEqual([])
      const stored = await contents(repository)
      const ids = new Map(stored.map(({ payment }) => [payment.reference, payment.id]))
      // One payment a key, and the one that everybody was given.
      expect(stored).toHaveLength(bills.length)
      expect(bills.filter(({ name, ids: given }) => given.size !== 1 || !given.has(ids.get(name)!))).toEqual([])
      // Every acknowledged change is in the history: of those who asked for one version, one was told that it won.
      const histories = new Map(stored.map(({ payment, events }) => [payment.id, events.map(({ data }) => data)]))
      const lost = transitions.filter(({ id, version, status }) => histories.get(id)?.[version - 1]?.status !== status)
      expect(lost).toEqual([])
      for (const { payment, events } of stored) {
        expect(events.map(({ data }) => data.version)).toEqual(events.map((_, i) => i + 1))
        expect(events.at(-1)?.data).toMatchObject({ status: payment.status, version: payment.version })
        // Paid once, whoever read the line.
        expect(payment).toMatchObject({ status: 'succeeded', amountReconciled: payment.amount })
        expect(events.filter(({ evidence }) => evidence?.kind === 'statement')).toHaveLength(1)
      }
      const told = versionsTold(tellings)
      const expected = new Map(stored.map(({ payment }) => [payment.id, orderOf(payment.version)]))
      const wrong = [...expected].filter(([id, order]) => told.get(id) !== order)
      expect(wrong.map(([id, order]) => `${id}: ${told.get(id)}, not ${order}`)).toEqual([])
      expect(told.size).toBe(expected.size)
    },

    summary() {
      const counted = Array.from(errors, ([code, count]) => `${count} ${code}`).join(', ') || 'no errors'
      const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
      return (
        `${bills.length} bills, ${transitions.length} changes; ${counted}; ` +
        `longest call ${seconds(longestMs)}, longest time without an answer ${seconds(pauseMs)}`
      )
    },
  }
}

function orderOf(versions: number): string {
  return Array.from({ length: versions }, (_, i) => i + 1).join(' ')
}
