import { describe, expect, it } from 'vitest'
import { at, day } from '../support/service.js'
import { credit, hospital } from './support/hospital.js'

const reference = 'INV-0001'

describe('reconcile: paidAt of a payment that a line confirms', () => {
  it.each([
    ['the bookedAt of the line, though it is before the bill', { bookedAt: at(-day) }, at(-day)],
    ['the start of its value date in the hospital’s zone', { valueDate: '2026-11-21' }, '2026-11-20T21:00:00.000Z'],
    ['that of the bill, when the value date began before', { valueDate: '2026-11-20' }, at(0)],
    ['that of the bill, when the value date is long past', { valueDate: '2026-10-01' }, at(0)],
  ])('is %s', async (_, time, paidAt) => {
    const { bill, apply, now, clock } = hospital({ timeZone: 'Africa/Addis_Ababa' })
    const one = await bill({ reference })
    clock.advance(day)
    await apply([credit({ reference, ...time })])
    expect((await now(one)).paidAt).toBe(paidAt)
  })

  it('stays as the desk set it, where the desk confirmed the payment', async () => {
    const { bill, payments, apply, now } = hospital()
    const one = await bill({ reference })
    await payments.confirmPayment(one.id, { paidAt: at(-5) })
    await apply([credit({ reference, bookedAt: at(-9) })])
    expect((await now(one)).paidAt).toBe(at(-5))
  })
})
