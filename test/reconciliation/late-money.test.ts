import { describe, expect, it } from 'vitest'
import { at, day } from '../support/service.js'
import { credit, file, hospital } from './support/hospital.js'

const reference = 'INV-0001'

describe('reconcile: money that comes late', () => {
  const expiresAt = at(2 * day)

  it.each([
    ['at that very moment', { bookedAt: expiresAt }, false],
    ['a millisecond later', { bookedAt: at(2 * day + 1) }, true],
    ['on the day before', { valueDate: '2026-11-21' }, false],
    ['on the day after', { valueDate: '2026-11-23' }, true],
  ])('is late by its own time: a bill that expires, paid %s', async (_, time, late) => {
    for (const isSwept of [false, true]) {
      const { bill, payments, apply, now, clock } = hospital()
      const one = await bill({ reference, expiresAt })
      clock.advance(3 * day)
      if (isSwept) expect(await payments.expireDue()).toEqual({ expired: 1 })
      const { lines } = await apply([credit({ reference, ...time })])
      expect(lines[0]).toMatchObject({ outcome: 'confirmed', allocations: [{ late }] })
      expect(await now(one)).toMatchObject({ status: 'succeeded', late })
    }
  })

  it('says late already in a preview', async () => {
    const { bill, preview, clock } = hospital()
    await bill({ reference, expiresAt })
    clock.advance(3 * day)
    expect((await preview([credit({ reference, bookedAt: at(2 * day + 1) })])).lines[0]!.allocations[0]!.late).toBe(
      true,
    )
  })

  it('stays late when it is matched, and when it comes twice', async () => {
    const { bill, payments, apply, clock } = hospital()
    const one = await bill({ reference, expiresAt })
    clock.advance(3 * day)
    await payments.confirmPayment(one.id)
    const { lines } = await apply(file(credit({ reference, bookedAt: at(0) }), credit({ reference, bookedAt: at(1) })))
    expect(lines.map(({ outcome, allocations }) => [outcome, allocations[0]!.late])).toEqual([
      ['matched', true],
      ['duplicate_credit', true],
    ])
  })
})
