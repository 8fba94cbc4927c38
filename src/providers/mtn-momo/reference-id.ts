import { hex } from '../../internal/encoding.js'
import { sha256 } from '../../internal/sha256.js'

/**
 * Makes the `X-Reference-Id` of an attempt: a UUID of version 4 that is made of the SHA-256 of its id, so it is always the
 * same.
 */
export function referenceIdOf(attemptId: string): string {
  const bytes = sha256(attemptId).slice(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
