import { describe, expect, it } from 'vitest'
import { startOfDay } from '../../../src/domain/calendar.js'
import { localDay, localHour, offsetChanges } from '../../support/local-day.js'
import { isShort, sampled } from '../../support/rounds.js'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The instants at which an earlier instant of the same day could be: a doubled midnight lies at most some hours back. */
const lookBack = [
  1,
  ...Array.from({ length: 90 }, (_, i) => (i + 1) * minuteMs),
  ...Array.from({ length: 50 }, (_, i) => (i + 3) * 30 * minuteMs),
]

/** Returns the problem of `startOfDay` here: it must be the first instant whose local day is `day` or a later one. */
function problemAt(day: string, zone: string, steps: readonly number[]): string | null {
  const start = Date.parse(startOfDay(day, zone))
  if (localDay(start, zone) < day) return `${zone} ${day} starts too early`
  return steps.some((back) => localDay(start - back, zone) >= day) ? `${zone} ${day} starts too late` : null
}

/** Returns false for a step that another zone made at the same time; and, elsewhere than at midnight, for nearly every step. */
function worthChecking(change: number, zone: string, seen: Set<string>): boolean {
  const step = `${localHour(change - hourMs, zone)} to ${localHour(change, zone)}`
  const isNew = !seen.has(`${change} ${step}`)
  seen.add(`${change} ${step}`)
  return isNew && (/ (23|00)( |$)/.test(step) || seen.size % 8 === 0)
}

