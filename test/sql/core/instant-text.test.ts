import fc from 'fast-check'
import { expect, it } from 'vitest'
import { instantOf, isInstantMs } from '../../../src/domain/instant.js'
import { instantText } from '../../../src/sql/core/instant-text.js'

const earliest = Date.parse('0000-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

it('instantText: every instant is written as instantOf does', () => {
  for (const ms of [earliest, earliest + 1, -86_400_001, -86_400_000, -1, 0, 1, 86_399_999, 86_400_000, latest])
    expect(instantText(ms)).toBe(instantOf(ms))
  fc.assert(
    fc.property(fc.integer({ min: earliest, max: latest }), (ms) => {
      expect(isInstantMs(ms)).toBe(true)
      expect(instantText(ms)).toBe(instantOf(ms))
    }),
    // More days than it keeps.
    { numRuns: 5000 },
  )
})

it('instantText: none is written where there is none', () => {
  expect(() => instantText(NaN)).toThrow(RangeError)
})
