const chunkBytes = 1 << 20
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
/** Byte between two texts: JSON escapes it within texts. */
const end = 0

/** JSON texts, numbered as they are added; as bytes they take half of the memory, and a garbage collector does not count them. */
export class JsonLog {
  private readonly chunks: Uint8Array[] = []
  /** Offset of the text of each number, counted over all chunks; a text never spans two. */
  private readonly starts: number[] = []
  private usedBytes = chunkBytes

  get size(): number {
    return this.starts.length
  }

  add(value: unknown): void {
    const text = JSON.stringify(value)
    // A UTF-16 unit is at most three bytes.
    const max = text.length * 3 + 1
    if (this.usedBytes + max > chunkBytes) {
      this.chunks.push(new Uint8Array(Math.max(chunkBytes, max)))
      this.usedBytes = 0
    }
    const chunk = this.chunks.at(-1)!
    const { written } = encoder.encodeInto(text, chunk.subarray(this.usedBytes))
    this.starts.push((this.chunks.length - 1) * chunkBytes + this.usedBytes)
    this.usedBytes += written
    chunk[this.usedBytes++] = end
  }

  get(number: number): unknown {
    const start = this.starts[number]!
    const chunk = this.chunks[Math.floor(start / chunkBytes)]!
    const offset = start % chunkBytes
    return JSON.parse(decoder.decode(chunk.subarray(offset, chunk.indexOf(end, offset))))
  }
}
