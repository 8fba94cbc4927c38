import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesOf } from './encoding.js'

/**
 * SHA-256 (FIPS 180-4) of text as UTF-8, or of bytes. Synchronous: Web Crypto hands the few hundred bytes of a request to
 * another thread, which takes longer than the digest.
 */
export function sha256(content: string | Uint8Array): Uint8Array {
  return digest(bytesOf(content))
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
