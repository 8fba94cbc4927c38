import type { LineWarningCode, ReconciliationItem, SummaryItem } from './items.js'
import type { ImportedFile, StatementImport } from './statement-import.js'

/** The number of rows that are no lines and are kept with their reasons; later ones are counted only. */
const maxRejected = 1000

/** The results of a run that its import stores, collected item by item. */
export class ImportedItems {
  /** The number of lines of each value date. */
  readonly linesOfDay = new Map<string, number>()
  /** The currencies of the lines. */
  readonly currencies = new Set<string>()
  /** The number of lines and rejected rows so far. */
  rows = 0
  /** The warnings of the run about its lines. */
  noticed: readonly LineWarningCode[] = []
  private readonly rejected: { row: number; reason: string }[] = []
  private rejectedCount = 0
  private summary: Pick<SummaryItem, 'lines' | 'payments'> = { lines: [], payments: [] }

  add(item: ReconciliationItem): void {
    if (item.kind === 'summary') {
      this.summary = { lines: item.lines, payments: item.payments }
      this.noticed = item.warnings ?? []
    }
    if (item.kind !== 'line') return
    const { row, line, reason } = item
    this.rows++
    if (line) {
      this.currencies.add(line.currency)
      this.linesOfDay.set(line.valueDate, (this.linesOfDay.get(line.valueDate) ?? 0) + 1)
      return
    }
    this.rejectedCount++
    if (this.rejected.length < maxRejected) this.rejected.push({ row, reason: reason ?? '' })
  }

  /** Returns the facts of the lines that the warnings of the file depend on. */
  ofFile(): Pick<ImportedFile, 'currencies' | 'hasRejected' | 'linesOfDay' | 'noticed'> {
    const { currencies, linesOfDay, noticed } = this
    return { currencies, hasRejected: this.rejectedCount > 0, linesOfDay, noticed }
  }

  /** Returns the fields of the import that come from its items. */
  importFields(): Pick<StatementImport, 'lines' | 'payments' | 'rejected' | 'rejectedCount' | 'from' | 'to'> {
    const days = [...this.linesOfDay.keys()].sort()
    const { rejected, rejectedCount, summary } = this
    return { ...summary, rejected, rejectedCount, from: days[0] ?? null, to: days.at(-1) ?? null }
  }
}
