/** One consumer of events, as the cases on the outbox need it. */
import { placeOf, type StoredEvent } from '../domain/event-stream.js'
import type { PaymentEvent } from '../domain/payments/event.js'
import type { Instant, Payment } from '../domain/payments/payment.js'
import type { ClaimedEvent, EventCompletion, PaymentRepository } from '../repository/port.js'
import { changeFixture, insertFixture, paymentFixture } from './fixtures.js'
import { group, insert, insertOne, later } from './steps.js'

type Next = EventCompletion['results'][number]['next']

const noon = '2026-11-20T12:00:00.000Z'

/** Returns the instant that is so many seconds after noon. */
export function at(seconds: number): Instant {
  return later(noon, seconds)
}

interface Claiming {
  from?: 'due' | 'dead'
  /** Seconds after noon. */
  until?: number
  limit?: number
}

interface Relay {
  /** Claims events `seconds` after noon, leased for a minute unless `until` is another time. */
  claim(seconds: number, claiming?: Claiming): Promise<readonly ClaimedEvent[]>
  complete(seconds: number, events: readonly StoredEvent[], next: Next): Promise<void>
  /** Claims whatever is due and completes all of it. */
  settle(seconds: number, next: Next, claiming?: Claiming): Promise<readonly ClaimedEvent[]>
}

export function relay(repository: PaymentRepository, owner: string): Relay {
  const claim: Relay['claim'] = (seconds, { from = 'due', until = seconds + 60, limit = 100 } = {}) =>
    repository.claimEvents({ from, owner, now: at(seconds), leaseUntil: at(until), limit })
  const complete: Relay['complete'] = (seconds, events, next) =>
    repository.completeEvents({ owner, now: at(seconds), results: events.map(({ id }) => ({ eventId: id, next })) })
  return {
    claim,
    complete,
    settle: async (seconds, next, claiming) => {
      const claimed = await claim(seconds, claiming)
      await complete(
        seconds,
        claimed.map(({ event }) => event),
        next,
      )
      return claimed
    },
  }
}

/** Writes the versions of one payment's events: `v1 v2`. */
export function brief(claimed: readonly ClaimedEvent[]): string {
  return claimed
    .map(({ event }) => `v${placeOf(event).version}`)
    .sort()
    .join(' ')
}

/** Writes the versions and attempts of one payment's events: `v1×0 v2×3`. */
export function tries(claimed: readonly ClaimedEvent[]): string {
  return claimed
    .map(({ event, attempts }) => `v${placeOf(event).version}×${attempts}`)
    .sort()
    .join(' ')
}

export function idsOf(claimed: readonly ClaimedEvent[]): string[] {
  return claimed.map(({ event }) => event.id)
}

/** Stores a payment with as many events as versions, none of them delivered. */
export async function withEvents(
  repository: PaymentRepository,
  versions: 1 | 2 | 3,
  createdAt = later(noon, -3600),
): Promise<PaymentEvent[]> {
  const payment = paymentFixture({ createdAt })
  const entry = insertFixture(payment)
  await insertOne(repository, entry)
  const events = [entry.event]
  let last = payment
  const patches: Partial<Payment>[] = [
    { status: 'succeeded', paidAt: later(payment.createdAt, 60) },
    { status: 'reversed', reversedAt: later(payment.createdAt, 120) },
  ]
  for (const patch of patches.slice(0, versions - 1)) {
    const next = changeFixture(last, patch)
    await repository.replace(group([next]))
    events.push(next.event)
    last = next.payment
  }
  return events
}

/** Stores payments with one event each, none of them delivered. */
export async function manyEvents(repository: PaymentRepository, count: number): Promise<string[]> {
  const entries = Array.from({ length: count }, () => insertFixture(paymentFixture()))
  await Promise.all(entries.map(({ payment, ...more }) => insert(repository, payment, more)))
  return entries.map(({ event }) => event.id)
}

/** Stores a payment with an event of each kind of change that a late, then reversed one goes through, full of detail. */
export async function withRichEvents(
  repository: PaymentRepository,
  status: 'failed' | 'expired',
): Promise<PaymentEvent[]> {
  const ms = (count: number) => new Date(Date.parse(noon) - 3_600_000 + count).toISOString()
  const first = paymentFixture({ amount: Number.MAX_SAFE_INTEGER - 2, currency: 'XOF', createdAt: ms(1) })
  const entry = insertFixture(first)
  const confirmation = { kind: 'confirmation', paidAt: ms(77), providerTransactionId: 'TX-1' } as const
  const statement = {
    kind: 'statement',
    account: 'bank',
    lineKey: 'line-1',
    row: 7,
    valueDate: '2026-11-20',
    amount: Number.MAX_SAFE_INTEGER - 2,
    providerTransactionId: 'TX-2',
  } as const
  Object.assign(entry.event, { actor: 'cashier-1', reason: 'at the till', evidence: confirmation })
  await insertOne(repository, entry)
  const steps: [Partial<Payment>, Partial<PaymentEvent>][] = [
    [{ status }, {}],
    [
      { status: 'succeeded', paidAt: ms(77) },
      { evidence: confirmation, actor: 'provider' },
    ],
    [{ amountReconciled: first.amount }, { evidence: statement, type: 'payment.reconciled' }],
    [{ statusReason: 'proved twice' }, { evidence: { ...statement, row: 8, providerTransactionId: null } }],
    [{ status: 'reversed', reversedAt: ms(99) }, {}],
  ]
  const events = [entry.event]
  let last = first
  for (const [i, [patch, detail]] of steps.entries()) {
    const next = changeFixture(last, { ...patch, updatedAt: ms(100 + 11 * i) })
    const beside = async () => changeFixture(await insert(repository), { status: 'expired' })
    const details = { actor: `actor ${i}`, reason: `reason ${i}`, evidence: confirmation }
    const change = { ...next, event: { ...next.event, ...details, ...detail } }
    const lineKey = detail.evidence?.kind === 'statement' ? `${first.id} line ${i}` : null
    await repository.replace(group(i % 2 === 0 ? [change] : [await beside(), change, await beside()], lineKey))
    events.push(change.event)
    last = next.payment
  }
  return events
}
