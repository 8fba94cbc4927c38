import type { Instant, Payment } from '../../domain/payments/payment.js'
import type { PageQuery, PaymentRepository } from '../../repository/port.js'
import { equal, sameMembers } from '../assert.js'
import { paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { combinations, matching, mixture } from '../mixture.js'
import { change, forEachOf, ids, later, pendingSeries, seed } from '../steps.js'

const times = ['createdAt', 'paidAt', 'reversedAt', 'expiresAt'] as const
const nine = '2026-11-20T09:00:00.000Z'

/** Reads page by page until one is short, as the core does; returns the ids in the order in which they came. */
export async function walk(repository: PaymentRepository, query: PageQuery, max: number): Promise<string[]> {
  const seen: string[] = []
  let after = query.after
  while (seen.length <= max) {
    const page = await repository.page({ ...query, ...(after && { after }) })
    seen.push(...ids(page))
    const last = page.at(-1)
    if (!last || page.length < query.limit) return seen
    after = { at: last[query.by] as Instant, id: last.id }
  }
  return [...seen, '… and on without end']
}

/** Lists the ids of payments in the order of a page that has all of these. */
export function inOrder(
  payments: readonly Payment[],
  { by, direction }: Pick<PageQuery, 'by' | 'direction'>,
): string[] {
  const sorted = payments
    .map((payment) => ({ at: payment[by] ?? '', id: payment.id }))
    .sort((a, b) => (a.at < b.at || (a.at === b.at && a.id < b.id) ? -1 : 1))
    .map(({ id }) => id)
  return direction === 'asc' ? sorted : sorted.reverse()
}

/** Returns payments with every time set, most times shared with others, stored in another order than any that a page has. */
function tiedPayments(): Partial<Payment>[] {
  const created = Array.from({ length: 15 }, (_, i) => i).map((i) => {
    const at = (step: number) => later(nine, Math.floor(((i * step) % 15) / 4))
    return paymentFixture({
      status: 'reversed',
      createdAt: at(1),
      paidAt: at(2),
      reversedAt: at(4),
      expiresAt: at(7),
    })
  })
  return created.map((_, i) => created[(i * 8) % 15]!)
}

export const pagingCases = [
  prove(
    5,
    'Pages of any size, upwards and downwards, by any time, give each payment once and in order',
    async (repository) => {
      const payments = await seed(repository, tiedPayments())
      for (const by of times) {
        for (const direction of ['asc', 'desc'] as const) {
          for (const limit of [1, 2, 7, 15, 100]) {
            const walked = await walk(repository, { by, direction, limit }, payments.length)
            equal(walked, inOrder(payments, { by, direction }), `pages of ${limit}, ${by} ${direction}`)
          }
        }
      }
    },
  ),

  prove(5, 'A payment without the time that a page goes by is left out', async (repository) => {
    const [pending, succeeded, reversed, expiring] = await seed(repository, [
      {},
      { status: 'succeeded', paidAt: later(nine, 1) },
      { status: 'reversed', paidAt: later(nine, 2), reversedAt: later(nine, 3) },
      { expiresAt: later(nine, 4) },
    ])
    const having = {
      createdAt: [pending, succeeded, reversed, expiring],
      paidAt: [succeeded, reversed],
      reversedAt: [reversed],
      expiresAt: [expiring],
    }
    for (const by of times) {
      for (const direction of ['asc', 'desc'] as const) {
        const pageIds = ids(await repository.page({ by, direction, limit: 10 }))
        sameMembers(
          pageIds,
          having[by].map((payment) => payment!.id),
          `${by} ${direction}`,
        )
      }
    }
  }),

  prove(5, 'A period takes in its first instant and leaves out its last', async (repository) => {
    const payments = ids(await seed(repository, pendingSeries(6, nine)))
    const period = { by: 'createdAt', from: later(nine, 1), before: later(nine, 4) } as const
    for (const limit of [1, 2, 10]) {
      const up = await walk(repository, { ...period, direction: 'asc', limit }, 6)
      equal(up, payments.slice(1, 4), `ascending, pages of ${limit}`)
      const down = await walk(repository, { ...period, direction: 'desc', limit }, 6)
      equal(down, payments.slice(1, 4).reverse(), `descending, pages of ${limit}`)
    }
    const open = { by: 'createdAt', direction: 'asc', limit: 10 } as const
    equal(ids(await repository.page({ ...open, from: later(nine, 4) })), payments.slice(4), 'from only')
    equal(ids(await repository.page({ ...open, before: later(nine, 2) })), payments.slice(0, 2), 'before only')
    equal(ids(await repository.page({ ...open, from: later(nine, 2), before: later(nine, 2) })), [], 'an empty period')
  }),

  prove(5, 'A reference, statuses and channels narrow a page, alone and together', async (repository) => {
    const make = (reference: string, channel: string, status: Payment['status'], i: number) => ({
      reference,
      channel,
      status,
      createdAt: later(nine, i),
      expiresAt: later(nine, 1000 + i),
    })
    const payments = await seed(repository, [
      make('INV-1', 'mobile-banking', 'pending', 0),
      make('INV-1', 'telebirr', 'succeeded', 1),
      make('INV-2', 'mobile-banking', 'succeeded', 2),
      make('INV-1', 'mobile-banking', 'succeeded', 3),
      make('INV-2', 'cash', 'failed', 4),
      make('INV-1', 'cash', 'expired', 5),
    ])
    const idsOfPage = async (narrowed: Partial<PageQuery>) =>
      ids(await repository.page({ by: 'createdAt', direction: 'asc', limit: 10, ...narrowed }))
    const at = (...places: number[]) => places.map((i) => payments[i]!.id)
    equal(await idsOfPage({ reference: 'INV-1' }), at(0, 1, 3, 5), 'reference')
    equal(await idsOfPage({ reference: 'INV-9' }), [], 'unknown reference')
    equal(await idsOfPage({ statuses: ['succeeded'] }), at(1, 2, 3), 'one status')
    equal(await idsOfPage({ statuses: ['failed', 'expired', 'reversed'] }), at(4, 5), 'several statuses')
    equal(await idsOfPage({ channels: ['cash', 'telebirr'] }), at(1, 4, 5), 'channels')
    equal(
      await idsOfPage({ reference: 'INV-1', statuses: ['succeeded', 'pending'] }),
      at(0, 1, 3),
      'reference and statuses',
    )
    const all = {
      reference: 'INV-1',
      statuses: ['succeeded', 'expired'],
      channels: ['mobile-banking', 'cash'],
    } as const
    equal(
      await idsOfPage({ ...all, from: later(nine, 1.5), before: later(nine, 4.5) }),
      at(3),
      'all together, in a period',
    )
    equal(await idsOfPage({ ...all, direction: 'desc', limit: 1 }), at(5), 'all together, the last one')

    const mixed = [...payments, ...(await seed(repository, mixture))]
    await forEachOf(combinations, async (filter) => {
      const expected = ids(matching(mixed, filter))
      const what = JSON.stringify(filter)
      equal(await walk(repository, { ...filter, direction: 'asc', limit: 8 }, mixed.length), expected, `up, ${what}`)
      const down = await walk(repository, { ...filter, direction: 'desc', limit: 8 }, mixed.length)
      equal(down, expected.reverse(), `down, ${what}`)
    })
  }),

  prove(5, 'A page goes on behind a payment that no longer matches', async (repository) => {
    const payments = await seed(repository, pendingSeries(5, nine))
    const query = { by: 'createdAt', statuses: ['pending'], limit: 2 } as const
    const last = payments[1]!
    await change(repository, last, { status: 'expired' })
    const up = { ...query, direction: 'asc', after: { at: last.createdAt, id: last.id } } as const
    equal(ids(await repository.page(up)), ids(payments.slice(2, 4)), 'ascending')
    const middle = payments[3]!
    await change(repository, middle, { status: 'expired' })
    const down = { ...query, direction: 'desc', after: { at: middle.createdAt, id: middle.id } } as const
    equal(ids(await repository.page(down)), [payments[2]!.id, payments[0]!.id], 'descending')
  }),
]
