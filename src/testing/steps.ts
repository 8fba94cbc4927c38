/** Short ways for the cases to bring a repository into a state, and to name that state. */
import { placeOf, type StoredEvent } from '../domain/event-stream.js'
import { instantOf, millisecondsOf } from '../domain/instant.js'
import { firstVersion } from '../domain/payments/first-version.js'
import type { Instant, Payment } from '../domain/payments/payment.js'
import type {
  Cell,
  Change,
  ChangeGroup,
  InsertEntry,
  InsertOutcome,
  PaymentRepository,
  ReplaceOutcome,
} from '../repository/port.js'
import { equal } from './assert.js'
import { changeFixture, insertFixture, paymentFixture } from './fixtures.js'

/** Writes a payment or a refund in brief, so that a case names nothing but its own promise. */
export function brief(payment: Pick<Payment, 'id' | 'version'> | null): string {
  return payment ? `${payment.id} v${payment.version}` : 'nothing'
}

/** Writes an answer in brief: `stale pay_… v2`. */
export function outcomeOf(answer: InsertOutcome | ReplaceOutcome): string {
  if ('payment' in answer) return `${answer.outcome} ${brief(answer.payment)}`
  return 'current' in answer ? `${answer.outcome} ${brief(answer.current)}` : answer.outcome
}

export async function storedBrief(repository: PaymentRepository, { id }: Payment): Promise<string> {
  return brief(await repository.get(id))
}

export function outcomesOf(answers: readonly (InsertOutcome | ReplaceOutcome)[]): string[] {
  return answers.map(outcomeOf)
}

export const each = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

/** Inserts one entry, for most cases are about one. */
export async function insertOne(repository: PaymentRepository, entry: InsertEntry): Promise<InsertOutcome> {
  const outcomes = await repository.insert([entry])
  equal(outcomes.length, 1, 'answers to one entry')
  return outcomes[0]!
}

export async function insert(
  repository: PaymentRepository,
  payment: Payment = paymentFixture(),
  more: Parameters<typeof insertFixture>[1] = {},
): Promise<Payment> {
  equal(outcomeOf(await insertOne(repository, insertFixture(payment, more))), 'inserted', 'insert of a new payment')
  return payment
}

/** Larger groups have cases of their own. */
const fewEntries = 500

/** Inserts new payments in groups, without keys and live references, and demands that each group succeeds. */
async function insertAll(repository: PaymentRepository, payments: readonly Payment[]): Promise<void> {
  const entries = payments.map((payment) => insertFixture(payment))
  for (let start = 0; start < entries.length; start += fewEntries) {
    const part = entries.slice(start, start + fewEntries)
    const inserted = each(part.length, () => 'inserted')
    equal(outcomesOf(await repository.insert(part)), inserted, 'insert of a group of new payments')
  }
}

/** Inserts many payments of any kind, as `insertAll` does. */
export async function insertMany(repository: PaymentRepository, count: number): Promise<Payment[]> {
  const payments = each(count, () => paymentFixture())
  await insertAll(repository, payments)
  return payments
}

/**
 * Selects the items of thousands that are read one by one: one of each sixteen, the last, and those around each five hundredth.
 * A storage that loses a part of a group loses some of them.
 */
export function sampleOf<Item>(items: readonly Item[]): Item[] {
  return items.filter((_, i) => i % 16 === 0 || i === items.length - 1 || (i + 1) % 500 < 3)
}

/** Returns a group of changes, with the statement line behind all of them where `lineKey` is not `null`. */
export function group(changes: readonly Change[], lineKey: string | null = null): ChangeGroup {
  const paymentIds = changes.map(({ payment }) => payment.id)
  return { changes, lines: lineKey === null ? [] : [{ key: lineKey, paymentIds }] }
}

/** Stores the next version of a payment, and demands that it succeeds. */
export async function change(
  repository: PaymentRepository,
  before: Payment,
  patch: Partial<Payment>,
  more: Parameters<typeof changeFixture>[2] = {},
): Promise<Payment> {
  const next = changeFixture(before, patch, more)
  equal(outcomeOf(await repository.replace(group([next]))), 'replaced', 'replace of the current version')
  return next.payment
}

