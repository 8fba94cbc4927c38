import type { PaymentTotal } from 'hospital-payments'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { altered } from '../../support/repositories.js'
import { expected, filters, populated, population } from '../../support/population.js'
import { request, testService } from '../../support/service.js'
import { examples } from '../../support/rounds.js'

const max = Number.MAX_SAFE_INTEGER

describe('totals', () => {
  it('are exact beyond 2^53, one a currency, channel and status', async () => {
    const { payments } = testService()
    for (let i = 0; i < 3; i++) await payments.createPayment(request({ amount: max }))
    await payments.createPayment(request({ amount: 1, currency: 'USD' }))
    const paid = await payments.createPayment(request({ amount: 2, channel: 'cash' }))
    await payments.confirmPayment(paid.id)
    await payments.createPayment(request({ amount: 3, channel: 'cash' }))
    expect(await payments.totals()).toStrictEqual({
      items: [
        { currency: 'ETB', channel: 'cash', status: 'pending', count: 1, amount: '3', waived: '0' },
        { currency: 'ETB', channel: 'cash', status: 'succeeded', count: 1, amount: '2', waived: '0' },
        {
          currency: 'ETB',
          channel: 'mobile-banking',
          status: 'pending',
          count: 3,
          amount: (3n * BigInt(max)).toString(), waived: '0',
        },
        { currency: 'USD', channel: 'mobile-banking', status: 'pending', count: 1, amount: '1', waived: '0' },
      ],
    })
  })

  it('come in one order from every storage', async () => {
    const groups = [
      'ETB a-b pending',
      'ETB a failed',
      'ETB a pending',
      'KES 0 expired',
      'ETB B reversed',
      'ETB a succeeded',
    ]
    const stored = groups.map((group): PaymentTotal => {
      const [currency = '', channel = '', status] = group.split(' ')
      return { currency, channel, status: status as PaymentTotal['status'], count: 1, amount: '1', waived: '0' }
    })
    const { payments, repository } = testService()
    const turned = altered(repository, () => ({ totals: async () => Object.freeze(stored) }))
    const { items } = await payments.using(turned).totals()
    expect(items.map(({ currency, channel, status }) => `${currency} ${channel} ${status}`)).toEqual([
      'ETB B reversed',
      'ETB a failed',
      'ETB a pending',
      'ETB a succeeded',
      'ETB a-b pending',
      'KES 0 expired',
    ])
  })

  it('are empty where nothing matches', async () => {
    const { payments } = testService()
    expect(await payments.totals()).toStrictEqual({ items: [] })
    await payments.createPayment(request())
    expect(await payments.totals({ status: 'failed' })).toStrictEqual({ items: [] })
    expect(await payments.totals({ basis: 'paidAt' })).toStrictEqual({ items: [] })
    expect(await payments.totals({ to: '2026-11-19' })).toStrictEqual({ items: [] })
  })

  it('equal naive sums for every combination of filters', async () => {
    await fc.assert(
      fc.asyncProperty(population, filters, async (plans, filter) => {
        const { payments, all } = await populated(plans)
        const sums = new Map<string, { count: number; amount: bigint }>()
        for (const { currency, channel, status, amount } of expected(all, filter)) {
          const group = [currency, channel, status].join()
          const { count, amount: sum } = sums.get(group) ?? { count: 0, amount: 0n }
          sums.set(group, { count: count + 1, amount: sum + BigInt(amount) })
        }
        const naive = [...sums]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([group, { count, amount }]) => [group, count, String(amount)])
        const { items } = await payments.totals(filter)
        const returned = items.map(({ currency, channel, status, count, amount }) => [
          [currency, channel, status].join(),
          count,
          amount,
        ])
        expect(returned).toEqual(naive)
      }),
      { numRuns: examples(60) },
    )
  })
})
