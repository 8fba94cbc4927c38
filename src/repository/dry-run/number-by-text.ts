import { idBytes, isPaymentId } from '../../domain/id.js'
import { DigestIndex } from '../../domain/reconciliation/digest-index.js'
import { sha256 } from '../../internal/sha256.js'

/**
 * Numbers of many texts, in a fourth of the memory of a Map. The last text is not digested again: a change looks the same one
 * up several times.
 */
export class NumberByText {
  private readonly texts = new DigestIndex()
  private readonly numbers: number[] = []
  private last: { text: string; digest: Uint8Array; number: number | undefined } | null = null

  get(text: string): number | undefined {
    return this.texts.size === 0 ? undefined : this.entry(text).number
  }

  set(text: string, number: number): void {
    const entry = this.entry(text)
    this.numbers[this.texts.add(entry.digest)] = number
    entry.number = number
  }

  private entry(text: string) {
    if (this.last?.text === text) return this.last
    const digest = digestOf(text)
    this.last = { text, digest, number: this.numbers[this.texts.find(digest)] }
    return this.last
  }
}

/** Returns a text's digest. An id is as short as its digest, and need not be digested. */
function digestOf(text: string): Uint8Array {
  return isPaymentId(text) ? idBytes(text) : sha256(text)
}
