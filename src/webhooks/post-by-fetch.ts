import { failure } from './deadline.js'
import type { Answer, WebhookRequest } from './request.js'

type Fetch = typeof globalThis.fetch
type FetchAnswer = Awaited<ReturnType<Fetch>>

/** Wraps an error of the host's fetch. The code of Node's own `fetch` errors is in `cause`. */
function fetchFailure(error: unknown): Error {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } }
  const errorCode = [code, cause?.code].find((candidate) => typeof candidate === 'string')
  return Object.assign(failure(errorCode ?? 'fetch_failed', 'The option fetch failed.'), { cause: error })
}

/** Cancels the body, which no caller reads: an unread body would hold its connection. */
async function discard({ body }: FetchAnswer): Promise<void> {
  await body?.cancel?.()
}

/** Posts by a function of the host's. Once that function has answered, an error of the body is no failure. */
export async function postByFetch(
  { url, headers, body }: WebhookRequest,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Answer> {
  const init = { method: 'POST', headers, body, redirect: 'manual', signal } as const
  const answer = await (async () => fetch(url.href, init))().catch((error: unknown) => {
    throw fetchFailure(error)
  })
  void discard(answer).catch(() => undefined)
  return { status: answer.status, retryAfter: answer.headers?.get?.('retry-after') ?? null }
}
