import type { Payment } from '../../domain/payments/payment.js'
import type { Change, PaymentRepository } from '../../repository/port.js'
import { equal, rejectionOf, sameMembers } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import {
  brief,
  change,
  deliverAll,
  each,
  forEachOf,
  group,
  ids,
  insert,
  insertMany,
  insertOne,
  keyed,
  later,
  outcomeOf,
  outcomesOf,
  sampleOf,
  seed,
  storedBrief,
} from '../steps.js'

const nine = '2026-11-20T09:00:00.000Z'
const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const
const none = { references: [], providerTransactionIds: [], lineKeys: [] }

/** The most changes of a group, and the most keys of a list. */
const max = 5000

async function lastEventsAre(repository: PaymentRepository, changes: readonly Change[]): Promise<void> {
  const histories = await forEachOf(changes, ({ payment }) => repository.history(payment.id))
  equal(
    histories.map((history) => history.at(-1)?.id),
    changes.map(({ event }) => event.id),
    'last events of the histories',
  )
}

/** Stores a new payment and so many versions of it, and returns it with the ids of its events. */
async function ofManyVersions(repository: PaymentRepository, versions: number): Promise<[Payment, string[]]> {
  let last = await insert(repository)
  const [first] = await repository.history(last.id)
  const events = [first!.id]
  for (let version = 2; version <= versions; version++) {
    const next = changeFixture(last, { amountReconciled: version })
    equal(outcomeOf(await repository.replace(group([next]))), 'replaced', `version ${version}`)
    events.push(next.event.id)
    last = next.payment
  }
  return [last, events]
}

