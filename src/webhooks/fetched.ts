import { failure } from './deadline.js'
import type { Answer, WebhookRequest } from './request.js'

type Fetch = typeof globalThis.fetch
type FetchAnswer = Awaited<ReturnType<Fetch>>

/** What Node's own `fetch` throws has its code one level further in. */
function fetchFailure(error: unknown): Error {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } }
  const known = [code, cause?.code].find((candidate) => typeof candidate === 'string')
  return Object.assign(failure(known ?? 'fetch_failed', 'The given fetch failed.'), { cause: error })
}

/** Nothing of the body is wanted, and one that is left lying holds its connection. */
async function discard({ body }: FetchAnswer): Promise<void> {
  await body?.cancel?.()
}

/** The same POST by a function of the host's. Once it has answered, nothing makes a failure of it. */
export async function fetched(
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
