import type { HeaderReader } from './incoming.js'

const usable = /^[A-Za-z0-9._-]{1,64}$/

/** The caller's own `X-Request-Id`, where it can be repeated in headers and logs as it is, or else a new one. */
export function requestIdOf(headers: HeaderReader): string {
  const given = headers.get('x-request-id')
  return given !== null && usable.test(given) ? given : crypto.randomUUID()
}
