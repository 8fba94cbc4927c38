import { joined } from '../domain/bytes.js'
import { hmacSha256 } from '../domain/hmac.js'

const encoder = new TextEncoder()

/** Text as UTF-8; bytes as they are. */
export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? encoder.encode(content) : content
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** `v1,` and the base64 of the HMAC over id, timestamp and body, by each of the keys (Standard Webhooks, symmetric). */
export function signaturesOf(
  keys: readonly Uint8Array[],
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): string[] {
  const content = joined(encoder.encode(`${id}.${timestamp}.`), bytesOf(body))
  return keys.map((key) => `v1,${base64(hmacSha256(key, content))}`)
}
