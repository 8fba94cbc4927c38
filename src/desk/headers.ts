import type { Reply } from '../http/reply.js'

/** The policy of the pages: only what this desk serves itself; the last directives only forbid more. */
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
 * The headers of every answer. The referrer policy is no stricter than this: under `no-referrer` browsers send `Origin: null`
 * with a form, and the desk could not distinguish its own forms from others.
 */
const always = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Adds the headers that every answer has; an answer to HEAD loses the body that GET would get. */
export async function guardReply({ status, headers, body }: Reply, requestId: string, isHead: boolean): Promise<Reply> {
  if (isHead && body instanceof ReadableStream) await body.cancel()
  return { status, headers: { ...always, 'x-request-id': requestId, ...headers }, body: isHead ? null : body }
}
