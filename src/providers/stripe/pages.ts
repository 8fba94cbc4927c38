/** Lists of Stripe, which come in pages: each begins after the last object of the one before. */
import type { Result } from '../http.js'
import { fieldOf, textOf } from '../json.js'
import { answerOfList, providerUnavailable } from '../judgement.js'

/** Sends a question for one page. */
export type Get = (path: string, query: Record<string, string>, signal: AbortSignal) => Promise<Result>

interface Page {
  readonly result: Result
  /** The objects of the page; `null` where it could not be read, and then no page follows. */
  readonly items: readonly unknown[] | null
}

/** Yields the pages of a list. */
export async function* pagesOf(
  get: Get,
  path: string,
  query: Record<string, string>,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  let last: string | null = null
  do {
    const result = await get(path, { ...query, limit: '100', ...(last !== null && { starting_after: last }) }, signal)
    const body = result.is === 'answered' && result.status === 200 ? result.body : null
    const items = fieldOf(body, 'data')
    const hasMore = fieldOf(body, 'has_more')
    last = hasMore === true && Array.isArray(items) ? textOf(items.at(-1), 'id') : null
    // A page that does not say where the next one begins must not look like the last.
    const isWhole = Array.isArray(items) && (hasMore === false || last !== null)
    if (!isWhole) return yield { result, items: null }
    yield { result, items }
  } while (last !== null)
}

/**
 * Yields the objects of a list.
 *
 * @throws PaymentError `provider_unavailable`, for a page that cannot be had
 */
export async function* itemsOf(
  get: Get,
  path: string,
  query: Record<string, string>,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  for await (const { result, items } of pagesOf(get, path, query, signal)) {
    answerOfList(result)
    if (items === null) throw providerUnavailable()
    yield* items
  }
}
