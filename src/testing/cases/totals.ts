import type { Payment } from '../../domain/payments/payment.js'
import type { PaymentTotal } from '../../domain/report.js'
import type { Filter } from '../../repository/port.js'
import { equal, sameMembers } from '../assert.js'
import { prove } from '../proof.js'
import { combinations, matching, mixture } from '../mixture.js'
import { forEachOf, later, seed } from '../steps.js'

const nine = '2026-11-20T09:00:00.000Z'

function textOf({ currency, channel, status, count, amount, waived }: PaymentTotal): string {
  const ofWaivers = waived === '0' ? '' : `, ${waived} waived`
  return `${count} ${channel} ${status}: ${amount} ${currency}${ofWaivers}`
}

/** Adds up payments in one currency. */
function totalsOf(payments: readonly Payment[]): PaymentTotal[] {
  const sums = new Map<string, PaymentTotal>()
  for (const { currency, channel, status, amount, amountWaived } of payments) {
    const sum = sums.get(`${channel} ${status}`) ?? { currency, channel, status, count: 0, amount: '0', waived: '0' }
    const add = (digits: string, more: number) => String(BigInt(digits) + BigInt(more))
    const more = { count: sum.count + 1, amount: add(sum.amount, amount), waived: add(sum.waived, amountWaived) }
    sums.set(`${channel} ${status}`, { ...sum, ...more })
  }
  return [...sums.values()]
}

export const totalsCases = [
  prove(5, 'Totals add each currency, channel and status up on its own', async (repository) => {
    equal(await repository.totals({ by: 'paidAt' }), [], 'totals of nothing')
    await seed(repository, [
      { amount: 1, currency: 'ETB', channel: 'cash' },
      { amount: 20, currency: 'ETB', channel: 'cash' },
      { amount: 300, currency: 'USD', channel: 'cash' },
      { amount: 4000, currency: 'ETB', channel: 'telebirr' },
      { amount: 50000, currency: 'ETB', channel: 'cash', status: 'succeeded', amountWaived: 30000 },
      { amount: 6, currency: 'ETB', channel: 'cash', status: 'succeeded', amountWaived: 6 },
    ])
    const totals = await repository.totals({ by: 'createdAt' })
    sameMembers(
      totals.map(textOf),
      [
        '2 cash pending: 21 ETB',
        '1 cash pending: 300 USD',
        '1 telebirr pending: 4000 ETB',
        '2 cash succeeded: 50006 ETB, 30006 waived',
      ],
      'totals',
    )
  }),

  prove(5, 'Totals go by the same period, time and filters as a page', async (repository) => {
    const payments = await seed(repository, [
      { amount: 1, reference: 'INV-1', channel: 'cash', createdAt: nine },
      { amount: 2, reference: 'INV-1', channel: 'cash', createdAt: later(nine, 1) },
      { amount: 4, reference: 'INV-2', channel: 'telebirr', createdAt: later(nine, 2) },
      {
        amount: 8,
        reference: 'INV-2',
        channel: 'cash',
        status: 'succeeded',
        createdAt: later(nine, 3),
        paidAt: later(nine, 9),
      },
    ])
    const sum = async (filter: Filter) =>
      (await repository.totals(filter)).map(({ amount }) => Number(amount)).reduce((a, b) => a + b, 0)
    equal(await sum({ by: 'createdAt', from: later(nine, 1), before: later(nine, 3) }), 2 + 4, 'a period')
    equal(await sum({ by: 'paidAt', from: nine }), 8, 'only what was paid')
    equal(await sum({ by: 'createdAt', reference: 'INV-2' }), 4 + 8, 'a reference')
    equal(await sum({ by: 'createdAt', statuses: ['pending'], channels: ['cash'] }), 1 + 2, 'a status and a channel')

    const mixed = [...payments, ...(await seed(repository, mixture))]
    await forEachOf(combinations, async (filter) => {
      const totals = await repository.totals(filter)
      sameMembers(totals.map(textOf), totalsOf(matching(mixed, filter)).map(textOf), JSON.stringify(filter))
    })
  }),

  prove(5, 'Totals count every payment and every group, of thousands and hundreds', async (repository) => {
    const targets = Array.from({ length: 1200 }, (_, i) => ({ channel: `till-${i % 120}`, amount: (i % 7) + 1 }))
    const payments = await seed(repository, [...targets, ...targets.map(({ amount }) => ({ channel: 'cash', amount }))])
    const byChannel = (a: PaymentTotal, b: PaymentTotal) => (a.channel < b.channel ? -1 : 1)
    const totals = await repository.totals({ by: 'createdAt' })
    // Whole, not in brief: sums are text and counts are numbers, however small.
    equal([...totals].sort(byChannel), totalsOf(payments).sort(byChannel), 'totals')
  }),

  prove(7, 'Totals are exact beyond 2^53', async (repository) => {
    const max = Number.MAX_SAFE_INTEGER
    const waived = { amountWaived: max }
    await seed(repository, [{ amount: max, ...waived }, { amount: max, ...waived }, { amount: max }, { amount: 1 }])
    const [total] = await repository.totals({ by: 'createdAt' })
    equal(total?.amount, (3n * BigInt(max) + 1n).toString(), 'amount')
    equal(total?.waived, (2n * BigInt(max)).toString(), 'waived')
    equal(total?.count, 4, 'count')
  }),
]
