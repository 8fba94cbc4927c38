import type { HeaderReader, Incoming } from './incoming.js'

/**
 * Checks that a request comes from a page of the same origin: by `Sec-Fetch-Site` where the browser sends it, else by
 * `Origin`, because browsers leave the former out on plain http.
 *
 * @param origin the origin that browsers show, where the host names it; else scheme and host of the request
 */
export function isSameSite({ headers, origin: requestOrigin }: Incoming, origin: string | null): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const expected = origin ?? requestOrigin
  return expected !== null && headers.get('origin') === expected
}

/** Credentials that a page of another site cannot make a browser send without the consent of this server (CORS). */
const bearer = /^bearer +\S/i

/**
 * Checks for credentials that a browser adds by itself to a request of any page: a cookie, or those of an authentication such
 * as Basic.
 */
function hasBrowserCredentials(headers: HeaderReader): boolean {
  const authorization = headers.get('authorization')
  if (authorization !== null && bearer.test(authorization)) return false
  return headers.get('cookie') !== null || authorization !== null
}

/** Checks that a page of another site may have sent the request, with the session of the person who looks at that page. */
export function mayBeForged(incoming: Incoming, origin: string | null): boolean {
  return hasBrowserCredentials(incoming.headers) && !isSameSite(incoming, origin)
}

/** Reads the option `origin` as browsers write it. Returns `null` where it is left out, `undefined` where it is no origin. */
export function readOrigin(text: unknown): string | null | undefined {
  if (text === undefined) return null
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined
  const { protocol, origin } = new URL(text)
  return /^https?:$/.test(protocol) ? origin : undefined
}
