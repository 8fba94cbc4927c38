import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonLog } from '../../src/repository/dry-run/json-log.js'
import { validReference } from '../support/arbitraries.js'

function roundTrip(values: readonly unknown[]): unknown[] {
  const log = new JsonLog()
  for (const value of values) log.add(value)
  expect(log.size).toBe(values.length)
  return values.map((_, number) => log.get(number))
}

describe('JsonLog', () => {
  it('gives each value back as it was added', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(validReference(), fc.jsonValue()), { maxLength: 40 }), (values) => {
        expect(roundTrip(values)).toEqual(values.map((value) => JSON.parse(JSON.stringify(value)) as unknown))
      }),
    )
  })

  it('goes on in further pieces of a megabyte', () => {
    const texts = Array.from({ length: 20_000 }, (_, number) => `${number}-${'ክ'.repeat(number % 100)}`)
    expect(roundTrip(texts)).toEqual(texts)
  })

  it('fills a piece to its last byte', () => {
    const texts = ['x'.repeat(1_000_000), 'y'.repeat(16_000), 'z'.repeat(200), 'ß', 'ü'.repeat(3000), 'q']
    expect(roundTrip(texts)).toEqual(texts)
    // Three bytes for each unit, two quotation marks of as many, and the end.
    const whole = (1 << 20) / 3 - 3
    const full = ['a'.repeat(Math.floor(whole)), 'b', 'c'.repeat(Math.ceil(whole)), 'd']
    expect(roundTrip(full)).toEqual(full)
  })

  it('takes a text longer than a piece', () => {
    const texts = ['before', 'ክ'.repeat(400_000), 'after', 'x'.repeat(3_000_000), 'end']
    expect(roundTrip(texts)).toEqual(texts)
  })

  it('keeps the empty text, a byte order mark at the beginning of another, and zero characters', () => {
    expect(roundTrip(['', 'a', '', '\ufeffb', '\0c\0'])).toEqual(['', 'a', '', '\ufeffb', '\0c\0'])
  })
})
