import { utc } from '@date-fns/utc/utc'
import { format } from 'date-fns/format'
import { parse } from 'date-fns/parse'
import fc from 'fast-check'

import { describe, expect, it } from 'vitest'
import { dateReader } from '../../../src/statements/csv/dates.js'
import { examples } from '../../support/rounds.js'

function refuse(index: number, problem: string): never {
  throw new TypeError(`${index} ${problem}`)
}

const reader = (dates: string | string[], zone = 'Africa/Nairobi') => dateReader([dates].flat(), zone, refuse)
const toTheSecond = ["yyyy-MM-dd'T'HH:mm:ss.SSSX", "yyyy-MM-dd'T'HH:mm:ssxxx", 'yyyy-MM-dd HH:mm:ss xx', 't']
const toTheMinute = ["yyyy-MM-dd'T'HH:mmX", 'ddMMMMyyyy HH:mmx']
const toTheDay = [
  ...['dd/MM/yyyy', 'd.M.yyyy', 'dd.MM.yy', 'yyyyMMdd', 'dd-MMM-yyyy', 'EEEE, d MMMM yyyy', 'do MMM yyyy', 'PP'],
  ...['yyyy-MM-dd HH:mm:ss', 'dd-MM-yyyy HH:mm:ss', 'yyyyMMddHHmmss', 'MMM d, yyyy h:mm a', 'M/d/yyyy hh:mm:ss a'],
  ...["d 'o''clock' M yyyy H", 'yyyy-MM-dd HH:mm B', "yyyy-MM-dd'T'kk:mm"],
]
const instants = fc
  .integer({ min: Date.UTC(1970, 0, 1) / 1000, max: Date.UTC(2049, 11, 31) / 1000 })
  .map((seconds) => seconds * 1000)

describe('dateReader: a pattern', () => {
  it('with an offset reads the instant that was written', () => {
    const patterns = fc.oneof(
      fc.constantFrom(...toTheSecond).map((pattern) => ({ pattern, unitMs: 1000 })),
      fc.constantFrom(...toTheMinute).map((pattern) => ({ pattern, unitMs: 60_000 })),
    )
    fc.assert(
      fc.property(patterns, instants, ({ pattern, unitMs }, ms) => {
        const text = format(ms, pattern, { in: utc })
        const at = new Date(ms - (ms % unitMs)).toISOString()
        expect(reader(pattern, 'UTC')(text)).toEqual({ day: at.slice(0, 10), at })
      }),
    )
  })

  it('without an offset reads the day that was written, wherever the hospital is', () => {
    const zones = fc.constantFrom('UTC', 'Africa/Addis_Ababa', 'America/New_York', 'Pacific/Apia')
    fc.assert(
      fc.property(fc.constantFrom(...toTheDay), instants, zones, (pattern, ms, zone) => {
        const text = format(ms, pattern, { in: utc })
        expect(reader(pattern, zone)(text)?.day).toBe(new Date(ms).toISOString().slice(0, 10))
      }),
    )
  })

  it('for a day and a time reads the instant of date-fns, or none, whatever the text is', () => {
    const patterns = [
      ...[
        'dd/MM/yyyy HH:mm',
        'd.M.yy H:m:s',
        'yyyy-MM-dd HH:mm:ss',
        'dd-MMM-yyyy HH:mm:ss',
        'dd/MM/yyyy, HH:mm:ss.SSS',
      ],
      ...[
        'MM/dd/yyyy hh:mm a',
        'd MMMM yyyy HH:mm:ss',
        'dd/MM/yyyy hh:mm:ssa',
        'dd/MM/yyyy HHmm',
        'HH:mm:ss dd/MM/yyyy',
      ],
    ]
    const readers = new Map(patterns.map((pattern) => [pattern, reader(pattern, 'UTC')]))
    const changes = fc.array(
      fc.record({
        at: fc.nat(22),
        remove: fc.nat(2),
        insert: fc.constantFrom('', ' ', '\n', ':', '/', '.', '0', '5', '12', 'A', 'PM', '-'),
      }),
      { maxLength: 2 },
    )
    const check = fc.property(fc.constantFrom(...patterns), instants, changes, (pattern, ms, changes) => {
      const written = format(ms, pattern, { in: utc })
      const text = changes.reduce(
        (text, { at, remove, insert }) => text.slice(0, at) + insert + text.slice(at + remove),
        written,
      )
      const whole = text.replace(/\s+/g, ' ').trim()
      const theirs = parse(whole, pattern, Date.UTC(2000, 0, 1), { in: utc })
      const isShort = pattern.includes('HHmm') && format(ms, pattern, { in: utc }).length !== whole.length
      const at = Number.isNaN(theirs.getTime()) || isShort ? null : theirs.toISOString()
      const day = at?.slice(0, 10) ?? ''
      expect(readers.get(pattern)!(text)).toEqual(day >= '1970-01-01' && day <= '9998-12-31' ? { day, at } : null)
    })
    fc.assert(check, { numRuns: examples(5000) })
  })

  it.each([
    ['', 'is not a date-fns pattern'],
    ['HH:mm', 'must have day, month and year'],
    ['dd/MM', 'must have day, month and year'],
    ['MM/yyyy', 'must have day, month and year'],
    ['dd-mm-yyyy', 'must have day, month and year'],
    ['dd-MM-yyyy hh:mm', 'the half of the day'],
    ['YYYY-MM-DD', 'needs d for the day'],
    ['yyyy-MM-dd z', 'is not a date-fns pattern'],
    ['date', 'is not a date-fns pattern'],
    ['yyyy-MM-dd dd', 'is not a date-fns pattern'],
  ])('%j is refused: it %s', (pattern, problem) => {
    expect(() => reader(pattern)).toThrow(problem)
  })
})

