import type { Payment } from '../../domain/payments/payment.js'
import type { Filter } from '../../repository/port.js'
import { equal } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { at, brief, idsOf, relay, withEvents } from '../relay.js'
import { column, group, ids, insert, insertOne, keyed, outcomeOf, rowsOf, seed } from '../steps.js'

const times = ['createdAt', 'paidAt', 'reversedAt', 'expiresAt'] as const

/** Returns the instant that is so many milliseconds after nine. */
function instant(ms: number): string {
  return new Date(Date.parse('2026-11-20T09:00:00.000Z') + ms).toISOString()
}

/** Returns payments a millisecond apart by every time, and by each in another order. */
function crowded(): Partial<Payment>[] {
  const ms = (i: number, step: number) => instant(((i * step) % 11) + 3)
  return Array.from({ length: 11 }, (_, i) => ({
    status: 'reversed',
    reference: 'INV-1',
    amount: 2 ** i,
    createdAt: ms(i, 1),
    paidAt: ms(i, 3),
    reversedAt: ms(i, 4),
    canceledAt: ms(i, 6),
    expiresAt: ms(i, 5),
  }))
}

const timesOf = ({ createdAt, updatedAt, expiresAt, paidAt, reversedAt, canceledAt }: Payment) => [
  createdAt,
  updatedAt,
  expiresAt,
  paidAt,
  reversedAt,
  canceledAt,
]

