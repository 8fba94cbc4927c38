import { invalidRequest } from '../../domain/issue.js'
import { shapes } from '../../domain/limits.js'
import type { HeaderReader } from './incoming.js'

/** A whole String of RFC 9651; its escapes are `\"` and `\\`. */
const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

const name = 'Idempotency-Key'
/** The name of the header in lower case, by which headers are read. */
const header = 'idempotency-key'

/**
 * Refuses the header where each payment has a key of its own: its sender may count on it, and would create all of them again.
 *
 * @throws PaymentError `invalid_request`
 */
export function refuseIdempotencyKey(headers: HeaderReader): void {
  if (headers.get(header) === null) return
  throw invalidRequest([{ path: name, message: 'is for one payment only; give each payment an idempotencyKey' }])
}

/**
 * Reads the key, bare or as the String of RFC 9651 that the Idempotency-Key draft of the IETF asks for: `abc` and `"abc"` are
 * the same key.
 *
 * @throws PaymentError `invalid_request`
 */
export function idempotencyKeyOf(headers: HeaderReader): string | undefined {
  const value = headers.get(header)
  if (value === null) return undefined
  const key = value.startsWith('"') ? quoted.exec(value)?.[1]?.replace(/\\(.)/g, '$1') : value
  if (key !== undefined && shapes.idempotencyKey.test(key)) return key
  throw invalidRequest([
    { path: name, message: 'must be 1 to 255 visible ASCII characters, bare or as one quoted string' },
  ])
}
