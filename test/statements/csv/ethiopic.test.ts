import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CsvMapping } from '../../../src/statements/csv/mapping.js'
import { readCsvStatement } from '../../../src/statements/csv/read-csv-statement.js'
import { examples } from '../../support/rounds.js'
import { readAll } from '../support/read-csv.js'

const mapping = (...dates: string[]): CsvMapping => ({
  ...{ timeZone: 'Africa/Addis_Ababa', currency: 'ETB', dates, calendar: 'ethiopic' },
  columns: { bookedAt: 'When', amount: 'Amount' },
})

async function dayOf(text: string, ...dates: string[]): Promise<string> {
  const { records } = await readAll(`When,Amount\n"${text}",5.00\n`, mapping(...dates))
  const [record] = records
  if (!record || 'rejected' in record) return 'rejected'
  return record.bookedAt ?? record.valueDate
}

/** By the calendar of the platform. */
const platformDate = new Intl.DateTimeFormat('en-u-ca-ethiopic-nu-latn', {
  ...{ timeZone: 'UTC', year: 'numeric', month: 'numeric', day: 'numeric' },
})

describe('readCsvStatement: calendar ethiopic', () => {
  it.each([
    ['1/1/2017', '2024-09-11'],
    ['01/01/2016', '2023-09-12'],
    ['11/03/2019', '2026-11-20'],
    ['29/04/2018', '2026-01-07'],
    ['30/12/2018', '2026-09-05'],
    ['5/13/2018', '2026-09-10'],
    ['6/13/2015', '2023-09-11'],
    ['6/13/2016', 'rejected'],
    ['7/13/2015', 'rejected'],
    ['31/1/2017', 'rejected'],
    ['1/14/2017', 'rejected'],
    ['0/1/2017', 'rejected'],
    ['1/0/2017', 'rejected'],
    ['1/1/17', 'rejected'],
    ['1/1/9999', 'rejected'],
    ['soon', 'rejected'],
  ])('%s is %s', async (text, day) => {
    expect(await dayOf(text, 'd/M/yyyy')).toBe(day)
  })

  it('agrees with the calendar of the platform, whatever the day', async () => {
    const days = fc.integer({ min: Date.UTC(1970, 0, 1) / 86_400_000, max: Date.UTC(2100, 0, 1) / 86_400_000 })
    await fc.assert(
      fc.asyncProperty(days, async (number) => {
        const date = new Date(number * 86_400_000)
        const parts = Object.fromEntries(platformDate.formatToParts(date).map(({ type, value }) => [type, value]))
        const two = (value = '') => value.padStart(2, '0')
        const text = `${parts['year']}-${two(parts['month'])}-${two(parts['day'])}`
        const day = date.toISOString().slice(0, 10)
        expect(await dayOf(text, 'yyyy-MM-dd')).toBe(day)
        expect(await dayOf(text.replaceAll('-', ''), 'yyyyMMdd')).toBe(day)
      }),
      { numRuns: examples(200) },
    )
  })

  it('does not shift times', async () => {
    const noon = '2026-11-20T12:30:00.000Z'
    expect(await dayOf('11/03/2019 15:30', 'dd/MM/yyyy HH:mm')).toBe(noon)
    expect(await dayOf('11/03/2019 03:30 PM', 'dd/MM/yyyy hh:mm a')).toBe(noon)
    expect(await dayOf('2019-03-11T15:30:00', 'd/M/yyyy', "yyyy-MM-dd'T'HH:mm:ss")).toBe(noon)
  })

  it.each(['d MMM yyyy', 'd/M/yy', 'dd/MM/yyyy HH:mmXXX', 'yyyy-MM', 'do/M/yyyy', 'yyyy-DDD'])(
    'needs numbers: %s is a TypeError at once',
    (pattern) => {
      expect(() => readCsvStatement('', mapping(pattern))).toThrow(/dates\[0\]/)
    },
  )

  it('is this calendar or none', () => {
    expect(() => readCsvStatement('', { ...mapping('d/M/yyyy'), calendar: 'gregorian' as 'ethiopic' })).toThrow(
      /calendar/,
    )
  })
})