/** Lists the versions that a payment went through to be as it is, as the core would have stored them. */
function versionsOf(target: Payment): readonly Payment[] {
  const { providerTransactionId: _, statusReason: __, undoneAllocations: ___, ...kept } = target
  const { writtenOffBy: ____, moneyReturned: _____, ...rest } = kept
  const pending: Payment = {
    ...rest,
    status: 'pending',
    ...firstVersion,
    updatedAt: target.createdAt,
  }
  if (target.status === 'pending') return target.amountWaived > 0 ? [pending, { ...target, version: 2 }] : [pending]
  if (target.status !== 'reversed') return [pending, { ...target, version: 2 }]
  return [pending, { ...target, status: 'succeeded', reversedAt: null, version: 2 }, { ...target, version: 3 }]
}

const atOnce = 50

/** Does the same to each of many, some at a time: no storage has to take thousands of calls at once. */
export async function forEachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))))
  }
  return results
}

/** More than these are inserted in groups: one by one they would take a slow storage minutes. */
const fewSeeds = 200

/** Stores payments in whatever status, each by the way the core would have taken; returns their last versions. */
export async function seed(repository: PaymentRepository, targets: readonly Partial<Payment>[]): Promise<Payment[]> {
  const ways = targets.map((target) => versionsOf(paymentFixture(target)))
  const firsts = ways.map(([first]) => first!)
  if (firsts.length > fewSeeds) await insertAll(repository, firsts)
  else await forEachOf(firsts, (first) => insert(repository, first))
  return forEachOf(ways, async ([first, ...later]) => {
    let last = first!
    for (const payment of later) last = await change(repository, last, payment)
    return last
  })
}

/** Returns the times of many pending payments, made at successive seconds. */
export function pendingSeries(count: number, first: Instant = '2026-11-20T09:00:00.000Z'): Partial<Payment>[] {
  return Array.from({ length: count }, (_, i) => ({ createdAt: later(first, i) }))
}

export async function rowsOf(batches: AsyncIterable<readonly (readonly Cell[])[]>): Promise<(readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

/** Returns the first cell of each row. */
export function column(rows: readonly (readonly Cell[])[]): Cell[] {
  return rows.map(([first]) => first ?? null)
}

export function later(instant: Instant, seconds: number): Instant {
  return instantOf(millisecondsOf(instant) + seconds * 1000)
}

export function ids(payments: readonly Payment[]): string[] {
  return payments.map(({ id }) => id)
}

/** Returns a key with a fingerprint of one repeated hexadecimal digit. */
export function keyed(key: string, digit = 'a'): { key: string; fingerprint: string } {
  return { key, fingerprint: digit.repeat(64) }
}

/** Returns true where a payment is absent. An unknown one is `null`, but another case proves that. */
export function isAbsent(value: unknown): boolean {
  return value === null || value === undefined
}

/** Delivers every event that is due, in rounds until one brings nothing new, and returns their ids. */
export async function deliverAll(repository: PaymentRepository): Promise<string[]> {
  const now = '2026-11-21T00:00:00.000Z'
  const leaseUntil = '2026-11-21T00:01:00.000Z'
  const ids = new Set<string>()
  for (let before = -1; before < ids.size;) {
    before = ids.size
    const claimed = await repository.claimEvents({ from: 'due', owner: 'inspector', now, leaseUntil, limit: 500 })
    for (const { event } of claimed) ids.add(event.id)
    const results = claimed.map(({ event }) => ({ eventId: event.id, next: 'delivered' as const }))
    await repository.completeEvents({ owner: 'inspector', now, results })
  }
  return [...ids]
}

/** Demands that nothing of a refused insert can be found. */
export async function leftNothing(repository: PaymentRepository, { payment, event }: InsertEntry): Promise<void> {
  equal(isAbsent(await repository.get(payment.id)), true, 'the refused payment is unknown')
  await leftNoEvents(repository, [event])
}

/** Demands that events were not stored: neither in a history nor among those to be delivered. */
export async function leftNoEvents(repository: PaymentRepository, events: readonly StoredEvent[]): Promise<void> {
  const ids = new Set(events.map(({ id }) => id))
  for (const event of events) {
    const history = await repository.history(placeOf(event).stream)
    equal(
      history.some(({ id }) => ids.has(id)),
      false,
      'a refused event stands in the history',
    )
  }
  equal(
    (await deliverAll(repository)).some((id) => ids.has(id)),
    false,
    'a refused event is to be delivered',
  )
}
