import { describe, expect, it } from 'vitest'
import { retryAfterMs } from '../../src/webhooks/retry-after.js'

const now = Date.parse('1994-11-06T08:39:37.000Z')
const tenMinutes = 600_000

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    ['1', 1_000],
    ['120', 120_000],
    ['00120', 120_000],
    [' 120 ', 120_000],
    ['86400', 86_400_000],
    ['999999999999999', 999_999_999_999_999_000],
  ])('reads the seconds %j', (header, wait) => {
    expect(retryAfterMs(header, now)).toBe(wait)
  })

  // RFC 9110, section 5.6.7: all three forms are the same moment.
  it.each([
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
    ' Sun, 06 Nov 1994 08:49:37 GMT ',
  ])('reads the date %j', (header) => {
    expect(retryAfterMs(header, now)).toBe(tenMinutes)
  })

  it('reads dates to the millisecond of now', () => {
    expect(retryAfterMs('Sun, 06 Nov 1994 08:49:37 GMT', now + 1)).toBe(tenMinutes - 1)
    expect(retryAfterMs('Sun, 06 Nov 1994 08:49:37 GMT', now + tenMinutes - 1)).toBe(1)
  })

  it.each([0, 1, 365 * 86_400_000])('is no wait for a date that was %i ms ago', (ago) => {
    for (const header of [
      'Sun, 06 Nov 1994 08:49:37 GMT',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      'Sun Nov  6 08:49:37 1994',
    ])
      expect(retryAfterMs(header, now + tenMinutes + ago)).toBeNull()
  })

  it('is no wait where the clock returns no time', () => {
    expect(retryAfterMs('Sun, 06 Nov 1994 08:49:37 GMT', NaN)).toBeNull()
  })

  it.each([
    null,
    '',
    ' ',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '0x10',
    '١٢',
    '120, 60',
    '120s',
    '1234567890123456',
    'soon',
    'Infinity',
    '1994-11-06T08:49:37Z',
    'Sun',
    'Sun, 06 Nov',
    'Sun, 06 Xyz 2099 08:49:37 GMT',
    'Sun, 06 Nov 2099 25:61:61 GMT',
    'Sun, 6 Nov 2099 08:49:37 GMT',
    'Sun, 06 Nov 2099 08:49:37 GMT; later',
    'Mon, 06 Nov 2099',
    'on Sun, 06 Nov 2099 08:49:37 GMT',
    'Someday, 06-Nov-99 08:49:37 GMT',
  ])('is no wait for %j', (header) => {
    expect(retryAfterMs(header, now)).toBeNull()
  })

  it('returns whole milliseconds or none', () => {
    for (const zone of ['', ' GMT', ' UTC', ' PST', ' +0300', ' Z', ' (GMT)']) {
      const wait = retryAfterMs(`Sun, 06 Nov 2094 08:49:37${zone}`, now)
      expect(wait === null || (Number.isFinite(wait) && wait > 0)).toBe(true)
    }
  })
})
