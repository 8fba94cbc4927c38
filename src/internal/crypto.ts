import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesOf } from './encoding.js'

const empty = digest.create()
/** Reused: to make one takes as long as a short digest. */
const work = digest.create()

const shortBytes = new Uint8Array(256)

/** The bytes of a short text of ASCII until the next call: an encoder takes longer for it. */
function asciiOf(text: string): Uint8Array | null {
  if (text.length > shortBytes.length) return null
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return null
    shortBytes[at] = code
  }
  return shortBytes.subarray(0, text.length)
}

/**
 * SHA-256 (FIPS 180-4) of text as UTF-8, or of bytes. Synchronous: Web Crypto hands the few hundred bytes of a request to
 * another thread, which takes longer than the digest.
 */
export function sha256(content: string | Uint8Array): Uint8Array {
  const bytes = (typeof content === 'string' && asciiOf(content)) || bytesOf(content)
  return empty._cloneInto(work).update(bytes).digest()
}

/** HMAC-SHA-256 (RFC 2104), 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(digest, key, message)
}

/** Whether two secrets are equal; takes as long wherever they differ, so that no attacker can find one byte by byte. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i]!
  return difference === 0
}
