const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let remainder = index
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1
  return remainder >>> 0
})

/** Computes the CRC-32 of the bytes behind those of which `before` is the CRC-32. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before
  for (const byte of bytes) crc = table[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}
