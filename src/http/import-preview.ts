import { ImportedItems } from '../domain/reconciliation/imported-items.js'
import { LayoutsOfFile } from '../domain/reconciliation/layout.js'
import { importWarnings, type StatementImport } from '../domain/reconciliation/statement-import.js'
import type { HospitalPayments } from '../service.js'
import type { StatementReader, StatementRecord } from '../statements/index.js'
import { withRecords } from '../statements/reader.js'

type Options = Parameters<HospitalPayments['statements']['import']>[1]

const rowsOfProgress = 1000

/** The result that an import would have. It is stored nowhere, so it has neither an id nor a time. */
export interface StatementPreview extends Omit<StatementImport, 'id' | 'createdAt' | 'completedAt'> {
  readonly id: null
  readonly createdAt: null
  readonly completedAt: null
}

/**
 * Matches a statement to the payments and writes nothing. `warnings` are those of the file by itself: it is compared with the
 * stored lines of its days when it is imported.
 *
 * @throws PaymentError as an import
 */
export async function previewOf(
  payments: HospitalPayments,
  records: StatementReader,
  { fileName = null, onProgress, ...options }: { fileName?: string | null | undefined } & Omit<Options, 'fileName'>,
): Promise<StatementPreview> {
  // Refuses a preview where an import would be refused, such as without a storage for lines.
  await payments.statements.get('')
  const items = new ImportedItems()
  const layouts = new LayoutsOfFile()
  async function* noted(): AsyncGenerator<StatementRecord> {
    for await (const record of records) {
      layouts.note(records)
      yield record
    }
    layouts.note(records)
  }
  for await (const item of payments.reconcile(withRecords(records, noted), options)) {
    items.add(item)
    if (item.kind === 'line' && items.rows % rowsOfProgress === 0) onProgress?.({ lines: items.rows })
  }
  const { statements, skipped, leftOut } = records.summary()
  const { format, layout } = layouts.joined()
  const file = { format, statements, leftOut, accounts: records.accounts, ...items.ofFile() }
  return {
    id: null,
    account: options.account,
    actor: options.actor ?? null,
    fileName,
    layout,
    createdAt: null,
    completedAt: null,
    ...items.importFields(),
    skipped,
    leftOut,
    statements,
    warnings: importWarnings(file, { linesOfDay: new Map(), lastFormat: null, before: null, after: null }),
  }
}
