import type { OriginalLine } from '../../domain/reconciliation/duplicates.js'
import { type MarkKind, moneyText, type SoughtMark } from '../../domain/reconciliation/line-key.js'
import type { RunFinance } from '../../repository/run-port.js'
import { LinesByText } from './lines-by-text.js'
import { findMarkedLines } from './look-up.js'

/** Stored lines that were looked up by marks of one kind. */
export class MarkedLines {
  /** The lines by mark. */
  private readonly lines = new LinesByText()

  constructor(private readonly kind: MarkKind) {}

  get isEmpty(): boolean {
    return this.lines.isEmpty
  }

  /** Looks lines up. No later line can follow a name that no line has, so that most names are looked up once. */
  async read(finance: RunFinance, sought: readonly SoughtMark[]): Promise<void> {
    const read = async (marks: readonly string[]) => {
      for (const { mark, line } of await findMarkedLines(finance, this.kind, marks)) this.put(mark, line)
    }
    await read(sought.map(({ name, whole }) => name ?? whole))
    await read(sought.flatMap(({ name, whole }) => (name !== null && this.lines.has(name) ? [whole] : [])))
  }

  /** Adds a line as it is stored, with the mark that it was stored with. */
  put(mark: string, line: OriginalLine): void {
    this.lines.add(mark, line)
  }

  /** Returns the first line of each account that has the name. */
  first({ name }: SoughtMark): OriginalLine[] {
    return name === null ? [] : this.lines.of(name)
  }

  /** Returns the first line of each account that has the name, and every later one with the money of the mark. */
  named(mark: SoughtMark): OriginalLine[] {
    return [...this.first(mark), ...this.lines.of(mark.whole)]
  }

  /** Returns every line with the mark and its money. */
  all(mark: SoughtMark): OriginalLine[] {
    return this.named(mark).filter((line) => mark.name === null || mark.name + moneyText(line) === mark.whole)
  }

  /** Returns the mark with which a new line of an account is stored. */
  toStore(mark: SoughtMark, account: string): string {
    const { name, whole } = mark
    return name === null || this.first(mark).some((line) => line.account === account) ? whole : name
  }
}