export const sizeCases = [
  prove(
    1,
    'A group of 5,000 changes is stored whole or not at all, with its events and its line',
    async (repository) => {
      const payments = await seed(
        repository,
        each(max, () => ({})),
      )
      const all = payments.map((payment) => changeFixture(payment, paid))
      const newer = await change(repository, payments.at(-1)!, { status: 'expired' })
      equal(
        outcomeOf(await repository.replace(group(all))),
        `stale ${newer.id} v2`,
        'a group whose last change is stale',
      )
      // Whatever of that group was stored makes this one stale.
      const changes = [...all.slice(0, -1), changeFixture(newer, paid)]
      equal(
        outcomeOf(await repository.replace(group(changes, 'line-1'))),
        'replaced',
        'the same group, as it should be',
      )

      const read = sampleOf(changes)
      const now = await forEachOf(read, ({ payment }) => storedBrief(repository, payment))
      equal(
        now,
        read.map(({ payment }) => brief(payment)),
        'payments',
      )
      const events = changes.map(({ event }) => event.id)
      await lastEventsAre(repository, read)
      const { lines } = await repository.lookup({ ...none, lineKeys: ['line-1'] })
      sameMembers(lines[0]?.paymentIds ?? [], ids(payments), 'payments of the line')
      const delivered = new Set(await deliverAll(repository))
      equal(events.filter((id) => delivered.has(id)).length, max, 'events that are delivered')
    },
  ),

  prove(15, 'An insert of 5,000 entries is answered and stored whole, whatever is amid them', async (repository) => {
    const middle = max / 2
    const sound = each(max, (i) => insertFixture(paymentFixture(), { idempotency: keyed(`key ${i}`) }))
    const amid = sound.map((entry, i) =>
      i === middle ? { ...entry, payment: { ...entry.payment, amount: 0.5 } } : entry,
    )
    equal((await rejectionOf(() => repository.insert(amid))).length, 1, 'rejections of a group with a wrong entry amid')

    // Whatever of that group was stored makes these meet it.
    const holder = sound[middle]!
    await insertOne(repository, holder)
    const again = insertFixture(paymentFixture(), { idempotency: sound[7]!.idempotency })
    const entries = [...sound.slice(0, -1), again]
    const expected = each(max, () => 'inserted')
    expected[middle] = `key_taken ${holder.payment.id} v1`
    expected[max - 1] = `key_taken ${sound[7]!.payment.id} v1`
    equal(outcomesOf(await repository.insert(entries)), expected, 'answers')
    const read = sampleOf(entries)
    const payments = await forEachOf(read, ({ payment }) => storedBrief(repository, payment))
    equal(
      payments,
      read.map((entry) => (entry === again ? 'nothing' : `${entry.payment.id} v1`)),
      'payments',
    )
    const histories = await forEachOf(read, ({ payment }) => repository.history(payment.id))
    equal(
      histories.map((history) => history.map(({ id }) => id).join()),
      read.map((entry) => (entry === again ? '' : entry.event.id)),
      'histories',
    )
    const repeated = sound.slice(0, -1).map(({ idempotency }) => insertFixture(paymentFixture(), { idempotency }))
    equal(
      outcomesOf(await repository.insert(repeated)),
      sound.slice(0, -1).map(({ payment }) => `key_taken ${payment.id} v1`),
      'answers to the keys again',
    )
  }),

  prove(
    15,
    'A group of 5,000 changes with 5,000 lines is stored whole or not at all, each line with its own payment',
    async (repository) => {
      const payments = await insertMany(repository, max)
      const changes = payments.map((payment) => changeFixture(payment, paid))
      const lines = payments.map(({ id }, i) => ({ key: `line-${i}`, paymentIds: [id] }))
      const other = group([changeFixture(await insert(repository), paid)], 'counted')
      equal(outcomeOf(await repository.replace(other)), 'replaced', 'a line that counts')
      const middle = max / 2
      const amid = lines.map((line, i) => (i === middle ? { ...line, key: 'counted' } : line))
      equal(outcomeOf(await repository.replace({ changes, lines: amid })), 'line_taken', 'a group with that line amid')
      // Whatever of that group was stored is met by this one.
      equal(outcomeOf(await repository.replace({ changes, lines })), 'replaced', 'the group without it')

      const read = sampleOf(changes)
      const now = await forEachOf(read, ({ payment }) => storedBrief(repository, payment))
      equal(
        now,
        read.map(({ payment }) => brief(payment)),
        'payments',
      )
      const linesInBrief: string[] = []
      for (let start = 0; start < max; start += 500) {
        const lineKeys = lines.slice(start, start + 500).map(({ key }) => key)
        const part = await repository.lookup({ ...none, lineKeys })
        linesInBrief.push(...part.lines.map(({ key, paymentIds }) => `${key}: ${paymentIds.join()}`))
      }
      sameMembers(
        linesInBrief,
        lines.map(({ key, paymentIds }) => `${key}: ${paymentIds.join()}`),
        'lines',
      )
      await lastEventsAre(repository, read)
    },
  ),

  prove(5, 'A lookup takes 5,000 keys a list, and gives everything that has one of them', async (repository) => {
    const keys = (prefix: string) => each(max, (i) => `${prefix}-${i}`)
    const [references, providerTransactionIds, lineKeys] = [keys('INV'), keys('TX'), keys('line')]
    const payments = await seed(
      repository,
      references.map((reference) => ({ reference })),
    )
    for (let start = 0; start < max; start += 500) {
      const some = payments.slice(start, start + 500)
      const changes = some.map((payment, i) =>
        changeFixture(payment, { ...paid, providerTransactionId: providerTransactionIds[start + i]! }),
      )
      const lines = some.map(({ id }, i) => ({ key: lineKeys[start + i]!, paymentIds: [id] }))
      equal(outcomeOf(await repository.replace({ changes, lines })), 'replaced', 'a group of changes')
    }
    // One bill, asked for again and again: a key leads to more than one payment.
    const again = await seed(
      repository,
      each(501, () => ({ reference: references[0]! })),
    )

    const byReference = await repository.lookup({ ...none, references })
    sameMembers(ids(byReference.payments), ids([...payments, ...again]), 'payments of the references')
    const byTransaction = await repository.lookup({ ...none, providerTransactionIds })
    sameMembers(ids(byTransaction.payments), ids(payments), 'payments of the transactions')
    const { lines } = await repository.lookup({ ...none, lineKeys })
    sameMembers(
      lines.map(({ key, paymentIds }) => `${key}: ${paymentIds.join()}`),
      lineKeys.map((key, i) => `${key}: ${payments[i]!.id}`),
      'lines',
    )
    // Few of many: whoever looks for the first keys only, or the last, finds none.
    const unknown = (prefix: string) => each(max / 2 - 1, (i) => `${prefix}-${i}`)
    const amid = (key: string) => [...unknown('before'), key, ...unknown('after')]
    const result = await repository.lookup({ ...none, references: amid('INV-7'), lineKeys: amid('line-8') })
    equal(ids(result.payments), [payments[7]!.id], 'the payment of one reference in the middle')
    equal(result.lines, [{ key: 'line-8', paymentIds: [payments[8]!.id] }], 'the one line in the middle')
  }),

  prove(5, 'A page holds as many payments as were asked for, of hundreds', async (repository) => {
    const targets = each(502, (i) => ({
      reference: 'INV-1',
      status: 'reversed' as const,
      createdAt: later(nine, i),
      paidAt: later(nine, i),
      reversedAt: later(nine, i),
      expiresAt: later(nine, i),
    }))
    const payments = ids(await seed(repository, targets))
    for (const by of ['createdAt', 'paidAt', 'reversedAt', 'expiresAt'] as const) {
      for (const narrowed of [
        {},
        { reference: 'INV-1' },
        { statuses: ['reversed'], channels: ['mobile-banking'] },
      ] as const) {
        const up = await repository.page({ by, ...narrowed, direction: 'asc', limit: 501 })
        equal(ids(up), payments.slice(0, 501), `501 upwards, by ${by}`)
        const down = await repository.page({ by, ...narrowed, direction: 'desc', limit: 501 })
        equal(ids(down), payments.slice(1).reverse(), `501 downwards, by ${by}`)
        const after = { at: later(nine, 0), id: payments[0]! }
        const behind = await repository.page({ by, ...narrowed, direction: 'asc', limit: 501, after })
        equal(ids(behind), payments.slice(1), `501 behind the first, by ${by}`)
        const last = { at: later(nine, 501), id: payments.at(-1)! }
        const above = await repository.page({ by, ...narrowed, direction: 'desc', limit: 501, after: last })
        equal(ids(above), payments.slice(0, 501).reverse(), `501 above the last, by ${by}`)
      }
    }
  }),

  prove(11, 'A history of 501 events holds each of them', async (repository) => {
    const [payment, events] = await ofManyVersions(repository, 501)
    const history = await repository.history(payment.id)
    equal(
      history.map(({ id }) => id),
      events,
      'ids',
    )
  }),

  prove(10, 'The events of a payment are delivered in order beyond the ninth', async (repository) => {
    const [, events] = await ofManyVersions(repository, 12)
    equal(await deliverAll(repository), events, 'events as they were delivered')
  }),
]
