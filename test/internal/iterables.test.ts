import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { isIterable, take } from '../../src/internal/iterables.js'

describe('what can be iterated', () => {
  it.each<[string, unknown]>([
    ['a list', []],
    ['a set', new Set()],
    ['bytes', new Uint8Array()],
    ['a generator', (function* () {})()],
    ['an async generator', (async function* () {})()],
    ['a stream', new ReadableStream()],
    ['a list of another realm', runInNewContext('[]')],
    ['an async generator of another realm', runInNewContext('(async function* () {})()')],
  ])('is %s', (_, value) => {
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
  ])('is not %s', (_, value) => {
    expect(isIterable(value)).toBe(false)
  })
})

describe('the first of many', () => {
  it.each([
    [-1, [], 0],
    [0, [], 0],
    [1, [1], 1],
    [2, [1, 2], 2],
    [3, [1, 2, 3], 3],
    [9, [1, 2, 3], 3],
  ])('%i are taken, and no more are read', (limit, taken, read) => {
    let given = 0
    function* rows() {
      for (const row of [1, 2, 3]) {
        given++
        yield row
      }
    }
    expect(take(rows(), limit)).toEqual(taken)
    expect(given).toBe(read)
  })
})
