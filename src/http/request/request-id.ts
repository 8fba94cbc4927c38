import type { HeaderReader } from './incoming.js'

const usable = /^[A-Za-z0-9._-]{1,64}$/

/** Returns the caller's own `X-Request-Id`, where it can be repeated in headers and logs as it is, or else a new id. */
export function requestIdOf(headers: HeaderReader): string {
  const value = headers.get('x-request-id')
  return value !== null && usable.test(value) ? value : crypto.randomUUID()
}
