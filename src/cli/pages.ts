import { pageLimit } from '../domain/limits.js'
import type { Page } from '../domain/report.js'

/** Returns all pages of a list, one after the other, or the first `max` items of them. */
export async function* pagesOf<Item>(
  read: (page: { cursor?: string; limit: number }) => Promise<Page<Item>>,
  max = Infinity,
): AsyncGenerator<readonly Item[]> {
  let cursor: string | null | undefined
  for (let left = max; left > 0 && cursor !== null;) {
    const limit = Math.min(pageLimit.max, left)
    const { items, nextCursor } = await read({ limit, ...(cursor !== undefined && { cursor }) })
    cursor = nextCursor
    left -= items.length
    if (items.length > 0) yield items
  }
}

/** Returns all items of a list that is short, such as that of what is open now. */
export async function itemsOf<Item>(read: Parameters<typeof pagesOf<Item>>[0]): Promise<readonly Item[]> {
  const items: Item[] = []
  for await (const page of pagesOf(read)) items.push(...page)
  return items
}
