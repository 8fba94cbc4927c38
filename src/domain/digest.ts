import { sha256 } from './sha256.js'

const encoder = new TextEncoder()

/** SHA-256 of text as UTF-8. */
export function digest(text: string): Uint8Array {
  return sha256(encoder.encode(text))
}

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function hex(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i++) text += hexPairs[bytes[i]!]!
  return text
}

/** Base64url without padding (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
