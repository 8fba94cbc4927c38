/** The cutting of a list of values, or of rows, into batches that each fit into one statement. */
import type { SqlValue } from './database.js'

/** Returns a list as one batch, for databases on which a whole list is one parameter; no batch for an empty list. */
export function oneBatch(values: readonly string[]): readonly (readonly string[])[] {
  return values.length > 0 ? [values] : []
}

/** The most bytes that a UTF-16 unit has as UTF-8. */
const maxBytesOfUnit = 3
/** More bytes than a number needs, in whatever form it is sent. */
const bytesOfNumber = 20

export function bytesOf(value: SqlValue): number {
  return typeof value === 'string' ? value.length * maxBytesOfUnit : bytesOfNumber
}

export function bytesOfRow(row: readonly SqlValue[]): number {
  return row.reduce<number>((sum, value) => sum + bytesOf(value), 0)
}

/**
 * Cuts items into batches of at most `max.items` items and at most `max.bytes` bytes; a single item that is larger is a
 * batch of its own.
 */
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

/**
 * Cuts items into batches of only the numbers of items in `sizes`, which are sorted from the largest to 1; each batch
 * is as large as possible.
 */
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
