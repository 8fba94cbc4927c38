import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayMs,
  instantOf,
  isAfter,
  isCalendarDate,
  isInstantMs,
  millisecondsOf,
  parseInstant,
} from '../../src/domain/instant.js'
import { examples } from '../support/rounds.js'

const earliest = Date.parse('0000-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')
const anyMs = fc.oneof(
  fc.integer({ min: earliest, max: latest }),
  fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
  fc.constantFrom(earliest, earliest + 1, -1, 0, 1, latest - 1, latest),
)

describe('parseInstant', () => {
  it.each([
    ['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T12:00:00+03:00', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T12:00+03:00', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:00Z', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:00:59Z', '2026-11-20T09:00:59.000Z'],
    ['2026-11-20T09:00:00.5Z', '2026-11-20T09:00:00.500Z'],
    ['2026-11-20T09:00:00.05Z', '2026-11-20T09:00:00.050Z'],
    ['2026-11-20T09:00:00.1239Z', '2026-11-20T09:00:00.123Z'],
    ['2026-11-20T23:59:59.9999999999Z', '2026-11-20T23:59:59.999Z'],
    ['1969-12-31T23:59:59.9996Z', '1969-12-31T23:59:59.999Z'],
    ['2026-11-20T14:45:00+05:45', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:00:00-00:00', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:00:00+00:00', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T23:00:00-02:30', '2026-11-21T01:30:00.000Z'],
    ['2026-01-01T00:30:00+14:00', '2025-12-31T10:30:00.000Z'],
    ['2026-11-20T09:00:00+23:59', '2026-11-19T09:01:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T23:59:59.999Z', '2000-02-29T23:59:59.999Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['0000-02-29T00:00:00Z', '0000-02-29T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59.999+00:01', '9999-12-31T23:58:59.999Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant)
  })

  it.each([
    ...[
      '2025-02-29',
      '1900-02-29',
      '2026-02-30',
      '2026-04-31',
      '2026-06-31',
      '2026-09-31',
      '2026-11-31',
      '2026-00-10',
      '2026-13-01',
      '2026-01-00',
      '2026-01-32',
    ].map((day) => `${day}T12:00:00Z`),
    ...['24:00:00', '24:00', '25:00:00', '12:60:00', '12:00:60', '23:59:60', '99:99:99'].map(
      (time) => `2026-11-20T${time}Z`,
    ),
    ...['+24:00', '+03:60', '+0300', '+03', '+3:00', '+03:00:00', ' +03:00', 'z', '', 'ZZ', 'UTC', '\u221203:00'].map(
      (offset) => `2026-11-20T12:00:00${offset}`,
    ),
    ...['.Z', ',5Z', '.5 Z', '.-5Z', '.1e3Z'].map((rest) => `2026-11-20T12:00:00${rest}`),
    ...['0000-01-01T00:00:00+00:01', '9999-12-31T23:59:59.999-00:01', '9999-12-31T23:59:00-01:00'],
    ...['+010000-01-01T00:00:00Z', '-000001-12-31T00:00:00Z', '10000-01-01T00:00:00Z', '202-11-20T12:00:00Z'],
    ...[
      '',
      '2026-11-20',
      '2026-11-20T',
      '2026-11-20T12Z',
      '2026-11-20t12:00:00Z',
      '2026-11-20 12:00:00Z',
      '20261120T120000Z',
    ],
    ...[
      '2026-W47-5T12:00:00Z',
      '2026-324T12:00:00Z',
      '20 Nov 2026 12:00 UTC',
      '1795165200000',
      'now',
      '２０２６-11-20T12:00:00Z',
    ],
    ...[
      ' 2026-11-20T12:00:00Z',
      '2026-11-20T12:00:00Z ',
      '2026-11-20T12:00:00Z\n',
      '2026-11-20T12:00:00Z (noon)',
      '\n2026-11-20T12:00:00Z',
    ],
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeNull()
  })

  it('returns every instant as it was written', () => {
    fc.assert(
      fc.property(anyMs, (ms) => parseInstant(instantOf(ms)) === instantOf(ms)),
      { numRuns: examples(1000) },
    )
  })

  it('reads the same instant in every offset', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -1439, max: 1439 }), (ms, minutes) => {
        const size = Math.abs(minutes)
        const two = (value: number) => String(value).padStart(2, '0')
        const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
        const local = instantOf(ms + minutes * 60_000).slice(0, -1)
        expect(parseInstant(local + offset)).toBe(instantOf(ms))
      }),
    )
  })

  it('accepts every day of four centuries, and none beyond the end of a month', () => {
    const accepted: string[] = []
    const expected: string[] = []
    for (let year = 1800; year <= 2200; year++) {
      const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
      const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      lengths.forEach((length, month) => {
        for (let day = 28; day <= 32; day++) {
          const text = `${year}-${String(month + 1).padStart(2, '0')}-${day}T00:00:00.000Z`
          if (parseInstant(text) === text) accepted.push(text)
          if (day <= length) expected.push(text)
        }
      })
    }
    expect(accepted).toEqual(expected)
  })
})

describe('isCalendarDate', () => {
  it.each(['2026-11-20', '0000-01-01', '9999-12-31', '2024-02-29', '2026-04-30', '2026-06-30', '2026-12-31'])(
    'is true for %s, however often it is called',
    (text) => {
      expect([isCalendarDate(text), isCalendarDate(text)]).toEqual([true, true])
    },
  )

  it.each([
    ...['2026-00-10', '2026-13-01', '2026-01-00', '2026-01-32', '2026-02-29', '2026-09-31', '1900-02-29'],
    ...['', '2026-11-20T', ' 2026-11-20', '12026-11-20', '2026-11-201', '2026-1-20', '2026/11/20'],
  ])('is false for %j, however often it is called', (text) => {
    expect([isCalendarDate(text), isCalendarDate(text)]).toEqual([false, false])
  })
})

describe('instantOf: instants', () => {
  it('are 24 characters that sort as time does', () => {
    fc.assert(
      fc.property(anyMs, anyMs, (a, b) => {
        expect(instantOf(a)).toHaveLength(24)
        expect(isAfter(instantOf(a), instantOf(b))).toBe(a > b)
        expect(millisecondsOf(instantOf(a))).toBe(a)
      }),
    )
  })

  it('reach from the year 0 to the year 9999, in whole milliseconds', () => {
    expect([earliest, 0, -1, latest].map(isInstantMs)).toEqual([true, true, true, true])
    expect([earliest - 1, latest + 1, 0.5, NaN, Infinity, -Infinity].map(isInstantMs)).toEqual(Array(6).fill(false))
  })

  it('are the text of the platform, also where one follows another of the same day or of the next', () => {
    const near = fc.tuple(anyMs, fc.array(fc.integer({ min: -2 * dayMs, max: 2 * dayMs }), { minLength: 1 }))
    fc.assert(
      fc.property(near, ([ms, steps]) => {
        const all = [ms, ...steps.map((step) => Math.min(latest, Math.max(earliest, ms + step)))]
        expect(all.map(instantOf)).toEqual(all.map((one) => new Date(one).toISOString()))
      }),
    )
    expect(() => instantOf(NaN)).toThrow(RangeError)
    expect(instantOf(0)).toBe('1970-01-01T00:00:00.000Z')
  })

  it('count from 1970', () => {
    expect(instantOf(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(instantOf(dayMs)).toBe('1970-01-02T00:00:00.000Z')
    expect(millisecondsOf('1970-01-02T00:00:00.001Z')).toBe(86_400_001)
  })
})
