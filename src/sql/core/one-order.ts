import { groupedBy } from '../../internal/grouped-by.js'

/**
 * Sorts items by their keys, so that two groups that share rows lock them in one order, and neither waits for the other
 * while it holds one.
 */
export function inOneOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  if (items.length < 2) return items
  const keyed = items.map((item) => ({ item, key: keyOf(item) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ item }) => item)
}

/** Sorts rows in the order of the requested keys. */
export function inOrderOf<Row>(keys: readonly string[], rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const byKey = groupedBy(rows, keyOf)
  return [...new Set(keys)].flatMap((key) => byKey.get(key) ?? [])
}
