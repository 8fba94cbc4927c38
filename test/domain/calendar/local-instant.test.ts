import { describe, expect, it } from 'vitest'
import { localInstant, startOfDay } from '../../../src/domain/calendar.js'
import { offsetChanges } from '../../support/local-day.js'
import { sampled } from '../../support/rounds.js'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const at = (local: string, zone: string) => new Date(localInstant(Date.parse(`${local}Z`), zone)).toISOString()

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const formatter = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  formatters.set(timeZone, formatter)
  return formatter
}

/** Computes the local time by Intl's calendar fields, as if it were UTC: another way than by offsets. */
function localTime(ms: number, zone: string): number {
  const formatter = formatters.get(zone) ?? formatterOf(zone)
  const parts = formatter.formatToParts(ms).map(({ type, value }) => [type, Number(value)])
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts) as Record<string, number>
  return Date.UTC(year!, month! - 1, day!, hour, minute, second)
}

describe('localInstant', () => {
  it.each([
    ['Africa/Nairobi', '2026-11-20T12:30:00.000', '2026-11-20T09:30:00.000Z', 'no summer time'],
    ['UTC', '1970-01-01T00:00:00.000', '1970-01-01T00:00:00.000Z', 'no offset at all'],
    ['Asia/Kathmandu', '2026-11-20T00:00:00.001', '2026-11-19T18:15:00.001Z', 'a quarter of an hour in the offset'],
    ['America/New_York', '2019-03-10T01:59:59.999', '2019-03-10T06:59:59.999Z', 'just before the hour left out'],
    ['America/New_York', '2019-03-10T02:30:00.000', '2019-03-10T07:00:00.000Z', 'in the hour left out: its moment'],
    ['America/New_York', '2019-03-10T03:00:00.000', '2019-03-10T07:00:00.000Z', 'just after it'],
    ['America/New_York', '2019-11-03T01:30:00.000', '2019-11-03T05:30:00.000Z', 'comes twice: the first time'],
    ['America/New_York', '2019-11-03T02:00:00.000', '2019-11-03T07:00:00.000Z', 'after the doubled hour'],
    ['Pacific/Apia', '2011-12-30T12:00:00.000', '2011-12-30T10:00:00.000Z', 'a day that never was'],
  ])('in %s at %s is %s: %s', (zone, local, instant) => {
    expect(at(local, zone)).toBe(instant)
  })

  it('at midnight is the start of the day', () => {
    for (const zone of ['America/Sao_Paulo', 'America/St_Johns', 'Asia/Gaza', 'Pacific/Apia', 'Africa/Nairobi']) {
      for (let ms = Date.UTC(2010, 0, 1); ms < Date.UTC(2012, 0, 1); ms += dayMs) {
        const day = new Date(ms).toISOString().slice(0, 10)
        expect(new Date(localInstant(ms, zone)).toISOString()).toBe(startOfDay(day, zone))
      }
    }
  })

  it('returns the local time of its argument round the offset changes of every kind of zone', () => {
    let checked = 0
    for (const zone of [
      'Africa/Casablanca',
      'Africa/Cairo',
      'Europe/Vienna',
      'Australia/Lord_Howe',
      'America/New_York',
    ]) {
      for (const change of offsetChanges(zone, Date.UTC(2000, 0, 1), Date.UTC(2026, 0, 1), 60)) {
        for (let ms = change - 3 * hourMs; ms <= change + 3 * hourMs; ms += 15 * minuteMs) {
          const local = localTime(ms, zone)
          const instant = localInstant(local, zone)
          expect(localTime(instant, zone)).toBe(local)
          expect(instant).toBeLessThanOrEqual(ms)
          checked++
        }
      }
    }
    expect(checked).toBeGreaterThan(3000)
  })

  // Readers of statements rely on it, to ask for offsets once a day.
  it('has one offset on every day that lasts 24 hours', () => {
    const uneven: string[] = []
    const seen = new Set<string>()
    for (const zone of sampled(Intl.supportedValuesOf('timeZone').filter((_, index) => index % 3 === 0))) {
      for (const change of offsetChanges(zone, 0, Date.UTC(2038, 0, 1), 60)) {
        const day = Math.floor(localTime(change, zone) / dayMs) * dayMs
        // Zones that changed at the same time and to the same hour are alike here.
        const kind = `${change} ${localTime(change, zone) - change}`
        if (seen.has(kind)) continue
        seen.add(kind)
        const start = localInstant(day, zone)
        if (localInstant(day + dayMs - 1, zone) - start !== dayMs - 1) continue
        for (let local = day; local < day + dayMs; local += 2 * hourMs) {
          if (localInstant(local, zone) - start !== local - day) uneven.push(`${zone} ${new Date(day).toISOString()}`)
        }
      }
    }
    expect(uneven).toEqual([])
  })
})
