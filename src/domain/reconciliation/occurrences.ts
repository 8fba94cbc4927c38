import { DigestIndex } from './digest-index.js'

/** Counts how often each digest occurs, exactly: some 30 to 60 bytes for each that differs. */
export class Occurrences {
  private readonly digests = new DigestIndex()
  private readonly counts: number[] = []

  /** How many digests differ. */
  get size(): number {
    return this.digests.size
  }

  count(digest: Uint8Array): number {
    const index = this.digests.find(digest)
    return index < 0 ? 0 : this.counts[index]!
  }

  /** How often `digest` occurred before; now it has occurred `times` more. */
  add(digest: Uint8Array, times = 1): number {
    const index = this.digests.add(digest)
    const before = this.counts[index] ?? 0
    this.counts[index] = before + times
    return before
  }
}