describe('startOfDay', () => {
  it.each([
    ['UTC', '1970-01-01', '1970-01-01T00:00:00.000Z', 'no offset at all'],
    ['Africa/Addis_Ababa', '2026-11-20', '2026-11-19T21:00:00.000Z', 'no summer time'],
    ['Africa/Addis_Ababa', '1970-01-01', '1969-12-31T21:00:00.000Z', 'the first day there is'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', 'the easternmost zone'],
    ['Etc/GMT+12', '2026-01-01', '2026-01-01T12:00:00.000Z', 'the westernmost zone'],
    ['America/New_York', '2019-03-10', '2019-03-10T05:00:00.000Z', 'an hour is missing later that day'],
    ['America/New_York', '2019-03-11', '2019-03-11T04:00:00.000Z', 'the day after'],
    ['America/New_York', '2019-11-03', '2019-11-03T04:00:00.000Z', 'an hour comes twice later that day'],
    ['America/New_York', '2019-11-04', '2019-11-04T05:00:00.000Z', 'the day after'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 'no midnight: the day starts at 01:00'],
    ['America/Sao_Paulo', '2018-11-05', '2018-11-05T02:00:00.000Z', 'the day after'],
    ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00.000Z', 'the hour before midnight comes twice'],
    ['America/St_Johns', '2006-10-29', '2006-10-29T02:30:00.000Z', 'clocks go back at 00:01: midnight comes twice'],
    ['America/St_Johns', '2006-10-30', '2006-10-30T03:30:00.000Z', 'the day after'],
    ['America/St_Johns', '2006-04-02', '2006-04-02T03:30:00.000Z', 'clocks go forward at 00:01'],
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', 'the day before the date line moved'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 'a day that never was'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', 'the day after it, 24 hours nearer'],
    ['Pacific/Apia', '2012-01-01', '2011-12-31T10:00:00.000Z', 'the first of the year'],
    ['Pacific/Fakaofo', '2011-12-30', '2011-12-30T11:00:00.000Z', 'a day that never was'],
    ['Africa/Monrovia', '1971-06-01', '1971-06-01T00:44:30.000Z', 'an offset of 44 minutes and 30 seconds'],
    ['Africa/Monrovia', '1972-01-07', '1972-01-07T00:44:30.000Z', 'no midnight: the offset becomes 0'],
    ['Africa/Monrovia', '1972-01-08', '1972-01-08T00:00:00.000Z', 'the day after'],
    ['Asia/Kathmandu', '1985-12-31', '1985-12-30T18:30:00.000Z', 'the day before 15 minutes were left out'],
    ['Asia/Kathmandu', '1986-01-01', '1985-12-31T18:30:00.000Z', 'no midnight: the day starts at 00:15'],
    ['Asia/Kathmandu', '1986-01-02', '1986-01-01T18:15:00.000Z', 'the day after'],
    ['Africa/Casablanca', '2019-05-05', '2019-05-04T23:00:00.000Z', 'Ramadan begins: clocks go back'],
    ['Africa/Casablanca', '2019-05-06', '2019-05-06T00:00:00.000Z', 'in Ramadan'],
    ['Africa/Casablanca', '2019-06-10', '2019-06-09T23:00:00.000Z', 'after Ramadan'],
    ['Asia/Beirut', '2019-03-31', '2019-03-30T22:00:00.000Z', 'no midnight'],
    ['Asia/Beirut', '2019-10-27', '2019-10-26T22:00:00.000Z', 'the hour before midnight comes twice'],
    ['Africa/Cairo', '2014-05-16', '2014-05-15T22:00:00.000Z', 'no midnight'],
    ['Africa/Cairo', '2014-05-17', '2014-05-16T21:00:00.000Z', 'the day after'],
    ['Atlantic/Azores', '2019-03-31', '2019-03-31T01:00:00.000Z', 'no midnight'],
    ['Atlantic/Azores', '2019-10-27', '2019-10-27T00:00:00.000Z', 'the hour after midnight comes twice'],
    ['Atlantic/Azores', '2019-10-28', '2019-10-28T01:00:00.000Z', 'the day after'],
    ['Antarctica/Troll', '2019-04-01', '2019-03-31T22:00:00.000Z', 'summer time by two hours'],
    ['Antarctica/Troll', '2019-10-28', '2019-10-28T00:00:00.000Z', 'two hours come twice'],
    ['Asia/Gaza', '2010-03-26', '2010-03-25T22:00:00.000Z', 'clocks go forward round midnight'],
  ])('in %s on %s is %s: %s', (zone, day, start) => {
    expect(startOfDay(day, zone)).toBe(start)
  })

  it('is the first instant of the day round the offset changes of every zone, 1970 to 2037', () => {
    const problems: (string | null)[] = []
    const seen = new Set<string>()
    for (const zone of sampled(Intl.supportedValuesOf('timeZone'))) {
      problems.push(problemAt('1970-01-01', zone, lookBack), problemAt('2037-12-31', zone, lookBack))
      for (const change of offsetChanges(zone, 0, Date.UTC(2038, 0, 1), 60)) {
        if (!worthChecking(change, zone, seen)) continue
        for (const ms of [change - dayMs, change, change + dayMs]) {
          problems.push(problemAt(localDay(ms, zone), zone, ms === change ? lookBack : [1, hourMs]))
        }
      }
    }
    expect(problems.length).toBeGreaterThan(isShort ? 500 : 3000)
    expect(problems.filter((problem) => problem !== null)).toEqual([])
  })

  it('is found for each day of a year in zones of every kind', () => {
    const zones = [
      'Africa/Casablanca',
      'Asia/Beirut',
      'Africa/Cairo',
      'Atlantic/Azores',
      'Antarctica/Troll',
      'Asia/Gaza',
    ]
    const problems = [...zones, 'Australia/Lord_Howe', 'America/Scoresbysund', 'Africa/Addis_Ababa'].flatMap((zone) =>
      Array.from({ length: 366 }, (_, i) => new Date(Date.UTC(2016, 0, 1 + i)).toISOString().slice(0, 10)).map((day) =>
        problemAt(day, zone, [1, 30 * minuteMs, hourMs, 2 * hourMs]),
      ),
    )
    expect(problems.filter((problem) => problem !== null)).toEqual([])
  })
})
