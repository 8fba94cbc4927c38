import { describe, expect, it } from 'vitest'
import { isAtLeast } from '../../../src/cli/check/finding.js'
import { checkSchema } from '../../../src/cli/check/schema.js'
import { checkZone } from '../../../src/cli/check/zone.js'

describe('isAtLeast', () => {
  it.each([
    ['10.6', [10, 6], true],
    ['10.6.1', [10, 6], true],
    ['10.5.99', [10, 6], false],
    ['11.0', [10, 6], true],
    ['9.99', [10, 6], false],
    ['14', [14], true],
    ['14', [14, 0, 0], true],
    ['8.0', [8, 0, 16], false],
    ['', [1], false],
    ['', [0], true],
  ])('compares %s with %j', (version, min, expected) => {
    expect(isAtLeast(version, min)).toBe(expected)
  })
})

describe('checkSchema', () => {
  const tables = { name: 'tables', status: 'ok', found: 'up to date' }

  it('is ok where tables and guards are there', () => {
    expect(checkSchema({ missing: [], missingGuards: [] })).toEqual([
      tables,
      { name: 'guards', status: 'ok', found: 'the history refuses changes' },
    ])
  })

  it('names what migrate will apply, and no guards before that', () => {
    expect(checkSchema({ missing: ['0001_tables', '0002_guards'], missingGuards: ['a'] })).toEqual([
      {
        name: 'tables',
        status: 'problem',
        found: 'to be applied: 0001_tables, 0002_guards',
        todo: 'npx hospital-payments migrate',
      },
    ])
  })

  it('warns where the guards are missing', () => {
    expect(checkSchema({ missing: [], missingGuards: ['a'] })).toEqual([
      tables,
      {
        name: 'guards',
        status: 'warning',
        found: 'the triggers that keep the history from changes are missing',
        todo: 'npx hospital-payments migrate, as a user who may create triggers',
      },
    ])
  })
})

describe('checkZone', () => {
  it('warns where no time zone is given, names a problem where it is unknown, and returns a known one', () => {
    expect(checkZone('Africa/Nairobi')).toEqual({ name: 'time zone', status: 'ok', found: 'Africa/Nairobi' })
    expect(checkZone('Africa/Nowhere')).toEqual({
      name: 'time zone',
      status: 'problem',
      found: 'unknown here',
      todo: 'give the IANA name of a zone, such as Africa/Nairobi',
    })
    expect(checkZone(undefined)).toEqual({
      name: 'time zone',
      status: 'warning',
      found: 'UTC, because none was given',
      todo: 'give --time-zone or HP_TIME_ZONE, such as Africa/Nairobi: days of reports begin and end there',
    })
  })
})
