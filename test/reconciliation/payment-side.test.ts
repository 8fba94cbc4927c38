import type { Payment } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { at, day, hour } from '../support/service.js'
import { credit, hospital } from './support/hospital.js'

const period = { from: '2026-11-20', to: '2026-11-20' }

/** Returns a hospital in Addis Ababa (UTC+3) with a payment of each of these times, by the clock there. */
async function paidAt(...times: readonly string[]) {
  const service = hospital({ timeZone: 'Africa/Addis_Ababa' })
  service.clock.set('2026-12-31T00:00:00Z')
  const paid: Payment[] = []
  for (const [index, time] of times.entries()) {
    const { id } = await service.bill({ reference: `INV-000${index}` })
    paid.push(await service.payments.confirmPayment(id, { paidAt: `${time}+03:00` }))
  }
  return { ...service, paid }
}

describe('reconcile: an item for each payment paid in the period', () => {
  it('needs a period: there is none without one', async () => {
    const { preview } = await paidAt('2026-11-20T12:00:00')
    const { items } = await preview([])
    expect(items).toStrictEqual([{ kind: 'summary', lines: [], payments: [] }])
  })

  it('by the calendar days of the hospital, both inclusive, to the millisecond', async () => {
    const { preview, paid } = await paidAt(
      '2026-11-19T23:59:59.999',
      '2026-11-20T00:00:00.000',
      '2026-11-21T23:59:59.999',
      '2026-11-22T00:00:00.000',
    )
    const { payments } = await preview([], { period: { from: '2026-11-20', to: '2026-11-21' } })
    expect(payments.map(({ payment }) => payment.paymentId)).toEqual([paid[1]!.id, paid[2]!.id])
  })

  it('is what a report shows of it, in the order of payment, with what statements proved of it', async () => {
    const { preview, paid } = await paidAt('2026-11-20T15:00:00', '2026-11-20T12:00:00')
    const { payments } = await preview([], { period })
    expect(payments.map(({ payment }) => payment.paymentId)).toEqual([paid[1]!.id, paid[0]!.id])
    const { id, reference, amount, currency, status, paidAt: time } = paid[1]!
    expect(payments[0]).toStrictEqual({
      kind: 'payment',
      outcome: 'missing_line',
      payment: { paymentId: id, reference, amount, currency, status, paidAt: time },
      amountReconciled: 0,
    })
    expect(Object.keys(payments[0]!.payment)).toEqual([
      'paymentId',
      'reference',
      'amount',
      'currency',
      'status',
      'paidAt',
    ])
  })

  it('is none on a day that never was', async () => {
    const { bill, payments, preview, clock } = hospital({ timeZone: 'Pacific/Apia' })
    clock.set('2011-12-30T09:59:00Z')
    const { id } = await bill()
    await payments.confirmPayment(id, { paidAt: '2011-12-30T10:00:00Z' })
    const count = async (from: string) => (await preview([], { period: { from, to: from } })).payments.length
    expect([await count('2011-12-29'), await count('2011-12-30'), await count('2011-12-31')]).toEqual([0, 0, 1])
  })

  it.each(['preview', 'apply'] as const)('includes the one that this very run confirms (%s)', async (run) => {
    const service = hospital()
    const { id } = await service.bill({ reference: 'INV-0001' })
    const { payments, summary } = await service[run]([credit({ reference: 'INV-0001' })], { period })
    expect(payments).toMatchObject([
      { outcome: 'matched', amountReconciled: 150_000, payment: { paymentId: id, status: 'succeeded', paidAt: at(0) } },
    ])
    expect(summary.payments).toEqual([{ outcome: 'matched', currency: 'ETB', count: 1, amount: '150000' }])
  })

  it('includes one that this run confirms, though it is not paid within the period by its own time', async () => {
    const { bill, apply } = hospital()
    await bill({ reference: 'INV-0001' })
    const line = credit({ reference: 'INV-0001', bookedAt: at(-day) })
    expect((await apply([line], { period })).payments).toEqual([])
    expect((await apply([line], { period: { from: '2026-11-19', to: '2026-11-19' } })).payments).toHaveLength(1)
  })

  it.each([
    [150_000, 'matched'],
    [100_000, 'under_paid'],
    [0, 'expected'],
  ] as const)('includes a reversed one, of which %d were proved: %s', async (amount, outcome) => {
    const { bill, payments, apply } = hospital()
    const { id } = await bill({ reference: 'INV-0001' })
    await payments.confirmPayment(id)
    if (amount > 0) await apply([credit({ reference: 'INV-0001', amount })])
    await payments.reversePayment(id, { reason: 'charged twice' })
    const result = await apply([], { period })
    expect(result.payments).toMatchObject([{ outcome, amountReconciled: amount, payment: { status: 'reversed' } }])
    expect(result.summary.payments).toEqual([{ outcome, currency: 'ETB', count: 1, amount: '150000' }])
  })

  it('leaves out one that is not paid, whatever part of it came', async () => {
    const { bill, apply } = hospital()
    await bill({ reference: 'INV-0001' })
    expect((await apply([credit({ reference: 'INV-0001', amount: 1 })], { period })).payments).toEqual([])
  })

  it('is summed by outcome and currency, in exact digits', async () => {
    const { bill, payments, apply } = hospital()
    for (const [n, currency] of ['ETB', 'USD', 'ETB', 'ETB'].entries()) {
      const { id } = await bill({ reference: `INV-000${n}`, currency, amount: Number.MAX_SAFE_INTEGER })
      await payments.confirmPayment(id)
    }
    const line = credit({ reference: 'INV-0000', amount: Number.MAX_SAFE_INTEGER })
    expect((await apply([line], { period })).summary.payments).toEqual([
      { outcome: 'matched', currency: 'ETB', count: 1, amount: '9007199254740991' },
      { outcome: 'expected', currency: 'ETB', count: 2, amount: '18014398509481982' },
      { outcome: 'expected', currency: 'USD', count: 1, amount: '9007199254740991' },
    ])
  })
})

