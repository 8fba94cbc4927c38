/** Begins `work` with each item in order, and never has more than `max` under way. */
export function forEachAtMost<Item>(
  max: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // Most often there is one, and it needs no list of promises.
  return items.length === 1 ? work(items[0]!) : sideBySide(max, items, work)
}

async function sideBySide<Item>(
  max: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0
  async function oneByOne(): Promise<void> {
    while (next < items.length) await work(items[next++]!)
  }
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, oneByOne))
}
