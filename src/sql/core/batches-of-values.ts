/** How a list of values, or of rows, is cut into batches that each fit into one statement. */
import type { SqlValue } from './database.js'

/** For databases on which a whole list is one parameter. */
export function oneBatch(values: readonly string[]): readonly (readonly string[])[] {
  return values.length > 0 ? [values] : []
}

/** A UTF-16 unit as UTF-8. */
const maxBytesOfUnit = 3
/** More than a number needs, in whatever form it is sent. */
const bytesOfNumber = 20

export function bytesOf(value: SqlValue): number {
  return typeof value === 'string' ? value.length * maxBytesOfUnit : bytesOfNumber
}

export function bytesOfRow(row: readonly SqlValue[]): number {
  return row.reduce<number>((sum, value) => sum + bytesOf(value), 0)
}

/** Batches of at most so many items, and of at most so many bytes unless an item alone may have more. */
export function batchesOf<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  max: { items: number; bytes: number },
): Item[][] {
  const batches: Item[][] = []
  let batch: Item[] = []
  let bytes = 0
  for (const item of items) {
    const size = sizeOf(item)
    if (batch.length === max.items || (batch.length > 0 && bytes + size > max.bytes)) {
      batches.push(batch)
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += size
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}

/** Batches of the given numbers of items alone, the largest first and 1 the last, each as large as can be. */
export function batchesOfSizes<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  { sizes, bytes }: { sizes: readonly number[]; bytes: number },
): Item[][] {
  const batches: Item[][] = []
  for (const batch of batchesOf(items, sizeOf, { items: sizes[0]!, bytes })) {
    for (let at = 0; at < batch.length;) {
      const size = sizes.find((size) => size <= batch.length - at)!
      batches.push(batch.slice(at, at + size))
      at += size
    }
  }
  return batches
}
