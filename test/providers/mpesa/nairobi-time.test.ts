import { describe, expect, it } from 'vitest'
import { nairobiDay, nairobiDigits, nairobiMs, nairobiText } from '../../../src/providers/mpesa/nairobi-time.js'

const ms = Date.parse('2025-12-31T21:00:05.999Z')

describe('src/providers/mpesa/nairobi-time.ts', () => {
  it('writes times three hours ahead of UTC', () => {
    expect([nairobiDigits(ms), nairobiText(ms), nairobiDay(ms)]).toEqual([
      '20260101000005',
      '2026-01-01 00:00:05',
      '2026-01-01',
    ])
  })

  it.each([
    ['20260101000005', '2025-12-31T21:00:05.000Z'],
    ['2026-01-01 00:00:05', '2025-12-31T21:00:05.000Z'],
    ['2026-01-01 00:00', '2025-12-31T21:00:00.000Z'],
    ['2026-01-01T00:00:05.123Z', '2026-01-01T00:00:05.000Z'],
  ])('nairobiMs: reads %s', (text, instant) => {
    expect(nairobiMs(text)).toBe(Date.parse(instant))
  })

  it.each(['', '20260230000000', '20260101250000', '2026010100000', 'soon'])('nairobiMs: reads no %s', (text) => {
    expect(nairobiMs(text)).toBeNull()
  })
})
