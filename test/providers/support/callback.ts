import type { CallbackContent, CallbackRequest, Provider } from '../../../src/domain/attempts/provider.js'

interface Callback {
  readonly method?: string
  readonly url?: string
  readonly headers?: Record<string, string>
  /** JSON, or the text or bytes as they are. */
  readonly body?: unknown
}

export function callback({
  method = 'POST',
  url = 'https://h.example/v1/callbacks/0a',
  headers = {},
  body = '',
}: Callback) {
  const bytes =
    body instanceof Uint8Array ? body : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
  return { method, url, headers: new Headers(headers), body: bytes } satisfies CallbackRequest
}

/** Returns what a provider makes of a callback. */
export async function received(provider: Provider, request: Callback): Promise<CallbackContent> {
  return (await provider.receive?.(callback(request))) ?? null
}
