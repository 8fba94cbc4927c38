export { sha256 as digest } from './sha256.js'

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function hex(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i++) text += hexPairs[bytes[i]!]!
  return text
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** The two digits of every twelve bits. */
const pairs = Array.from({ length: 4096 }, (_, bits) => alphabet[bits >> 6]! + alphabet[bits & 63]!)

/** Base64url without padding (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  let text = ''
  const whole = bytes.length - (bytes.length % 3)
  for (let i = 0; i < whole; i += 3) {
    const bits = (bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!
    text += pairs[bits >> 12]! + pairs[bits & 4095]!
  }
  if (bytes.length - whole === 1) text += pairs[bytes[whole]! << 4]!
  if (bytes.length - whole === 2) {
    const bits = (bytes[whole]! << 10) | (bytes[whole + 1]! << 2)
    text += pairs[bits >> 6]! + alphabet[bits & 63]!
  }
  return text
}
