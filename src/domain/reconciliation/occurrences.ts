import { DigestIndex } from './digest-index.js'

/** A counter of how often each digest occurs, exactly: some 30 to 60 bytes for each different digest. */
export class Occurrences {
  private readonly digests = new DigestIndex()
  private readonly counts: number[] = []

  /** The number of different digests. */
  get size(): number {
    return this.digests.size
  }

  count(digest: Uint8Array): number {
    const index = this.digests.find(digest)
    return index < 0 ? 0 : this.counts[index]!
  }

  /** Counts `times` more occurrences of a digest; returns how often it occurred before. */
  add(digest: Uint8Array, times = 1): number {
    const index = this.digests.add(digest)
    const before = this.counts[index] ?? 0
    this.counts[index] = before + times
    return before
  }
}