export const millisecondCases = [
  prove(7, 'Pages, lookups and conflicts give instants to the millisecond', async (repository) => {
    const reference = 'INV-1'
    const live = { liveReference: reference }
    const rival = await insert(repository, paymentFixture({ reference, createdAt: instant(0) }))
    const pending = paymentFixture({ reference, createdAt: instant(1), expiresAt: instant(5555) })
    await insert(repository, pending, { ...live, idempotency: keyed('key-1') })
    const sameTimes = (answer: readonly Payment[], known: Payment, what: string) =>
      equal(answer.filter(({ id }) => id === known.id).map(timesOf), [timesOf(known)], `${what}, ${known.status}`)
    const keys = { references: [], providerTransactionIds: [], lineKeys: [] }

    const settled = changeFixture(
      pending,
      {
        ...{ status: 'succeeded', updatedAt: instant(2002), paidAt: instant(1999), canceledAt: instant(1001) },
        providerTransactionId: 'TX-1',
      },
      live,
    )
    const reversed = changeFixture(
      settled.payment,
      { status: 'reversed', updatedAt: instant(4004), reversedAt: instant(3003) },
      live,
    )
    for (const known of [pending, settled.payment, reversed.payment]) {
      const next = [settled, reversed].find(({ payment }) => payment === known)
      if (next) equal(outcomeOf(await repository.replace(group([next]))), 'replaced', known.status)
      for (const by of times) {
        for (const direction of ['asc', 'desc'] as const) {
          for (const narrowed of [{}, { reference }]) {
            const page = await repository.page({ by, direction, ...narrowed, limit: 5 })
            if (known[by] !== null) sameTimes(page, known, `page by ${by} ${direction}`)
          }
        }
      }
      sameTimes((await repository.lookup({ ...keys, references: [reference] })).payments, known, 'lookup')
      const meet = {
        key_taken: insertFixture(paymentFixture({ reference }), { idempotency: keyed('key-1') }),
        id_taken: insertFixture(paymentFixture({ reference, id: known.id })),
        reference_taken: insertFixture(paymentFixture({ reference }), live),
      }
      for (const [outcome, entry] of Object.entries(meet)) {
        const answer = await insertOne(repository, entry)
        sameTimes('payment' in answer ? [answer.payment] : [], known, outcome)
      }
      if (known.status === 'pending') continue
      const byTransaction = await repository.lookup({ ...keys, providerTransactionIds: ['TX-1'] })
      sameTimes(byTransaction.payments, known, 'lookup by transaction')
      const older = await repository.replace(group([changeFixture(pending, { status: 'failed' })]))
      sameTimes('current' in older && older.current ? [older.current] : [], known, 'stale')
      if (known.status === 'reversed') continue
      const paid = { status: 'succeeded', paidAt: instant(7) } as const
      for (const rivalChange of [
        changeFixture(rival, { ...paid, providerTransactionId: 'TX-1' }),
        changeFixture(rival, paid, live),
      ]) {
        const answer = await repository.replace(group([rivalChange]))
        sameTimes('payment' in answer ? [answer.payment] : [], known, answer.outcome)
      }
    }
  }),

  prove(5, 'A page goes on behind a millisecond, not behind a second', async (repository) => {
    const payments = await seed(repository, crowded())
    for (const by of times) {
      const inOrder = [...payments].sort((a, b) => (a[by]! < b[by]! ? -1 : 1))
      for (const direction of ['asc', 'desc'] as const) {
        const all = direction === 'asc' ? inOrder : [...inOrder].reverse()
        for (const [i, last] of all.entries()) {
          const after = { at: last[by]!, id: last.id }
          const next = await repository.page({ by, direction, after, limit: 2 })
          equal(
            next.map(timesOf),
            all.slice(i + 1, i + 3).map(timesOf),
            `behind payment ${i + 1}, by ${by} ${direction}`,
          )
        }
      }
    }
  }),

  prove(5, 'Scans and totals take periods by the millisecond', async (repository) => {
    const payments = await seed(repository, crowded())
    for (const by of times) {
      const inOrder = [...payments].sort((a, b) => (a[by]! < b[by]! ? -1 : 1))
      const [from, before] = [inOrder[2]![by]!, inOrder[8]![by]!]
      for (const narrowed of [{}, { reference: 'INV-1' }]) {
        const cases: [Filter, readonly Payment[]][] = [
          [{ by, ...narrowed, from }, inOrder.slice(2)],
          [{ by, ...narrowed, before }, inOrder.slice(0, 8)],
          [{ by, ...narrowed, from, before }, inOrder.slice(2, 8)],
        ]
        for (const [filter, expected] of cases) {
          const rows = await rowsOf(repository.scan({ ...filter, fields: ['id'] }))
          equal(column(rows), ids(expected), `scan of ${JSON.stringify(filter)}`)
          const [total] = await repository.totals(filter)
          equal(
            Number(total?.amount),
            expected.reduce((sum, { amount }) => sum + amount, 0),
            'totals of the same',
          )
        }
      }
    }
  }),

  prove(10, 'Leases and retries go by the millisecond', async (repository) => {
    const [event] = await withEvents(repository, 1)
    const [a, b] = [relay(repository, 'a'), relay(repository, 'b')]
    await a.claim(0.25, { until: 5.75 })
    equal(brief(await b.claim(5.749)), '', 'a millisecond before the lease ends')
    equal(idsOf(await b.claim(5.751, { until: 9 })), [event!.id], 'a millisecond after it')
    await b.complete(6, [event!], { retryAt: at(12.5) })
    equal(brief(await a.claim(12.499)), '', 'a millisecond before the retry')
    equal(idsOf(await a.claim(12.501, { until: 20 })), [event!.id], 'a millisecond after it')
    await a.complete(13, [event!], 'dead')
    const dead = { from: 'dead' } as const
    await a.claim(14.25, { ...dead, until: 18.75 })
    equal(brief(await b.claim(18.749, dead)), '', 'a millisecond before the lease of a dead event ends')
    equal(brief(await b.claim(18.751, { ...dead, until: 20.5 })), 'v1', 'a millisecond after it')
    await b.complete(19, [event!], { retryAt: at(25.5) })
    equal(brief(await a.claim(25.499)), '', 'a millisecond before the retry of a revived event')
    equal(brief(await a.claim(25.501)), 'v1', 'a millisecond after it')
  }),
]
