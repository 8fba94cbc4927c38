import { idBytes, isPaymentId } from '../../domain/id.js'
import { DigestIndex } from '../../domain/reconciliation/digest-index.js'
import { sha256 } from '../../internal/sha256.js'

/**
 * A number for each of many texts, in a fourth of the memory that a Map of the texts takes. A text that was asked for last
 * is not digested again: a change asks for the same one several times.
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

/** An id is as short as its digest, and need not be digested. */
function digestOf(text: string): Uint8Array {
  return isPaymentId(text) ? idBytes(text) : sha256(text)
}
