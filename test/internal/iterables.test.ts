import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { isIterable, take } from '../../src/internal/iterables.js'

describe('isIterable', () => {
  it.each<[string, unknown]>([
    ['a list', []],
    ['a set', new Set()],
    ['bytes', new Uint8Array()],
    ['a generator', (function* () {})()],
    ['an async generator', (async function* () {})()],
    ['a stream', new ReadableStream()],
    ['a list of another realm', runInNewContext('[]')],
    ['an async generator of another realm', runInNewContext('(async function* () {})()')],
  ])('is true for %s', (_, value) => {
    expect(isIterable(value)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['text', 'lines'],
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an object', { length: 0 }],
    ['a promise of a list', Promise.resolve([])],
    ['a function', () => []],
    ['an object whose iterator is no function', { [Symbol.iterator]: true }],
  ])('is false for %s', (_, value) => {
    expect(isIterable(value)).toBe(false)
  })
})

describe('take', () => {
  it.each([
    [-1, [], 0],
    [0, [], 0],
    [1, [1], 1],
    [2, [1, 2], 2],
    [3, [1, 2, 3], 3],
    [9, [1, 2, 3], 3],
  ])('returns up to %i items, and reads no more', (limit, items, read) => {
    let count = 0
    function* rows() {
      for (const row of [1, 2, 3]) {
        count++
        yield row
      }
    }
    expect(take(rows(), limit)).toEqual(items)
    expect(count).toBe(read)
  })
})
