import type { AccountLine } from '../../domain/reconciliation/account-line.js'

/** Stored lines by a text that several may have, such as a mark; each is kept once for a text, as it was added last. */
export class LinesByText {
  private readonly lines = new Map<string, Map<string, AccountLine>>()

  add(text: string, line: AccountLine): void {
    const lines = this.lines.get(text)
    if (lines) lines.set(line.key, line)
    else this.lines.set(text, new Map([[line.key, line]]))
  }

  has(text: string): boolean {
    return this.lines.has(text)
  }

  of(text: string): AccountLine[] {
    return [...(this.lines.get(text)?.values() ?? [])]
  }
}
