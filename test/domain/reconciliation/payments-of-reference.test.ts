import { describe, expect, it } from 'vitest'
import { PaymentsOfReference } from '../../../src/domain/reconciliation/payments-of-reference.js'
import { bill } from './support/lines.js'

const made = (day: number, overrides = {}) =>
  bill({ id: `pay_${day}`, createdAt: `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`, ...overrides })
const idsOf = (payments: PaymentsOfReference) => payments.all().map(({ id }) => id)

describe('the payments of a reference', () => {
  it.each([2, 40])('stand from the oldest on, though one is found late, also among %d', (count) => {
    const payments = new PaymentsOfReference()
    const days = Array.from({ length: count }, (_, i) => (i % 28) + 2)
    for (const [i, day] of days.entries()) payments.put(made(day, { id: `pay_${String(i).padStart(2, '0')}` }))
    expect(payments.all()).toHaveLength(count)
    payments.put(made(1))
    expect(idsOf(payments)[0]).toBe('pay_1')
    const times = payments.all().map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort())
  })

  it('are what became of each, in its old place', () => {
    const payments = new PaymentsOfReference()
    for (const day of [1, 2, 3]) payments.put(made(day))
    payments.put(made(2, { status: 'failed' }))
    expect(payments.all().map(({ id, status }) => `${id} ${status}`)).toEqual([
      'pay_1 pending',
      'pay_2 failed',
      'pay_3 pending',
    ])
    expect(payments.size).toBe(3)
  })

  it('are of one channel alone until another is among them', () => {
    const payments = new PaymentsOfReference()
    payments.put(made(1, { channel: 'cash' }))
    payments.put(made(2, { channel: 'cash' }))
    expect([payments.isOfChannelAlone('cash'), payments.isOfChannelAlone('bank')]).toEqual([true, false])
    payments.put(made(3, { channel: 'bank' }))
    expect([payments.isOfChannelAlone('cash'), payments.isOfChannelAlone('bank')]).toEqual([false, false])
    payments.put(made(4, { channel: 'cash' }))
    expect(payments.isOfChannelAlone('cash')).toBe(false)
  })

  it('have all others as siblings', () => {
    const payments = new PaymentsOfReference()
    for (const day of [1, 2, 3]) payments.put(made(day))
    expect(payments.siblingsOf(made(2)).map(({ id }) => id)).toEqual(['pay_1', 'pay_3'])
  })
})
