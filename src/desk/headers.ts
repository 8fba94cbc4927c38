import type { Reply } from '../http/reply.js'

/** Nothing but what this desk serves itself; the last ones only forbid more. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
].join('; ')

/**
 * What every answer has. The referrer policy is no stricter than this: under `no-referrer` browsers send `Origin: null` with
 * a form, and the desk could not distinguish its own forms from others.
 */
const always = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** The answer with the headers of all; to HEAD without the body that GET would get. */
export async function guarded({ status, headers, body }: Reply, requestId: string, isHead: boolean): Promise<Reply> {
  if (isHead && body instanceof ReadableStream) await body.cancel()
  return { status, headers: { ...always, 'x-request-id': requestId, ...headers }, body: isHead ? null : body }
}
