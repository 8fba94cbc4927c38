/**
 * Makes a deterministic source of bytes for tests, for the option `random`. One seed always gives the same bytes, so a run that
 * failed can be repeated. Do not use it in production: its bytes can be predicted.
 *
 * @example
 * seededRandom(42)(4) // => Uint8Array.of(247, 224, 31, 57)
 */
export function seededRandom(seed: number): (bytes: number) => Uint8Array {
  if (!Number.isFinite(seed)) throw new TypeError('a seed is a finite number')
  const next = sfc32(seed)
  return (bytes) => {
    const stream = new Uint8Array(bytes)
    for (let i = 0; i < bytes; i++) stream[i] = next() >>> 24
    return stream
  }
}

/** Makes a small fast counting generator of 32-bit words (PractRand's sfc32). */
function sfc32(seed: number): () => number {
  const halves = new DataView(new ArrayBuffer(8))
  halves.setFloat64(0, seed)
  let a = halves.getInt32(0)
  let b = halves.getInt32(4)
  let c = 0x9e3779b9 | 0
  let counter = 1
  const next = () => {
    const word = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + word) | 0
    return word >>> 0
  }
  // Neighbouring seeds differ in few bits: the first words would still show it.
  for (let i = 0; i < 16; i++) next()
  return next
}