describe('reconcile: a payment without a line', () => {
  const outcomes = async (options: object, ...times: string[]) => {
    const { preview } = await paidAt(...times)
    const { payments } = await preview([], { period: { from: '2026-11-01', to: '2026-11-30' }, ...options })
    return payments.map(({ outcome }) => outcome)
  }

  it('is expected for three days after the day on which it was paid there, then missing', async () => {
    const times = ['2026-11-16T23:59:59.999', '2026-11-17T00:00:00.000', '2026-11-20T12:00:00']
    expect(await outcomes({ asOf: '2026-11-20T23:59:59.999+03:00' }, ...times)).toEqual([
      'missing_line',
      'expected',
      'expected',
    ])
    expect(await outcomes({ asOf: '2026-11-21T00:00:00+03:00' }, ...times)).toEqual([
      'missing_line',
      'missing_line',
      'expected',
    ])
  })

  it.each([
    [0, '2026-11-20T20:59:59.999Z', 'expected'],
    [0, '2026-11-20T21:00:00.000Z', 'missing_line'],
    [1, '2026-11-21T20:59:59.999Z', 'expected'],
    [1, '2026-11-21T21:00:00.000Z', 'missing_line'],
    [366, '2027-11-21T20:59:59.999Z', 'expected'],
    [366, '2027-11-21T21:00:00.000Z', 'missing_line'],
  ])('with %d days of grace, as of %s: %s', async (graceDays, asOf, outcome) => {
    expect(await outcomes({ graceDays, asOf }, '2026-11-20T00:00:00')).toEqual([outcome])
    expect(await outcomes({ graceDays, asOf }, '2026-11-20T23:59:59.999')).toEqual([outcome])
  })

  it('is expected as of a time before it was paid', async () => {
    expect(await outcomes({ asOf: '2026-11-01T00:00:00Z' }, '2026-11-20T12:00:00')).toEqual(['expected'])
  })

  it('is judged as of the clock by default', async () => {
    const { bill, payments, preview, clock } = hospital()
    const { id } = await bill()
    await payments.confirmPayment(id)
    const outcome = async () => (await preview([], { period })).payments[0]!.outcome
    clock.set('2026-11-23T23:59:59.999Z')
    expect(await outcome()).toBe('expected')
    clock.advance(1)
    expect(await outcome()).toBe('missing_line')
  })

  it('counts calendar days, not hours, where the clocks change', async () => {
    // Berlin: 25 October 2026 has 25 hours.
    const { bill, payments, preview, clock } = hospital({ timeZone: 'Europe/Berlin' })
    clock.set('2026-10-24T23:30:00Z')
    const { id } = await bill()
    await payments.confirmPayment(id, { paidAt: '2026-10-24T21:59:59.999Z' })
    const options = { period: { from: '2026-10-24', to: '2026-10-24' }, graceDays: 1 }
    const outcome = async (asOf: string) => (await preview([], { ...options, asOf })).payments[0]!.outcome
    expect(await outcome('2026-10-25T22:59:59.999Z')).toBe('expected')
    expect(await outcome('2026-10-25T23:00:00.000Z')).toBe('missing_line')
  })

  it('is under_paid where a part of its money came, however long ago', async () => {
    const { bill, payments, apply, clock } = hospital()
    const { id } = await bill({ reference: 'INV-0001' })
    await payments.confirmPayment(id)
    await apply([credit({ reference: 'INV-0001', amount: 149_999 })])
    clock.advance(400 * day + hour)
    expect((await apply([], { period })).payments).toMatchObject([{ outcome: 'under_paid', amountReconciled: 149_999 }])
  })
})
