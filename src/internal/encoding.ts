import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

const encoder = new TextEncoder()

/** Encodes text as UTF-8; bytes are returned as they are. */
export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? encoder.encode(content) : content
}

/** Joins several pieces into one; a single one is not copied. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Writes bytes as hexadecimal text, two lower-case digits a byte. */
export function hex(bytes: Uint8Array): string {
  return bytesToHex(bytes)
}

/**
 * Reads the bytes of hexadecimal text, of either case.
 *
 * @throws Error for any other text
 */
export function hexBytes(text: string): Uint8Array {
  return hexToBytes(text)
}

/** Bytes that are written at a time: a multiple of 3, so that no part but the last has padding. */
const base64Part = 6144

/** Writes bytes as base64 with padding (RFC 4648, section 4). */
export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += base64Part)
    // A spread argument takes five times as long.
    text += btoa(String.fromCharCode.apply(null, bytes.subarray(at, at + base64Part) as unknown as number[]))
  return text
}

/**
 * Reads the bytes of base64, padded or not.
 *
 * @throws DOMException for any other text
 */
export function base64Bytes(text: string): Uint8Array {
  const characters = atob(text)
  const bytes = new Uint8Array(characters.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at)
  return bytes
}

/** Writes bytes as base64url without padding (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
