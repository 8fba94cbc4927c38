/** Returns a sorted copy, by UTF-16 units as `<` compares: the same order on every machine. */
export function sortedByText<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  return items.toSorted((a, b) => {
    const [left, right] = [textOf(a), textOf(b)]
    return left < right ? -1 : left > right ? 1 : 0
  })
}
