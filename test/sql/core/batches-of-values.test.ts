import fc from 'fast-check'
import { expect, it } from 'vitest'
import { batchesOf, batchesOfSizes, bytesOf, bytesOfRow, oneBatch } from '../../../src/sql/core/batches-of-values.js'

const sizes = [8, 4, 2, 1]

it('batchesOf: a list is cut into batches of the given sizes, none of more bytes than allowed unless an item alone has more', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30), { maxLength: 60 }), (items) => {
      const batches = batchesOfSizes(items, (item) => item, { sizes, bytes: 25 })
      expect(batches.flat()).toEqual(items)
      for (const batch of batches) {
        expect(sizes).toContain(batch.length)
        if (batch.length > 1) expect(batch.reduce((sum, item) => sum + item)).toBeLessThanOrEqual(25)
      }
    }),
  )
})

it('batchesOf: no more batches are made than the sizes need', () => {
  const lengths = (count: number) =>
    batchesOfSizes(Array<number>(count).fill(1), (item) => item, { sizes, bytes: 1000 }).map(({ length }) => length)
  expect(lengths(0)).toEqual([])
  expect(lengths(1)).toEqual([1])
  expect(lengths(7)).toEqual([4, 2, 1])
  expect(lengths(21)).toEqual([8, 8, 4, 1])
})

it('batchesOf: a list is cut before a batch would have more items or bytes than allowed, and not earlier', () => {
  const batches = (items: readonly number[]) => batchesOf(items, (item) => item, { items: 3, bytes: 10 })
  expect(batches([])).toEqual([])
  expect(batches([1, 2, 3, 4])).toEqual([[1, 2, 3], [4]])
  expect(batches([6, 4, 1])).toEqual([[6, 4], [1]])
  expect(batches([6, 5])).toEqual([[6], [5]])
  expect(batches([11, 1, 11])).toEqual([[11], [1], [11]])
})

it('bytesOf: a value counts no fewer bytes than it has as UTF-8', () => {
  for (const text of ['', 'abc', 'ä', '\u1200', '\u{1F642}']) {
    expect(bytesOf(text)).toBeGreaterThanOrEqual(new TextEncoder().encode(text).length)
    expect(bytesOf(text)).toBeLessThanOrEqual(3 * text.length)
  }
  for (const number of [0, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]) expect(bytesOf(number)).toBe(20)
  expect(bytesOfRow(['abc', 7, null])).toBe(9 + 20 + 20)
  expect(bytesOfRow([])).toBe(0)
})

it('oneBatch: a list that is one parameter stays whole, and an empty one makes no batch', () => {
  expect(oneBatch(['a', 'b'])).toEqual([['a', 'b']])
  expect(oneBatch([])).toEqual([])
})
