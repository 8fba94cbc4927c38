import { placeOf, type StoredEvent } from '../../../../src/domain/event-stream.js'
import type { WaitingKind } from '../../../../src/repository/finance-port.js'
import { equal, sameMembers } from '../../../../src/testing/assert.js'
import { paymentFixture } from '../../../../src/testing/fixtures.js'
import { allPages, write } from '../line-steps.js'
import { lineEntryFixture, lineFixture } from '../line-fixtures.js'
import { proveFinance } from '../proof.js'
import { change, each, insert, insertMany, later, seed } from '../../../../src/testing/steps.js'

const nine = '2026-11-20T09:00:00.000Z'
const max = Number.MAX_SAFE_INTEGER
const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

function isFirst(a: StoredEvent, b: StoredEvent): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id)
}

export const paymentReadCases = [
  proveFinance(18, 'The histories of many payments are those of each, oldest first', async (repository) => {
    const payments = await insertMany(repository, 1000)
    for (const payment of payments.slice(0, 3)) {
      const settled = await change(repository, payment, paid)
      await change(repository, settled, { amountReconciled: 1 })
    }
    const paymentIds = payments.map(({ id }) => id)
    const events = await repository.histories(paymentIds)
    equal(events.length, 1006, 'events')
    for (const place of [0, 1, 2, 3, 500, 999]) {
      const paymentEvents = events.filter(({ data }) => data.paymentId === paymentIds[place])
      equal(paymentEvents, await repository.history(paymentIds[place]!), `events of payment ${place + 1}`)
    }
    sameMembers([...new Set(events.map((event) => placeOf(event).stream))], paymentIds, 'payments that have events')
    equal(
      (await repository.histories([paymentIds[0]!, 'pay_unknown'])).length,
      3,
      'events of one, and of an unknown one',
    )
    equal(await repository.histories([]), [], 'events of none')
  }),

  proveFinance(20, 'What no statement has proved is summed by currency, without what is proved', async (repository) => {
    const day = (date: number) => `2026-11-${date}T10:00:00.000Z`
    await seed(repository, [
      { status: 'succeeded', amount: max, paidAt: day(10) },
      { status: 'succeeded', amount: max, amountReconciled: 1, paidAt: day(11) },
      { status: 'succeeded', amount: 500, amountReconciled: 500, paidAt: day(10) },
      { status: 'succeeded', amount: 70, paidAt: day(15) },
      { status: 'succeeded', amount: 9, paidAt: day(10), channel: 'cash' },
      { status: 'succeeded', amount: 8, paidAt: day(10), currency: 'USD' },
      { status: 'reversed', amount: 6, paidAt: day(10) },
      { status: 'pending', amount: 5 },
    ])
    const sums = async (before: number, channels?: readonly string[]) => {
      const sumsOfCurrencies = await repository.sumUnproved({ paidBefore: day(before), ...(channels && { channels }) })
      return Object.fromEntries(
        [...sumsOfCurrencies]
          .sort((a, b) => (a.currency < b.currency ? -1 : 1))
          .map((sum) => [sum.currency, [sum.count, sum.amount]]),
      )
    }
    const both = 2n * BigInt(max) - 1n
    equal(await sums(15), { ETB: [3, `${both + 9n}`], USD: [1, '8'] }, 'paid before the 15th')
    equal(await sums(16), { ETB: [4, `${both + 79n}`], USD: [1, '8'] }, 'paid before the 16th')
    equal(await sums(15, ['cash', 'Mobile-Banking']), { ETB: [1, '9'] }, 'of one channel')
    equal(await sums(10), {}, 'paid before the 10th')
  }),

  proveFinance(
    20,
    'What is not proved is summed exactly up to as many as are asked for, and of more is shown to be more',
    async (repository) => {
      const paidAt = '2026-11-10T10:00:00.000Z'
      const amounts = [1, 2, 4, 8, 16]
      await seed(
        repository,
        amounts.map((amount) => ({ status: 'succeeded', amount, paidAt, channel: amount < 8 ? 'cash' : 'card' })),
      )
      const query = { paidBefore: '2026-11-15T10:00:00.000Z' }
      const all = [{ currency: 'ETB', count: 5, amount: '31' }]
      for (const exactUpTo of [5, 6, 1000])
        equal(await repository.sumUnproved({ ...query, exactUpTo }), all, `up to ${exactUpTo}`)
      const ofCash = [{ currency: 'ETB', count: 3, amount: '7' }]
      equal(await repository.sumUnproved({ ...query, channels: ['cash'], exactUpTo: 3 }), ofCash, 'of one channel')
      for (const exactUpTo of [1, 4]) {
        const [sum] = await repository.sumUnproved({ ...query, exactUpTo })
        equal(sum!.count > exactUpTo, true, `more than ${exactUpTo}`)
      }
    },
  ),

  proveFinance(20, 'Money that waits for people is summed by currency, in each of its ways', async (repository) => {
    const kept = { amount: max, amountReconciled: max - 1, amountWrittenOff: 2 }
    const undoneAllocations = [{ lineKey: 'id:1', amount: 9, givenBack: 9 }]
    await seed(repository, [
      { status: 'succeeded', amount: 50, amountReconciled: 1, amountRefundPending: 50 },
      { status: 'expired', ...kept, amountRefundPending: 1 },
      { status: 'failed', ...kept },
      { status: 'failed', amount: 10, amountReconciled: 5, amountRefunded: 5 },
      {
        status: 'succeeded',
        amount: 1000,
        amountReconciled: 100,
        amountRefunded: 300,
        undoneAllocations,
        currency: 'USD',
      },
      { status: 'succeeded', amount: 1000, amountReconciled: 0, amountRefunded: 300 },
      { status: 'reversed', amount: 1000, undoneAllocations },
      { status: 'reversed', amount: 1000, undoneAllocations, moneyReturned: false },
    ])
    await change(repository, await insert(repository, paymentFixture({ amount: 1000 })), { amountReconciled: 400 })
    const sums = async (kind: WaitingKind) => {
      const sumsOfCurrencies = await repository.sumWaiting(kind)
      return Object.fromEntries(
        [...sumsOfCurrencies]
          .sort((a, b) => (a.currency < b.currency ? -1 : 1))
          .map(({ currency, count, asked, amount }) => [currency, [count, asked, amount]]),
      )
    }
    const all = 2n * BigInt(max)
    equal(await sums('underPaid'), { ETB: [2, '1050', '401'], USD: [1, '1000', '100'] }, 'paid in part')
    equal(await sums('unpaidWithMoney'), { ETB: [2, `${all}`, `${all - 7n}`] }, 'unpaid with money')
    equal(await sums('refundedUnproved'), { ETB: [1, '1000', '1000'], USD: [1, '1000', '200'] }, 'not proved')
  }),

  proveFinance(20, 'The bills and the deposit of a payer are summed by currency', async (repository) => {
    const customer = { id: 'MRN-1042', name: 'Abebe Kebede' }
    await seed(repository, [
      { customer, amount: max },
      { customer, amount: 1 },
      { customer, amount: 70, currency: 'USD' },
      { customer, amount: 1, status: 'succeeded' },
      { customer: { id: 'MRN-10420' }, amount: 1 },
      { customer: { name: 'MRN-1042' }, amount: 1 },
      { amount: 1 },
    ])
    const partly = await insert(repository, paymentFixture({ customer, amount: max }))
    await change(repository, partly, { amountReconciled: max - 1 })
    const payerId = customer.id
    const toCategory = { to: 'category', category: 'deposit_fee', amount: 9, by: 'hand' } as const
    for (const line of [
      { payerId, amount: max },
      { payerId, amount: max, allocations: [toCategory], givenBack: 1 },
      { payerId, amount: 100, givenBack: 150 },
      { payerId, amount: 1, currency: 'KES' },
      { payerId, amount: 1, currency: 'GBP', outcome: 'possible_duplicate', held: true },
      { payerId, amount: 1, direction: 'debit' },
      { payerId, amount: 1, account: 'waiver.poor' },
      { payerId: 'MRN-10420', amount: 1 },
      { payerId: null, amount: 1 },
    ] as const)
      equal(await write(repository, [lineEntryFixture(lineFixture(line))]), 'replaced', 'answer')
    const sums = await repository.sumPayer(payerId)
    equal(
      [...sums].sort((a, b) => (a.currency < b.currency ? -1 : 1)),
      [
        {
          currency: 'ETB',
          asked: `${2n * BigInt(max) + 1n}`,
          open: `${BigInt(max) + 2n}`,
          deposit: `${2n * BigInt(max) - 10n}`,
        },
        { currency: 'KES', asked: '0', open: '0', deposit: '1' },
        { currency: 'USD', asked: '70', open: '70', deposit: '0' },
      ],
      'sums of the payer',
    )
    equal(await repository.sumPayer('MRN-9'), [], 'sums of an unknown payer')
  }),

  proveFinance(20, 'The bills and the money of a payer are read in pages, by creation', async (repository) => {
    const payerId = 'MRN-1042'
    const createdAt = (i: number) => later(nine, Math.floor(i / 3))
    const customer = { id: payerId }
    await seed(repository, [...each(8, (i) => ({ customer, createdAt: createdAt(i) })), { createdAt: nine }])
    const lines = each(8, (i) => lineFixture({ payerId, createdAt: createdAt(i), valueDate: `2026-11-1${9 - i}` }))
    for (const line of [...lines, lineFixture({ payerId: 'MRN-7' }), lineFixture()])
      equal(await write(repository, [lineEntryFixture(line)]), 'replaced', 'answer')
    const all = await repository.pagePayer({ payerId, limit: 100 })
    equal([all.payments.length, all.lines.length], [8, 8], 'bills and lines')
    const order = (rows: readonly { createdAt: string }[], id: (row: never) => string) =>
      rows.map((row) => `${row.createdAt} ${id(row as never)}`)
    for (const [rows, id] of [
      [all.payments, ({ id }: { id: string }) => id],
      [all.lines, ({ key }: { key: string }) => key],
    ] as const)
      equal(order(rows, id), order(rows, id).toSorted(), 'order')
    for (const place of [0, 2, 3, 7]) {
      const { createdAt: ofBill, id } = all.payments[place]!
      const { payments } = await repository.pagePayer({ payerId, after: { at: ofBill, id }, limit: 2 })
      equal(payments, all.payments.slice(place + 1, place + 3), `bills behind ${place}`)
      const { createdAt: ofLine, key } = all.lines[place]!
      const { lines: behind } = await repository.pagePayer({ payerId, after: { at: ofLine, id: key }, limit: 2 })
      equal(behind, all.lines.slice(place + 1, place + 3), `lines behind ${place}`)
    }
    equal(await repository.pagePayer({ payerId, limit: 0 }), { payments: [], lines: [] }, 'none')
  }),

  proveFinance(20, 'Dead events are read in pages, oldest first, and are leased to no one', async (repository) => {
    const payments = each(12, (i) => paymentFixture({ createdAt: later(nine, Math.floor(i / 5)) }))
    for (const payment of [...payments].reverse()) await insert(repository, payment)
    const now = '2026-11-21T00:00:00.000Z'
    const claim = { owner: 'relay', now, leaseUntil: '2026-11-21T01:00:00.000Z', limit: 100 }
    const claimed = await repository.claimEvents({ from: 'due', ...claim })
    const dead = claimed.map(({ event }) => event).filter(({ data }) => data.paymentId !== payments[3]!.id)
    const results = dead.map(({ id }) => ({ eventId: id, next: 'dead' as const }))
    await repository.completeEvents({ owner: 'relay', now, results })
    const expected = [...dead].sort((a, b) => (isFirst(a, b) ? -1 : 1))
    equal(expected.length, 11, 'dead events')
    for (const limit of [1, 2, 7, 200]) {
      const paged = await allPages(
        limit,
        (page) => repository.pageDeadEvents(page),
        ({ createdAt, id }: StoredEvent) => ({ at: createdAt, id }),
      )
      equal(paged, expected, `pages of ${limit}`)
    }
    const leased = await repository.claimEvents({ from: 'dead', ...claim })
    equal(leased.length, 11, 'dead events that can be leased')
    equal((await repository.pageDeadEvents({ limit: 100 })).length, 11, 'dead events that are leased')
    const [first, second] = leased
    await repository.completeEvents({
      owner: 'relay',
      now,
      results: [
        { eventId: first!.event.id, next: 'delivered' },
        { eventId: second!.event.id, next: { retryAt: now } },
      ],
    })
    equal((await repository.pageDeadEvents({ limit: 100 })).length, 9, 'dead events that are left')
  }),
]
