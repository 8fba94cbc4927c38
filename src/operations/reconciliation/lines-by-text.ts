import type { OriginalLine } from '../../domain/reconciliation/duplicates.js'

/** Stored lines by a text that several may have, such as a mark; each is kept once for a text, as it was added last. */
export class LinesByText {
  private readonly lines = new Map<string, Map<string, OriginalLine>>()

  get isEmpty(): boolean {
    return this.lines.size === 0
  }

  add(text: string, line: OriginalLine): void {
    const lines = this.lines.get(text)
    if (lines) lines.set(line.key, line)
    else this.lines.set(text, new Map([[line.key, line]]))
  }

  has(text: string): boolean {
    return this.lines.has(text)
  }

  of(text: string): OriginalLine[] {
    return [...(this.lines.get(text)?.values() ?? [])]
  }
}
