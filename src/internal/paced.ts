import { pacer, recordsAtOnce } from './event-loop.js'

/**
 * Gives each item to `read`, which returns a batch where the item ends one, and yields the batches. The event loop of the host
 * has its turns between the items.
 */
export async function* paced<Item, Batch>(
  items: AsyncIterable<Item> | Iterable<Item>,
  read: (item: Item) => Batch | null,
): AsyncGenerator<Batch> {
  const pace = pacer(recordsAtOnce)
  if (Symbol.asyncIterator in items) {
    for await (const item of items) {
      const batch = read(item)
      if (batch) yield batch
      const turn = pace(1)
      if (turn) await turn
    }
    return
  }
  // Apart, because `for await` over what is there already waits for each item as if it were not.
  for (const item of items) {
    const batch = read(item)
    if (batch) yield batch
    const turn = pace(1)
    if (turn) await turn
  }
}
