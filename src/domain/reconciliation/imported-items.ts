import type { LineWarningCode, ReconciliationItem, SummaryItem } from './items.js'
import type { StatementImport } from './statement-import.js'

/** So many rows that are no lines are kept with their reasons; the others are counted. */
const mostRejected = 1000

/** What an import keeps of its run, item by item. */
export class ImportedItems {
  /** How many lines each value date has. */
  readonly linesOfDay = new Map<string, number>()
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
      this.linesOfDay.set(line.valueDate, (this.linesOfDay.get(line.valueDate) ?? 0) + 1)
      return
    }
    this.rejectedCount++
    if (this.rejected.length < mostRejected) this.rejected.push({ row, reason: reason ?? '' })
  }

  /** As the import shows it. */
  shown(): Pick<StatementImport, 'lines' | 'payments' | 'rejected' | 'rejectedCount' | 'from' | 'to'> {
    const days = [...this.linesOfDay.keys()].sort()
    const { rejected, rejectedCount, summary } = this
    return { ...summary, rejected, rejectedCount, from: days[0] ?? null, to: days.at(-1) ?? null }
  }
}
