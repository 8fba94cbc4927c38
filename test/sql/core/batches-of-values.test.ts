import fc from 'fast-check'
import { expect, it } from 'vitest'
import { batchesOfSizes } from '../../../src/sql/core/batches-of-values.js'

const sizes = [8, 4, 2, 1]

it('cuts a list into batches of the given sizes, none of more bytes than allowed unless an item alone has more', () => {
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

it('makes no more batches than the sizes need', () => {
  const lengths = (count: number) =>
    batchesOfSizes(Array<number>(count).fill(1), (item) => item, { sizes, bytes: 1000 }).map(({ length }) => length)
  expect(lengths(0)).toEqual([])
  expect(lengths(1)).toEqual([1])
  expect(lengths(7)).toEqual([4, 2, 1])
  expect(lengths(21)).toEqual([8, 8, 4, 1])
})
