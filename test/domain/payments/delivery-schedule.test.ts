import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxTries, waitAfter } from '../../../src/domain/payments/delivery-schedule.js'
import { day, hour, minute } from '../../support/service.js'
import { waits } from '../../support/schedule.js'

const second = 1_000

const schedule = waits.map((wait, earlier) => ({ wait, earlier }))

const almostOne = 65_535 / 65_536

describe('waitAfter', () => {
  it.each(schedule)('is $wait ms after $earlier earlier ones, and up to a fifth longer', ({ wait, earlier }) => {
    expect(waitAfter(earlier, 0, undefined)).toBe(wait)
    expect(waitAfter(earlier, 0.5, undefined)).toBeCloseTo(wait * 1.1, -1)
    expect(waitAfter(earlier, almostOne, undefined)).toBeGreaterThan(wait * 1.1999)
    expect(waitAfter(earlier, almostOne, undefined)).toBeLessThanOrEqual(wait * 1.2)
  })

  it('is none after the tenth, whatever the receiver asks for', () => {
    expect(maxTries).toBe(10)
    for (const askedMs of [undefined, 1, hour, Infinity]) {
      expect(waitAfter(8, 0, askedMs)).not.toBeNull()
      expect(waitAfter(9, 0, askedMs)).toBeNull()
      expect(waitAfter(10, 0.5, askedMs)).toBeNull()
    }
  })

  it('is that of the receiver where it is longer, without anything on top', () => {
    expect(waitAfter(0, almostOne, minute)).toBe(minute)
    expect(waitAfter(0, 0, 5 * second + 1)).toBe(5 * second + 1)
    expect(waitAfter(3, 0.5, 3 * hour)).toBe(3 * hour)
  })

  it('is that of the schedule where the receiver has a shorter one', () => {
    expect(waitAfter(1, 0, minute)).toBe(5 * minute)
    expect(waitAfter(0, 0.5, 5.2 * second)).toBe(5.5 * second)
    expect(waitAfter(2, 0, 30 * minute)).toBe(30 * minute)
  })

  it.each([day, day + 1, 30 * day, Number.MAX_VALUE, Infinity])(
    'is a day at most where the receiver has %d ms, unless that of the schedule is longer',
    (askedMs) => {
      expect(waitAfter(0, 0, askedMs)).toBe(day)
      expect(waitAfter(8, 0.5, askedMs)! / day).toBeCloseTo(1.1, 6)
    },
  )

  it.each([NaN, -1, -Infinity, 0, -0, '3600000', '1h', null, true, {}, [hour], 10n ** 9n, new Date(2100, 0)])(
    'is that of the schedule where the receiver has no wait: %s',
    (askedMs) => {
      expect(waitAfter(0, 0, askedMs)).toBe(5 * second)
      expect(waitAfter(8, 0, askedMs)).toBe(day)
    },
  )

  it('is always whole milliseconds: those of the schedule up to a fifth more, or the longer ones of the receiver', () => {
    const chance = fc.integer({ min: 0, max: 65_535 }).map((drawn) => drawn / 65_536)
    const askedMs = fc.option(fc.double({ min: 0, max: 2 * day, noNaN: true }), { nil: undefined })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), chance, askedMs, (earlier, drawn, longer = 0) => {
        const { wait } = schedule[earlier]!
        const result = waitAfter(earlier, drawn, longer)!
        expect(Number.isSafeInteger(result)).toBe(true)
        const min = Math.ceil(Math.min(longer, day))
        expect(result).toBeGreaterThanOrEqual(Math.max(wait, min))
        expect(result).toBeLessThanOrEqual(Math.max(wait * 1.2, min))
      }),
    )
  })
})
