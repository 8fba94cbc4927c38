const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const windows1252 = new TextDecoder('windows-1252')
const encoder = new TextEncoder()

/**
 * Decodes UTF-8; `null` for other bytes. A decoder that throws is not used: errors take long, and a file may have one
 * in each line.
 */
export function utf8Text(bytes: Uint8Array): string | null {
  const text = utf8.decode(bytes)
  if (!text.includes('\ufffd')) return text
  const again = encoder.encode(text)
  return again.length === bytes.length && again.every((byte, index) => byte === bytes[index]) ? text : null
}

/** Decodes bytes that are UTF-8, and others by an encoding that has a text for all bytes. */
export function lenientText(bytes: Uint8Array, other: InstanceType<typeof TextDecoder> = windows1252): string {
  // As of a stream: else Node 20 makes control characters of the bytes 80 to 9f.
  return utf8Text(bytes) ?? other.decode(bytes, { stream: true })
}
