import { describe, expect, it } from 'vitest'
import { isPlainObject, shownValue, unknownNames } from '../../src/internal/option-checks.js'

describe('isPlainObject: options', () => {
  it.each([[{}], [{ a: 1 }], [Object.create(null)], [new Date(0)]])('may be %j', (value) => {
    expect(isPlainObject(value)).toBe(true)
  })

  it.each([[null], [undefined], ['text'], [7], [true], [[]], [['a']], [() => undefined]])('may not be %j', (value) => {
    expect(isPlainObject(value)).toBe(false)
  })
})

describe('unknownNames', () => {
  it('returns unknown names in their order', () => {
    expect(unknownNames({ clock: 1, colour: 2, Clock: null }, ['clock', 'logger'])).toEqual(['colour', 'Clock'])
  })

  it('leaves out names whose value is undefined, which count as absent', () => {
    expect(unknownNames({ colour: undefined, clock: undefined }, ['clock'])).toEqual([])
  })
})

describe('shownValue', () => {
  it.each([
    ['EUR', '"EUR"'],
    ['a "word"\n', String.raw`"a \"word\"\n"`],
    ['', '""'],
    ['x'.repeat(64), `"${'x'.repeat(64)}"`],
    ['x'.repeat(65), `"${'x'.repeat(64)}…"`],
    ['x'.repeat(1e6), `"${'x'.repeat(64)}…"`],
    [-1.5, '-1.5'],
    [NaN, 'NaN'],
    [null, 'null'],
  ])('shows a short value as it is: %j', (value, text) => {
    expect(shownValue(value)).toBe(text)
  })

  it.each([
    [undefined, 'undefined'],
    [true, 'boolean'],
    [7n, 'bigint'],
    [{ name: 'Jane' }, 'object'],
    [['Jane'], 'object'],
    [Symbol('Jane'), 'symbol'],
    [() => 'Jane', 'function'],
  ])('shows the type alone of a value that may hold anything: %#', (value, type) => {
    expect(shownValue(value)).toBe(`a value of type ${type}`)
  })
})
