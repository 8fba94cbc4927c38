import { isReportDay } from '../../domain/calendar.js'
import { ImportedItems } from '../../domain/reconciliation/imported-items.js'
import type { LeftOut, StatementBalances } from '../../domain/reconciliation/statement-balances.js'
import {
  type ImportedFile,
  importWarnings,
  type StatementImport,
} from '../../domain/reconciliation/statement-import.js'
import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import { callSafely } from '../../internal/callbacks.js'
import type { Writable } from '../../internal/writable.js'
import type { StoredImport } from '../../repository/aggregates/imports.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { type ImportOptions, importOptions } from '../input/import-calls.js'
import { parse } from '../input/parse.js'
import { reconciliationOf, runFields } from '../input/reconcile-options.js'
import { checkIterable, readUntilAborted } from '../reconciliation/batches.js'
import { fileNumberOf, formatOf, layoutOf, LayoutsOfFile } from '../../domain/reconciliation/layout.js'
import { run } from '../reconciliation/reconcile.js'
import { financeOf } from '../storage.js'
import { neighbourImports, saveImport } from './stored-imports.js'

const graceDays = runFields.graceDays.parse(undefined)

const linesOfProgress = 1000

/** The facts that a reader of `hospital-payments/statements` has besides its records; arrays have none of them. */
interface Reader {
  summary?: unknown
  accounts?: unknown
}

type FileFacts = Pick<StatementImport, 'statements' | 'skipped' | 'leftOut'>

function factsOf(records: unknown): FileFacts {
  const { summary } = records as Reader
  if (typeof summary !== 'function') return { statements: [], skipped: 0, leftOut: [] }
  const { statements, skipped, leftOut } = (summary as () => Partial<Record<keyof FileFacts, unknown>>).call(records)
  return {
    statements: Array.isArray(statements) ? (statements as StatementBalances[]) : [],
    skipped: typeof skipped === 'number' ? skipped : 0,
    leftOut: Array.isArray(leftOut) ? (leftOut as LeftOut[]) : [],
  }
}

function accountsOf(records: unknown): number {
  const { accounts } = records as Reader
  return typeof accounts === 'number' ? accounts : 0
}

/** The number of lines that were stored of each day of the file before this import wrote any of that day. */
class DaysBefore {
  readonly counts = new Map<string, number>()

  constructor(
    private readonly finance: FinanceRepository,
    private readonly account: string,
  ) {}

  /**
   * Yields the records as they are. They are read in batches, each before any of it is written: a new day is counted in time.
   */
  async *watch(records: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<StatementRecord> {
    for await (const record of records) {
      const day = (record as { valueDate?: unknown } | null)?.valueDate
      if (typeof day === 'string' && !this.counts.has(day) && isReportDay(day)) await this.count(day)
      yield record as StatementRecord
    }
  }

  private async count(day: string): Promise<void> {
    const [total] = await this.finance.countLines({ account: this.account, from: day, to: day })
    this.counts.set(day, total?.count ?? 0)
  }
}

export async function importStatement(
  context: Context,
  records: AsyncIterable<StatementRecord> | Iterable<StatementRecord>,
  options: ImportOptions,
): Promise<StatementImport> {
  const finance = financeOf(context)
  checkIterable(records)
  const { fileName = null, onProgress, ...read } = parse(importOptions, options, 1)
  const entry: Writable<StoredImport> = {
    id: context.ids.import(),
    account: read.account,
    actor: read.actor ?? null,
    fileName,
    format: formatOf(records),
    layout: layoutOf(records),
    createdAt: context.now(),
    completedAt: null,
    lines: [],
    payments: [],
    skipped: 0,
    leftOut: [],
    rejected: [],
    rejectedCount: 0,
    from: null,
    to: null,
    statements: [],
    warnings: [],
  }
  const settings = reconciliationOf(
    context,
    { ...read, graceDays },
    {
      apply: true,
      importId: entry.id,
      layout: () => layoutOf(records),
      fileNumber: () => fileNumberOf(records),
    },
  )
  const { signal } = settings
  signal?.throwIfAborted()
  await saveImport(finance, entry)

  const before = new DaysBefore(finance, read.account)
  const kept = new ImportedItems()
  const report = onProgress && callSafely(onProgress)

  const layouts = new LayoutsOfFile()

  /** Yields the records. The format and layout that the first one of a file made known are stored before a line of it is. */
  async function* recordsOfFile(): AsyncGenerator<StatementRecord> {
    for await (const record of before.watch(readUntilAborted(records, signal))) {
      if (layouts.note(records)) {
        const joined = layouts.joined()
        if (joined.layout !== entry.layout) await saveImport(finance, Object.assign(entry, joined))
      }
      yield record
    }
  }

  try {
    for await (const items of run(context, recordsOfFile(), settings))
      for (const item of items) {
        kept.add(item)
        if (item.kind === 'line' && kept.rows % linesOfProgress === 0) report?.({ lines: kept.rows })
      }
  } catch (error) {
    // What is known of a file that was cut off helps people; that it could not be written must not hide why it ended.
    Object.assign(entry, kept.importFields())
    await saveImport(finance, entry).catch(() => undefined)
    throw error
  }
  // Of a file without records, too.
  layouts.note(records)
  Object.assign(entry, layouts.joined(), kept.importFields(), factsOf(records))
  entry.warnings = await warningsOf(finance, entry, { kept, before, accounts: accountsOf(records) })
  entry.completedAt = context.now()
  await saveImport(finance, entry)
  report?.({ lines: kept.rows })
  return shownImport(entry)
}

async function warningsOf(
  finance: FinanceRepository,
  { account, format, statements, leftOut, from, to }: StoredImport,
  { kept, before, accounts }: { kept: ImportedItems; before: DaysBefore; accounts: number },
): Promise<StatementImport['warnings']> {
  const file: ImportedFile = { format, statements, leftOut, accounts, ...kept.ofFile() }
  if (from === null || to === null) {
    return importWarnings(file, { linesOfDay: before.counts, lastFormat: null, before: null, after: null })
  }
  const neighbours = await neighbourImports(finance, { account, from, to })
  const daysOf = (other: StoredImport | null) =>
    other && { from: other.from!, to: other.to!, statements: other.statements }
  return importWarnings(file, {
    linesOfDay: before.counts,
    lastFormat: neighbours.lastWithFormat?.format ?? null,
    before: daysOf(neighbours.before),
    after: daysOf(neighbours.after),
  })
}

/** Leaves the format out of an import: it is kept to be compared with, and is the reader's own word. */
export function shownImport({ format: _, ...fields }: StoredImport): StatementImport {
  return fields
}
