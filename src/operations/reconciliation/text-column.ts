const chunkBytes = 1 << 20
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Texts in the order in which they were added, as UTF-8: a third of what as many strings take. */
export class TextColumn {
  private readonly chunks: Uint8Array[] = []
  /** Where the text of each number ends, counted over all chunks; it never spans two. */
  private readonly starts: number[] = []
  private readonly lengths: number[] = []
  private used = chunkBytes

  add(text: string): void {
    // A UTF-16 unit is at most three bytes.
    const most = text.length * 3
    if (this.used + most >= chunkBytes) {
      this.chunks.push(new Uint8Array(Math.max(chunkBytes, most)))
      this.used = 0
    }
    const { written } = encoder.encodeInto(text, this.chunks.at(-1)!.subarray(this.used))
    this.starts.push((this.chunks.length - 1) * chunkBytes + this.used)
    this.lengths.push(written)
    this.used += written
  }

  get(number: number): string {
    const start = this.starts[number]!
    const chunk = this.chunks[Math.floor(start / chunkBytes)]!
    const offset = start % chunkBytes
    return decoder.decode(chunk.subarray(offset, offset + this.lengths[number]!))
  }
}
