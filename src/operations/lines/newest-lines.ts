import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { newerRow } from '../newer-row.js'
import type { Conflict } from '../payments/store-changes.js'
import { findLines } from './find-lines.js'

/** The lines of a call: as they are read, or newer where conflicts showed them. */
export class NewestLines {
  private readonly shownLines = new Map<string, AccountLine>()

  constructor(private readonly finance: Pick<FinanceRepository, 'findLines'>) {}

  /** Takes note of the line that a conflict shows. */
  learn({ key, line }: Extract<Conflict, { outcome: 'line_stale' }>): void {
    if (line) this.shownLines.set(key, line)
  }

  /** Returns lines that were read as they are now, as far as conflicts showed them. */
  over = (lines: Iterable<AccountLine>): AccountLine[] =>
    Array.from(lines, (line) => newerRow(line, this.shownLines.get(line.key)))

  /** Reads those of these lines that are stored. */
  all = async (keys: readonly string[]): Promise<ReadonlyMap<string, AccountLine>> => {
    const lines = await findLines(this.finance, keys)
    return new Map(this.over(lines.values()).map((line) => [line.key, line]))
  }

  /** Reads a line; `null` where it is not stored. */
  async one(key: string): Promise<AccountLine | null> {
    return (await this.all([key])).get(key) ?? null
  }
}