describe('dateReader: a date', () => {
  it.each([
    ['2026-11-20 12:30:00', 'yyyy-MM-dd HH:mm:ss', '2026-11-20', '2026-11-20T09:30:00.000Z'],
    ['20-11-2026 00:00:00', 'dd-MM-yyyy HH:mm:ss', '2026-11-20', '2026-11-19T21:00:00.000Z'],
    ['20/11/2026', 'dd/MM/yyyy', '2026-11-20', null],
    ['1/2/2026', 'dd/MM/yyyy', '2026-02-01', null],
    ['20.11.26', 'dd.MM.yy', '2026-11-20', null],
    ['31.12.49', 'dd.MM.yy', '2049-12-31', null],
    ['01.01.50', 'dd.MM.yy', '1950-01-01', undefined],
    ['20-Nov-2026', 'dd-MMM-yyyy', '2026-11-20', null],
    ['20 November 2026', 'd MMMM yyyy', '2026-11-20', null],
    ['Nov 20, 2026 12:05 AM', 'MMM d, yyyy h:mm a', '2026-11-20', '2026-11-19T21:05:00.000Z'],
    ['2026-11-20T22:30:00Z', "yyyy-MM-dd'T'HH:mm:ssX", '2026-11-21', '2026-11-20T22:30:00.000Z'],
    ['2026-11-20 01:00:00 +0500', 'yyyy-MM-dd HH:mm:ss xx', '2026-11-19', '2026-11-19T20:00:00.000Z'],
    ['  2026-11-20\u00a0 12:30:00 ', 'yyyy-MM-dd HH:mm:ss', '2026-11-20', '2026-11-20T09:30:00.000Z'],
    ['1970-01-01', 'yyyy-MM-dd', '1970-01-01', null],
    ['9998-12-31', 'yyyy-MM-dd', '9998-12-31', null],
  ])('%j by %s is %s', (text, pattern, day, at) => {
    expect(reader(pattern)(text)).toEqual(at === undefined ? null : { day, at })
  })

  it.each([
    ['', 'yyyy-MM-dd'],
    ['2026-02-30', 'yyyy-MM-dd'],
    ['2026-13-01', 'yyyy-MM-dd'],
    ['26-11-20', 'yyyy-MM-dd'],
    ['20/11/26', 'dd/MM/yyyy'],
    ['20/11/2026', 'dd/MM/yy'],
    ['11/20/2026', 'dd/MM/yyyy'],
    ['2026112', 'yyyyMMdd'],
    ['20261120 ', 'yyyy-MM-dd'],
    ['2026-11-20 24:00:00', 'yyyy-MM-dd HH:mm:ss'],
    ['2026-11-20 12:60:00', 'yyyy-MM-dd HH:mm:ss'],
    ['2026-11-20 12:30:60', 'yyyy-MM-dd HH:mm:ss'],
    ['2026-11-20', 'yyyy-MM-dd HH:mm:ss'],
    ['2026-11-20 12:30:00', 'yyyy-MM-dd'],
    ['1969-12-31', 'yyyy-MM-dd'],
    ['9999-01-01', 'yyyy-MM-dd'],
    ['1111/11/11', 'yyyy/MM/dd'],
    ['13:00 PM 20/11/2026', 'h:mm a d/M/yyyy'],
    ['20Nov2026 9:00', 'ddMMMyyyyHHmm'],
  ])('%j is none by %s', (text, pattern) => {
    expect(reader(pattern)(text)).toBeNull()
  })

  it('is read by the first pattern that fits it, also when an earlier one would read an absurd year', () => {
    const read = reader(['dd/MM/yyyy', 'dd/MM/yy', 'yyyy-MM-dd HH:mm:ss'])
    expect(['01/02/2026', '01/02/26', '2026-02-01 10:00:00'].map((text) => read(text)?.day)).toEqual([
      '2026-02-01',
      '2026-02-01',
      '2026-02-01',
    ])
  })

  it('has the moment at which an hour that was left out was, and the first time of a doubled one', () => {
    const read = reader('yyyy-MM-dd HH:mm', 'Europe/Vienna')
    expect(read('2026-03-29 02:30')).toEqual({ day: '2026-03-29', at: '2026-03-29T01:00:00.000Z' })
    expect(read('2026-03-29 03:00')).toEqual({ day: '2026-03-29', at: '2026-03-29T01:00:00.000Z' })
    expect(read('2026-10-25 02:30')).toEqual({ day: '2026-10-25', at: '2026-10-25T00:30:00.000Z' })
    expect(read('2026-10-25 03:00')).toEqual({ day: '2026-10-25', at: '2026-10-25T02:00:00.000Z' })
  })

  it('is the same wherever the host is', () => {
    // Left out in New York, where this suite is run too.
    expect(reader('yyyy-MM-dd HH:mm')('2026-03-08 02:30')?.at).toBe('2026-03-07T23:30:00.000Z')
    expect(reader('d MMMM yyyy HH:mm')('8 March 2026 02:30')?.at).toBe('2026-03-07T23:30:00.000Z')
  })

  it('is the same after the dates of a thousand other days', () => {
    const read = reader('yyyy-MM-dd HH:mm', 'America/New_York')
    const days = Array.from({ length: 2500 }, (_, index) =>
      new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10),
    )
    const instants = () => days.map((day) => read(`${day} 12:00`)?.at)
    const first = instants()
    expect(new Set(first).size).toBe(2500)
    expect(instants()).toEqual(first)
    expect(first[0]).toBe('2020-01-01T17:00:00.000Z')
    expect(first[200]).toBe('2020-07-19T16:00:00.000Z')
  })
})
