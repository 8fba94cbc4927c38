import type { LineWarningCode, ReconciliationItem, SummaryItem } from './items.js'
import type { ImportedFile, StatementImport } from './statement-import.js'

/** So many rows that are no lines are kept with their reasons; the others are counted. */
const maxRejected = 1000

/** What an import keeps of its run, item by item. */
export class ImportedItems {
  /** How many lines each value date has. */
  readonly linesOfDay = new Map<string, number>()
  /** Of its lines. */
  readonly currencies = new Set<string>()
  /** Lines and rejected rows so far. */
  rows = 0
  /** What the run noticed of its lines. */
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

  /** What the warnings of the file go by, as far as its lines say it. */
  ofFile(): Pick<ImportedFile, 'currencies' | 'hasRejected' | 'linesOfDay' | 'noticed'> {
    const { currencies, linesOfDay, noticed } = this
    return { currencies, hasRejected: this.rejectedCount > 0, linesOfDay, noticed }
  }

  /** As the import shows it. */
  shown(): Pick<StatementImport, 'lines' | 'payments' | 'rejected' | 'rejectedCount' | 'from' | 'to'> {
    const days = [...this.linesOfDay.keys()].sort()
    const { rejected, rejectedCount, summary } = this
    return { ...summary, rejected, rejectedCount, from: days[0] ?? null, to: days.at(-1) ?? null }
  }
}
