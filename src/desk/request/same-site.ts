import type { Incoming } from '../../http/request/incoming.js'

/**
 * Whether a post comes from a page of this desk: by `Sec-Fetch-Site` where the browser sends it, else by `Origin`, because
 * browsers leave the former out on plain http.
 *
 * @param origin the desk's own, where the host says it; else scheme and host of the request
 */
export function isSameSite({ headers, origin: asked }: Incoming, origin: string | null): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const own = origin ?? asked
  return own !== null && headers.get('origin') === own
}
