import { describe, expect, it } from 'vitest'
import { dayOf, isTimeZone, periodOf, plusDays, startOfDay } from '../../../src/domain/calendar.js'
import { refusalOf } from '../../support/refusal.js'

const hourMs = 3_600_000

describe('plusDays', () => {
  it.each([
    ['2026-11-20', '2026-11-21'],
    ['2026-11-30', '2026-12-01'],
    ['2026-12-31', '2027-01-01'],
    ['2024-02-28', '2024-02-29'],
    ['2025-02-28', '2025-03-01'],
    ['2100-02-28', '2100-03-01'],
    ['2018-11-03', '2018-11-04'],
    ['2011-12-29', '2011-12-30'],
    ['9998-12-31', '9999-01-01'],
  ])('returns for %s %s, in any zone of the host', (day, next) => {
    expect(plusDays(day, 1)).toBe(next)
  })
})

describe('dayOf', () => {
  it.each([
    ['2026-11-20T20:59:59.999Z', 'Africa/Addis_Ababa', '2026-11-20'],
    ['2026-11-20T21:00:00.000Z', 'Africa/Addis_Ababa', '2026-11-21'],
    ['2026-11-21T04:59:59.999Z', 'America/New_York', '2026-11-20'],
    ['2026-11-21T05:00:00.000Z', 'America/New_York', '2026-11-21'],
    ['2026-11-20T00:00:00.000Z', 'UTC', '2026-11-20'],
    ['2011-12-30T09:59:59.999Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31'],
  ])('returns for %s in %s %s', (instant, zone, day) => {
    expect(dayOf(instant, zone)).toBe(day)
  })
})

describe('periodOf', () => {
  it('makes half-open instants of inclusive days', () => {
    const period = periodOf({ from: '2026-11-01', to: '2026-11-20' }, 'Africa/Addis_Ababa')
    expect(period).toEqual({ from: '2026-10-31T21:00:00.000Z', before: '2026-11-20T21:00:00.000Z' })
    expect(periodOf({ from: '2026-11-20', to: '2026-11-20' }, 'UTC')).toEqual({
      from: '2026-11-20T00:00:00.000Z',
      before: '2026-11-21T00:00:00.000Z',
    })
  })

  it('has no bound where a day is left out', () => {
    expect(periodOf({}, 'UTC')).toEqual({})
    expect(Object.keys(periodOf({}, 'UTC'))).toEqual([])
    expect(Object.entries(periodOf({ from: '2026-11-20' }, 'UTC'))).toEqual([['from', '2026-11-20T00:00:00.000Z']])
    expect(Object.entries(periodOf({ to: '2026-11-20' }, 'UTC'))).toEqual([['before', '2026-11-21T00:00:00.000Z']])
  })

  it('is empty for a day that never was', () => {
    const { from, before } = periodOf({ from: '2011-12-30', to: '2011-12-30' }, 'Pacific/Apia')
    expect(from).toBe(before)
  })

  it('accepts the first and the last possible day', () => {
    const period = periodOf({ from: '1970-01-01', to: '9998-12-31' }, 'America/New_York')
    expect(period).toEqual({ from: '1970-01-01T05:00:00.000Z', before: '9999-01-01T05:00:00.000Z' })
  })

  it.each([
    ['Africa/Addis_Ababa', '2026-01-01'],
    ['America/Sao_Paulo', '2018-01-01'],
    ['America/St_Johns', '2006-01-01'],
    ['Pacific/Apia', '2011-06-01'],
    ['Atlantic/Azores', '2019-01-01'],
    ['Antarctica/Troll', '2019-01-01'],
  ])('tiles the time of %s from %s by days, without gap or overlap', (zone, firstDay) => {
    let day = firstDay
    let end = periodOf({ from: day, to: day }, zone).from!
    for (let i = 0; i < 365; i++, day = plusDays(day, 1)) {
      const { from, before } = periodOf({ from: day, to: day }, zone)
      expect(from).toBe(end)
      expect(before! >= from!).toBe(true)
      expect(Date.parse(before!) - Date.parse(from!)).toBeLessThanOrEqual(26 * hourMs)
      end = before!
    }
    expect(end).toBe(startOfDay(day, zone))
  })

  const impossible = ['2026-02-29', '2026-02-30', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-01-32']
  const outside = [
    '1969-12-31',
    '9999-01-01',
    '9999-12-31',
    '0000-01-01',
    '0001-01-01',
    '10000-01-01',
    '+002026-01-01',
    '-2026-01-01',
  ]
  const shapes = [
    '',
    ' ',
    '2026',
    '2026-11',
    '2026-11-2',
    '2026-1-20',
    '26-11-20',
    '20261120',
    '20.11.2026',
    '2026/11/20',
  ]
  const around = [
    ' 2026-11-20',
    '2026-11-20 ',
    '2026-11-20\n',
    '\n2026-11-20',
    '2026-11-20T00:00:00Z',
    '2026-11-20Z',
    '2026-11-20+03:00',
  ]
  const strange = ['２０２６-11-20', '٢٠٢٦-11-20', '2026−11−20', 'today', '2026-W47-5', '2026-325', 'NaN-aN-aN']

  it.each([...impossible, ...outside, ...shapes, ...around, ...strange])('refuses %j as from and as to', (day) => {
    for (const field of ['from', 'to'] as const) {
      const refusal = refusalOf(() => periodOf({ [field]: day }, 'UTC'))
      expect(refusal.code).toBe('invalid_date_range')
      expect(refusal.details).toEqual({ field })
      expect(refusal.message).toBe(`${field} is not a calendar day YYYY-MM-DD of 1970 to 9998.`)
    }
  })

  it('refuses from after to, and names from first when both are wrong', () => {
    const refusal = refusalOf(() => periodOf({ from: '2026-11-21', to: '2026-11-20' }, 'UTC'))
    expect(refusal).toMatchObject({
      code: 'invalid_date_range',
      message: 'from is after to.',
      details: { field: 'from' },
    })
    expect(refusalOf(() => periodOf({ from: 'x', to: 'y' }, 'UTC')).details).toEqual({ field: 'from' })
  })
})

describe('isTimeZone', () => {
  it.each(['UTC', 'Africa/Addis_Ababa', 'America/Argentina/Buenos_Aires', 'Etc/GMT+12', 'Asia/Kathmandu'])(
    'is true for %s',
    (zone) => {
      expect(isTimeZone(zone)).toBe(true)
    },
  )

  it.each([
    '',
    'Mars/Olympus',
    '+03:00',
    '-0500',
    '03:00',
    ' UTC',
    'UTC ',
    'Africa',
    undefined,
    null,
    3,
    ['UTC'],
    { toString: () => 'UTC' },
  ])('is false for %j', (zone) => {
    expect(isTimeZone(zone)).toBe(false)
  })
})
