import { hmacSha256 } from '../internal/crypto.js'
import { base64, bytesOf, joinBytes } from '../internal/encoding.js'

/** `v1,` and the base64 of the HMAC over id, timestamp and body, by each of the keys (Standard Webhooks, symmetric). */
export function signaturesOf(
  keys: readonly Uint8Array[],
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): string[] {
  const content = joinBytes(bytesOf(`${id}.${timestamp}.`), bytesOf(body))
  return keys.map((key) => `v1,${base64(hmacSha256(key, content))}`)
}
