/**
 * Sorts items by their keys, so that two groups that share rows lock them in one order, and neither waits for the other
 * while it holds one.
 */
export function inOneOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  if (items.length < 2) return items
  const keyed = items.map((item) => ({ item, key: keyOf(item) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ item }) => item)
}
