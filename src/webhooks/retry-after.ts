const secondsShape = /^\d{1,15}$/
/** The date formats of HTTP (RFC 9110, section 5.6.7); the two obsolete ones must be read as well. */
const dateShape =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? (?:\d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4}|[A-Z][a-z]{2} [ \d]\d) /

/**
 * Returns the milliseconds that a `Retry-After` (RFC 9110, section 10.2.3) asks to wait, or `null` where it asks for none or
 * cannot be read.
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  if (secondsShape.test(text)) return Number(text) * 1_000
  if (!dateShape.test(text)) return null
  // The third form names no zone; all three mean UTC.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return at > now ? at - now : null
}
